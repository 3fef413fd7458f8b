/** Reads the package.json in an npm tarball without unpacking it. */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { isObject, type JsonObject } from '../../../schema/pieces.ts'

const BLOCK = 512
const WANTED = /^[^/]+\/package\.json$/

/** Returns undefined when the file is not an npm tarball. Throws when it cannot be read. */
export async function packageOfTarball(path: string): Promise<JsonObject | undefined> {
  const bytes = await readFile(path)
  try {
    const tar = gunzipSync(bytes)
    for (let at = 0; at + BLOCK <= tar.length;) {
      const text = (from: number, length: number) =>
        tar.toString('utf8', at + from, at + from + length).replace(/\0[^]*$/, '')
      const size = Number.parseInt(text(124, 12), 8) || 0
      if (WANTED.test(text(0, 100))) {
        const value: unknown = JSON.parse(tar.toString('utf8', at + BLOCK, at + BLOCK + size).replace(/^\ufeff/, ''))
        return isObject(value) ? value : undefined
      }
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    }
  } catch {
    // Invalid gzip or JSON: not a tarball that npm made.
  }
  return undefined
}
