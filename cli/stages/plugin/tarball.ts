/** Reads the files of an npm tarball, without running any of them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isObject, type JsonObject } from '../../../schema/pieces.ts'

const BLOCK = 512

/** Far more than a plugin has. A small file can unpack to more than the memory holds. */
const LARGEST = 64 * 1024 * 1024

type Entry = { /** The path in the package. */ file: string; content: Buffer }

/** The regular files that are in a folder of the tarball, as npm packs them. The path is without that folder. */
function* entriesOf(bytes: Buffer): Generator<Entry> {
  const tar = gunzipSync(bytes, { maxOutputLength: LARGEST })
  for (let at = 0; at + BLOCK <= tar.length;) {
    const text = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0[^]*$/, '')
    const size = sizeOf(text(124, 12))
    const prefix = text(345, 155)
    const [, file] = /^[^/]+\/(.+)$/.exec(prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)) ?? []
    // Links could lead out of the folder, and npm makes none.
    if (file !== undefined && /^0?$/.test(text(156, 1)))
      yield { file, content: tar.subarray(at + BLOCK, at + BLOCK + size) }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** A size below zero would lead back to the same header. The blocks of zeros at the end have no size. */
function sizeOf(field: string): number {
  const digits = field.trim()
  if (!/^[0-7]{0,11}$/.test(digits)) throw new Error(`The tarball has a file of the size ${digits}: pack it with npm`)
  return Number.parseInt(digits || '0', 8)
}

/** The package.json in a tarball; undefined when the file is not an npm tarball. Throws when it cannot be read. */
export async function packageOfTarball(path: string): Promise<JsonObject | undefined> {
  const bytes = await readFile(path)
  try {
    for (const { file, content } of entriesOf(bytes)) {
      if (file !== 'package.json') continue
      const value: unknown = JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''))
      return isObject(value) ? value : undefined
    }
  } catch {
    // Invalid gzip or JSON: not a tarball that npm made.
  }
  return undefined
}

/** Writes the JavaScript and JSON files of a tarball into a folder: a plugin's code, package.json and schema. */
export async function unpackTarball(path: string, folder: string): Promise<void> {
  for (const { file, content } of entriesOf(await readFile(path))) {
    if (file.split(/[\\/]/).includes('..') || !/\.([cm]?js|json)$/.test(file)) continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
}
