/** Decodes bech32 (BIP-173) and bech32m (BIP-350). */
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECKSUMS = new Map([
  [1, 'bech32'],
  [0x2bc830a3, 'bech32m'],
] as const)
const CHECKSUM_LENGTH = 6
const TEXT_LIMIT = 90

export type Bech32 = { encoding: 'bech32' | 'bech32m'; prefix: string; words: readonly number[] }

/** The prefix in lower case and the five-bit words; `undefined` if the text is not bech32 or its checksum is wrong. */
export function decodeBech32(text: string): Bech32 | undefined {
  const lower = text.toLowerCase()
  if (text.length > TEXT_LIMIT || (text !== lower && text !== text.toUpperCase())) return undefined
  const at = lower.lastIndexOf('1')
  const prefix = lower.slice(0, at)
  const words = [...lower.slice(at + 1)].map((character) => ALPHABET.indexOf(character))
  if (at < 1 || words.length < CHECKSUM_LENGTH || words.includes(-1) || !/^[!-~]+$/.test(prefix)) return undefined
  const codes = [...prefix].map((character) => character.charCodeAt(0))
  const encoding = CHECKSUMS.get(
    checksum([...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]) as 1,
  )
  return encoding && { encoding, prefix, words: words.slice(0, -CHECKSUM_LENGTH) }
}

/** How many bytes the five-bit words encode; `undefined` if the padding is a whole word or not zero (BIP-173). */
export function lengthOf(words: readonly number[]): number | undefined {
  const bits = words.length * 5
  const rest = bits % 8
  const last = words.at(-1) ?? 0
  return rest < 5 && (last & ((1 << rest) - 1)) === 0 ? (bits - rest) / 8 : undefined
}

function checksum(values: readonly number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    GENERATORS.forEach((generator, bit) => (check ^= (top >> bit) & 1 ? generator : 0))
  }
  return check
}
