/** Tells apart addresses and symbols that look the same to a person. */

const HEX = /^(0x)?[0-9a-f]{40}$/i

const withPrefix = (address: string): string => (/^[0-9a-fA-F]{40}$/.test(address) ? `0x${address}` : address)

/**
 * Normalises an address for comparison: hex ignores case and `0x`, base58 is case-sensitive.
 *
 * @example
 * ```ts
 * import { addressKey } from 'walletkit/plugin'
 *
 * const isSame = (one: string, other: string) => addressKey(one) === addressKey(other)
 * ```
 */
export const addressKey = (address: string) => (HEX.test(address) ? withPrefix(address).toLowerCase() : address)

/**
 * Whether a text begins like an address: with `0x`, or with 20 letters and digits (ASCII) in a row. No contact may have
 * such a name, because it could pass for an address.
 *
 * @example
 * ```ts
 * import { isLikeAddress } from 'walletkit/plugin'
 *
 * isLikeAddress('0xAbC…') // true
 * ```
 */
export const isLikeAddress = (text: string): boolean => /^(0x|[0-9a-z]{20})/i.test(text.trim())

/**
 * A key of an address's first and last four characters, in lower case: people compare only those and rarely notice the
 * case.
 */
export const addressEnds = (address: string) => {
  const [kind, shown] = HEX.test(address) ? ['hex', withPrefix(address).slice(2)] : ['base58', address]
  return `${kind}${shown.slice(0, 4)}${shown.slice(-4)}`.toLowerCase()
}

/**
 * Returns a known address with the same first four and last four characters as an unknown one. `undefined` if there is
 * none, or if `address` itself is known. Attackers generate such addresses so that visitors copy them from their
 * history by mistake. Works for hex and base58 addresses.
 *
 * @example
 * ```ts
 * import { findLookAlike } from 'walletkit/plugin'
 *
 * const known = `0xabcd${'1'.repeat(32)}1234`
 * findLookAlike(`0xabcd${'2'.repeat(32)}1234`, [known]) // known
 * ```
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const same = (other: string) => addressKey(other) === addressKey(address)
  return known.some(same) ? undefined : known.find((other) => addressEnds(other) === addressEnds(address))
}

/** Characters, such as letters of other scripts and digits, that fonts draw like the Latin letters of token symbols. */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    A: 'АΑᎪꓮ',
    B: 'ВΒᏴꓐ8',
    C: 'СϹⅭꓚ',
    D: 'ᎠꓓԀ',
    E: 'ЕΕᎬꓰ3',
    H: 'НΗᎻꓧ',
    I: 'ІΙӀ1L|ꓲ!',
    K: 'КΚᏦꓗ',
    M: 'МΜᎷꓟ',
    N: 'Νꓠ',
    O: 'ОΟՕꓳ0',
    P: 'РΡᏢꓑ',
    S: 'ЅՏᏚꓢ5$',
    T: 'ТΤᎢꓔ₮',
    U: 'Սꓴ',
    V: 'ѴᏙꓦ',
    X: 'ХΧꓫ',
    Y: 'УΥҮꓬ',
    Z: 'ΖᏃꓜ2',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
)

/**
 * What a symbol looks like, to compare symbols: in capitals, without marks, spaces, most punctuation and invisible
 * characters, and with the Latin letter for each character of `LATIN`.
 */
export const looksOf = (symbol: string): string =>
  [
    ...symbol
      .normalize('NFKD')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}$|!₮]/gu, ''),
  ]
    .map((letter) => LATIN[letter] ?? letter)
    .join('')
