import type { Kit } from '../kit.ts'
import { LAST_USED_CHAIN } from '../lib/keyTable.ts'

/** Ethereum: where nobody says otherwise (spec section 9). */
export const DEFAULT_CHAIN_ID = 1

/**
 * The chain that an embedded wallet is on: what it says, else the one that was used last, else
 * {@link DEFAULT_CHAIN_ID}. A number for EIP-155 ids, and the text of any other.
 */
export function lastChainId({ storage }: Kit, told?: unknown): number | string {
  return parseChain(told) ?? parseChain(storage.get(LAST_USED_CHAIN)) ?? DEFAULT_CHAIN_ID
}

/** `10`, `'10'`, `'eip155:10'`, or the CAIP-2 id of another namespace. */
function parseChain(value: unknown): number | string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const [, id] = /^(?:eip155:)?(\d{1,16})$/.exec(text) ?? []
  if (id !== undefined) return Number.isSafeInteger(Number(id)) && Number(id) > 0 ? Number(id) : undefined
  return /^[a-z0-9]{3,8}:[-\w]{1,32}$/.test(text) ? text : undefined
}
