/** Reads the files of an npm tarball, without running any of them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isObject, type JsonObject } from '../../../schema/pieces.ts'

const BLOCK = 512

/** The most bytes to unpack: far more than a plugin has. A small file can unpack to more than the memory holds. */
const LARGEST = 64 * 1024 * 1024

type Entry = { /** The path in the package. */ file: string; content: Buffer }

/**
 * The files in the first folder of the tarball, as npm packs them, with their paths inside that folder. Throws for a
 * tarball from which npm could read other files than this does: what is shown would then not be what is installed.
 */
function* entriesOf(bytes: Buffer): Generator<Entry> {
  const tar = gunzipSync(bytes, { maxOutputLength: LARGEST })
  const seen = new Set<string>()
  for (let at = 0; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK)
    if (header.every((byte) => byte === 0)) {
      if (tar.subarray(at).some((byte) => byte !== 0)) throw new Error('The tarball goes on after its end')
      return
    }
    const { path, type, size } = readHeader(header)
    const content = tar.subarray(at + BLOCK, at + BLOCK + size)
    if (content.length < size) throw new Error(`The tarball ends in ${path}`)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (isComment(type, content)) continue
    if (type === '5' && size === 0) continue
    if (!/^0?$/.test(type)) throw new Error(`${path} in the tarball is neither a file nor a folder: pack it with npm`)
    const file = inPackage(path)
    // Some file systems treat two names as the same if they differ only in case or Unicode form: the later file would
    // replace the earlier one.
    const key = file.normalize('NFKC').toLowerCase()
    if (seen.has(key)) throw new Error(`The tarball has ${file} twice`)
    seen.add(key)
    yield { file, content }
  }
}

/**
 * Whether a header of the tarball is global and has only a comment, as in archives that git makes. npm reads nothing
 * else from it.
 */
const isComment = (type: string, content: Buffer) =>
  type === 'g' && /^\d+ comment=[^\n]*\n$/.test(content.toString('utf8'))

/**
 * Reads the header of one file in a tarball. Throws for any format but ustar, which npm writes, and for a wrong
 * checksum: npm would then take the content for the next header.
 */
function readHeader(header: Buffer): { path: string; type: string; size: number } {
  const text = (from: number, length: number) => header.toString('utf8', from, from + length).replace(/\0[^]*$/, '')
  const path = [text(345, 155), text(0, 100)].filter((part) => part !== '').join('/')
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  const isUstar = header.toString('latin1', 257, 265) === 'ustar\u000000'
  if (!isUstar || Number.parseInt(text(148, 8).trim(), 8) !== sum)
    throw new Error(`The tarball has a header that is not one of npm, for ${path}: pack it with npm`)
  return { path, type: text(156, 1), size: sizeOf(text(124, 12)) }
}

/**
 * The path without the first folder. Throws for a path that some file system could take for the path of another file.
 */
function inPackage(path: string): string {
  const [, file] = /^[^/]+\/(.+)$/.exec(path) ?? []
  const isPlain = path.split('/').every((part) => /[^. ]$/.test(part) && !/[\\:\p{C}]/u.test(part))
  if (file === undefined || !isPlain) throw new Error(`The tarball has a file with the path ${path}: pack it with npm`)
  return file
}

/**
 * Parses an octal size. Throws for a negative one, with which the reader would go back to the same header. An empty
 * field, as in a block of zeros, means 0.
 */
function sizeOf(field: string): number {
  const digits = field.trim()
  if (!/^[0-7]{0,11}$/.test(digits)) throw new Error(`The tarball has a file of the size ${digits}: pack it with npm`)
  return Number.parseInt(digits || '0', 8)
}

/**
 * The package.json in a tarball; undefined when npm did not make the file, or when its package.json is missing or
 * invalid. Throws when the file itself cannot be read.
 */
export async function packageOfTarball(path: string): Promise<JsonObject | undefined> {
  const bytes = await readFile(path)
  try {
    const found = [...entriesOf(bytes)].find(({ file }) => file === 'package.json')
    const value: unknown = found && JSON.parse(found.content.toString('utf8').replace(/^\ufeff/, ''))
    return isObject(value) ? value : undefined
  } catch {
    // Invalid gzip or JSON: not a tarball that npm made.
    return undefined
  }
}

/** Writes the JavaScript and JSON files of a tarball into a folder: a plugin's code, package.json and schema. */
export async function unpackTarball(path: string, folder: string): Promise<void> {
  for (const { file, content } of entriesOf(await readFile(path))) {
    if (!/\.([cm]?js|json)$/.test(file)) continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
}
