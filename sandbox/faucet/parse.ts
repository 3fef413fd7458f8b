/** Parses a request to the faucet: JSON, or the form on its page. */
import { parseUnits } from 'viem'
import { parseChain, kindOf, parseAddress, type ChainName } from '../explorer/parse.ts'
import { parseObject, Refusal } from '../refusal.ts'

/**
 * The native currency of each kind of chain that the faucet pays on. `most` is the most that one request gets, in whole
 * units.
 */
export const COINS = {
  evm: { symbol: 'ETH', decimals: 18, most: '100' },
  solana: { symbol: 'SOL', decimals: 9, most: '100' },
  bitcoin: { symbol: 'BTC', decimals: 8, most: '1' },
} as const
export type Coin = keyof typeof COINS

export type Wish = { kind: Coin; chain: ChainName; address: string; amount: bigint }

/** The fields of the body, from JSON or from a form. */
export function parseFields(body: Buffer): Record<string, unknown> {
  const text = body.toString('utf8').trim()
  return text.startsWith('{') ? parseObject(body) : Object.fromEntries(new URLSearchParams(text))
}

/**
 * Reads the address, the amount and the chain of a request. Without `chain`, it is the address's chain, and for an EVM
 * address the first EVM chain.
 * @throws Refusal 400 or 404 that names the wrong field
 */
export function parseWish(fields: Record<string, unknown>, ids: readonly number[]): Wish {
  const { address, amount, chain } = fields
  const kind = typeof address === 'string' ? kindOf(address.trim()) : undefined
  if (typeof address !== 'string' || !kind)
    throw new Refusal(400, 'address', 'This is not an address of one of the sandbox’s chains')
  if (kind === 'polkadot')
    throw new Refusal(400, 'address', 'The sandbox has no Polkadot chain, so there is nothing to send')
  const name = typeof chain === 'string' && chain ? chain : kind === 'evm' ? String(ids[0]) : kind
  const parsed = parseChain(name, ids)
  if (parsed.kind !== kind) throw new Refusal(400, 'chain', 'The address belongs to another kind of chain')
  return { kind, chain: parsed.name, address: parseAddress(kind, address.trim()), amount: parseAmount(kind, amount) }
}

/** Reads an amount in whole units, text or a JSON number. @returns it in the smallest unit @throws Refusal 400 */
function parseAmount(kind: Coin, value: unknown): bigint {
  const { symbol, decimals, most } = COINS[kind]
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new Refusal(400, 'amount', 'The amount is not a number such as 1 or 0.5')
  if ((text.split('.')[1] ?? '').length > decimals)
    throw new Refusal(400, 'amount', `${symbol} has ${decimals} decimals`)
  const amount = parseUnits(text, decimals)
  if (amount === 0n || amount > parseUnits(most, decimals))
    throw new Refusal(400, 'amount', `The faucet gives more than 0 and at most ${most} ${symbol} at a time`)
  return amount
}
