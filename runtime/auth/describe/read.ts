/** Reads single values of a request. An invalid number or address gives `undefined`. */

/** A whole number of at least 0, in any form that wallets receive: hex, decimal text, number or bigint. */
export function readUint(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value >= 0n ? value : undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (typeof value !== 'string' || !/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) return undefined
  return BigInt(value)
}

export const readAddress = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? value : undefined

export const isBytes = (value: unknown): value is string =>
  typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** Any value as text: a string unchanged, everything else as JSON, else as `String` writes it. */
export function rawText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each), 1) ?? ''
  } catch {
    return String(value)
  }
}
