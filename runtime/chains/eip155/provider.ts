/** The wallet's side of EVM chains: an EIP-1193 provider, and the one parser of each kind of answer that it gives. */
import { getAddress } from 'viem'

export { AnswerError } from '../../errors/answer.ts'

export type Hex = `0x${string}`

/** EIP-1193. Listeners are optional here, because some wallets have none. */
export type Eip1193Provider = {
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (payload: unknown) => void) => unknown
  removeListener?: (event: string, listener: (payload: unknown) => void) => unknown
}

/** Checks that a value can be asked as an EIP-1193 provider. Throws an Error otherwise. */
export function toProvider(value: unknown): Eip1193Provider {
  const provider = value as Partial<Eip1193Provider> | null | undefined
  if (typeof provider?.request !== 'function') throw new Error('The wallet has no EIP-1193 provider')
  return provider as Eip1193Provider
}

/** The bare EIP-155 id of a wallet's chain: `0x89`, `137` and 137 are all met in the wild. */
export function parseChainId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^(0x[0-9a-f]{1,14}|\d{1,16})$/i.test(value) ? Number(value) : value
  if (typeof id === 'bigint') return parseChainId(id.toString())
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A list of addresses with their EIP-55 checksums, each once; `undefined` when it is none. */
export function parseAccounts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const accounts = value.map(parseAddress)
  return accounts.every((account) => account !== undefined) ? [...new Set(accounts)] : undefined
}

/** `0x` and 40 hex digits in any case, with its checksum put right (wallets spell addresses in every way). */
export function parseAddress(value: unknown): string | undefined {
  return typeof value === 'string' && isHexAddress(value) ? getAddress(value) : undefined
}

/** The spec's hex address: `0x` plus 40 hex characters (section 5). */
export const isHexAddress = (text: string): text is Hex => /^0x[0-9a-fA-F]{40}$/.test(text)

/**
 * Strict mode of the spec: letters in both cases must spell the EIP-55 checksum. Letters of one case carry no checksum.
 * This is what a receiver is held to, so that a mistyped letter is found before money leaves.
 */
export function isChecksumAddress(text: string): boolean {
  if (!isHexAddress(text)) return false
  const digits = text.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || getAddress(text) === text
}

/** `0x` plus 64 hex characters (spec section 9). */
export const isHash = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)

/** A JSON-RPC quantity of at most 256 bits; `undefined` when it is none. */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

export const toHex = (value: number | bigint): Hex => `0x${value.toString(16)}`
