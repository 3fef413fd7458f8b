/** Reads master keys from the text of a secret: `id:base64` of 32 bytes, one or more, separated by commas or lines. */
import { createHash } from 'node:crypto'
import type { MasterKey } from './wrapper.ts'

/** The value that stands for a key that everybody knows. */
export const TEST_SECRET = 'test'
const testKey = (): MasterKey => ({
  id: TEST_SECRET,
  bytes: createHash('sha256').update('walletkit-server: a public test key, for development only').digest(),
})

/** @returns the keys, the current one first @throws Error that says what is wrong, without the secret */
export function parseMasterKeys(text: string): [MasterKey, ...MasterKey[]] {
  const keys = text
    .split(/[,\n]/)
    .map((row) => row.trim())
    .filter(Boolean)
    .map((row, index) => parseRow(row, index + 1))
  const [first, ...rest] = keys
  if (!first) throw new Error('it is empty')
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('two keys have one id')
  return [first, ...rest]
}

function parseRow(row: string, place: number): MasterKey {
  if (row === TEST_SECRET) return testKey()
  const [, id, base64 = ''] = /^([\w.-]{1,40}):([A-Za-z0-9+/]{43}=)$/.exec(row) ?? []
  if (id === undefined) throw new Error(`key ${place} is not "id:" and 32 bytes in base64`)
  const bytes = Buffer.from(base64, 'base64')
  if (id === TEST_SECRET || bytes.equals(testKey().bytes)) throw new Error(`key ${place} is named or is the test key`)
  if (new Set(bytes).size < 8) throw new Error(`key ${place} is not random: it has almost one byte only`)
  return { id, bytes }
}
