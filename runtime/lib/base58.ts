/**
 * Base58 in Bitcoin's alphabet. Only for short texts such as addresses: its time grows with the square of the length.
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = 58n

/** The bytes of a text; `undefined` for text that is not base58. */
export function decodeBase58(text: string): Uint8Array | undefined {
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    value = value * BASE + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const [zeros = ''] = /^1*/.exec(text) ?? []
  return Uint8Array.of(...zeros.split('').map(() => 0), ...bytes)
}

export function encodeBase58(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  let text = ''
  for (; value > 0n; value /= BASE) text = (ALPHABET[Number(value % BASE)] ?? '') + text
  const first = bytes.findIndex((byte) => byte > 0)
  return '1'.repeat(first < 0 ? bytes.length : first) + text
}
