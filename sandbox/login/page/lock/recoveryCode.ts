/**
 * Recovery codes: 130 random bits and a checksum of 10 bits, written with letters and digits that cannot be mistaken
 * for each other (Crockford's base 32), in seven groups of four. The code never leaves the browser: the service gets
 * only a key that is derived from it.
 */
import { asciiDigits } from '../../asciiDigits.ts'
import type { NewRecovery } from '../../lock/shapes.ts'
import { base64urlOf, bytesOf, derivedKey, utf8 } from './bytes.ts'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const [RANDOM, CHECK, GROUP] = [26, 2, 4]

const lettersOf = (numbers: Iterable<number>) => Array.from(numbers, (each) => LETTERS[each & 31]).join('')

async function checkOf(code: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(`walletkit recovery code ${code}`)))
  return lettersOf(digest.subarray(0, CHECK))
}

/** Makes a new recovery code. Resolves with its seven groups. */
export async function newCode(): Promise<string[]> {
  const code = lettersOf(crypto.getRandomValues(new Uint8Array(RANDOM)))
  return `${code}${await checkOf(code)}`.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []
}

/**
 * Normalizes a code as a person may type it: in lower case, with any separators, with O for 0 and I or L for 1, and
 * with the digits of another script.
 */
export const lettersIn = (text: string): string =>
  asciiDigits(text)
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '')

/**
 * Reads a code as a person typed it, and checks its checksum, which lets one of 1,024 mistyped codes pass.
 * @returns the code as it was made; undefined if the checksum is wrong
 */
export async function readCode(text: string): Promise<string | undefined> {
  const letters = lettersIn(text)
  const code = letters.slice(0, RANDOM)
  return letters.length === RANDOM + CHECK && letters.slice(RANDOM) === (await checkOf(code)) ? letters : undefined
}

/** Derives the key from a code and the salt of the lock's recovery. */
export const keyOfCode = (code: string, salt: string): Promise<string> =>
  derivedKey(utf8(code), 'recovery code', bytesOf(salt))

/** A new salt, and the key derived from a new code and that salt: the service gets only these. */
export async function recoveryOf(code: string): Promise<NewRecovery> {
  const salt = base64urlOf(crypto.getRandomValues(new Uint8Array(32)))
  return { salt, key: await keyOfCode(code, salt) }
}
