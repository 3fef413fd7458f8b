/** The type of an EVM wallet's EIP-1193 provider, and parsers for chain ids, accounts, addresses and quantities. */
import { getAddress } from 'viem'

export { AnswerError } from '../../errors/answer.ts'

export type Hex = `0x${string}`

/** EIP-1193. `on` and `removeListener` are optional here, because some wallets lack them. */
export type Eip1193Provider = {
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (payload: unknown) => void) => unknown
  removeListener?: (event: string, listener: (payload: unknown) => void) => unknown
}

/** Checks that a value has EIP-1193's `request`. Throws an Error otherwise. */
export function toProvider(value: unknown): Eip1193Provider {
  const provider = value as Partial<Eip1193Provider> | null | undefined
  if (typeof provider?.request !== 'function') throw new Error('The wallet has no EIP-1193 provider')
  return provider as Eip1193Provider
}

/** An EIP-155 chain id as a number; `undefined` if it is invalid. Wallets report it as `0x89`, as `'137'` or as 137. */
export function parseChainId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^(0x[0-9a-f]{1,14}|\d{1,16})$/i.test(value) ? Number(value) : value
  if (typeof id === 'bigint') return parseChainId(id.toString())
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A list of addresses, with EIP-55 checksums and without duplicates; `undefined` if any entry is not an address. */
export function parseAccounts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const accounts = value.map(parseAddress)
  return accounts.every((account) => account !== undefined) ? [...new Set(accounts)] : undefined
}

/**
 * An address (`0x` and 40 hex digits in any case) with its EIP-55 checksum, because wallets write it in different ways;
 * `undefined` for anything else.
 */
export function parseAddress(value: unknown): string | undefined {
  return typeof value === 'string' && isHexAddress(value) ? getAddress(value) : undefined
}

/** Whether a text is `0x` and 40 hex digits, in any case. It does not check the checksum. */
export const isHexAddress = (text: string): text is Hex => /^0x[0-9a-fA-F]{40}$/.test(text)

/**
 * Whether a text is a hex address that is valid by EIP-55: all letters in one case, which is without checksum, or mixed
 * letters that match the checksum. Check receivers with this, so that a mistyped letter is found before money leaves.
 */
export function isChecksumAddress(text: string): boolean {
  if (!isHexAddress(text)) return false
  const digits = text.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || getAddress(text) === text
}

/** A JSON-RPC quantity of at most 256 bits; `undefined` for anything else. */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

export const toHex = (value: number | bigint): Hex => `0x${value.toString(16)}`
