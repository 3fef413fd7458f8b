/**
 * Reads master keys from a secret's text: one or more `{id}:{32 bytes in base64}`, separated by commas or line breaks;
 * `test` stands for the test key.
 */
import { createHash } from 'node:crypto'
import type { MasterKey } from './wrapper.ts'

/** The text that means the test key, which is computed from a public sentence and therefore protects nothing. */
export const TEST_SECRET = 'test'
const testKey = (): MasterKey => ({
  id: TEST_SECRET,
  bytes: createHash('sha256').update('walletkit-server: a public test key, for development only').digest(),
})

/**
 * Parses the text of the secret with the master keys.
 * @returns the keys, the current one first
 * @throws Error that says what is wrong, without the secret
 */
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
