/** An address is `hbr1` and the hex of the account's ed25519 key. */
const ADDRESS = /^hbr1([\da-f]{64})$/

export const toAddress = (key: Uint8Array): string => `hbr1${toHex(key)}`

/** The key in an address; `undefined` for another value. */
export function keyOf(address: unknown): Uint8Array<ArrayBuffer> | undefined {
  const [, digits] = (typeof address === 'string' && ADDRESS.exec(address)) || []
  return digits === undefined ? undefined : fromHex(digits)
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The bytes of hex digits, an even number of them. */
export const fromHex = (digits: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
