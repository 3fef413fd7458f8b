/** Encodes ERC-20 transfers without viem's encoder, which would add 3.6 kB. */
import { encodeCall, ERC20 } from '../../lib/abi.ts'
import type { Hex } from './provider.ts'

const inputs = [
  { name: 'to', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const
const transfer = { type: 'function', name: 'transfer', stateMutability: 'nonpayable', inputs } as const

export const ERC20_TRANSFER_ABI = [{ ...transfer, outputs: [{ name: '', type: 'bool' }] }] as const
/** USDT's `transfer` returns nothing, so decoding its result as a boolean fails. */
export const NO_RETURN_TRANSFER_ABI = [{ ...transfer, outputs: [] }] as const
export type TransferAbi = typeof ERC20_TRANSFER_ABI | typeof NO_RETURN_TRANSFER_ABI

/**
 * Tokens whose `transfer` returns nothing: USDT, by chain and lower-case address. They are not listed by symbol,
 * because any token can use the symbol.
 */
const NO_RETURN_TOKENS: readonly string[] = [
  'eip155:1:0xdac17f958d2ee523a2206206994597c13d831ec7',
  'eip155:137:0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
  'eip155:43114:0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
  'eip155:42220:0x48065fbbe25f71c9282ddf5e1cd6d6a887483d5e',
  'eip155:56:0x55d398326f99059ff775485246999027b3197955',
  'eip155:42161:0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
]

/** The ABI of a token's `transfer`. `extra` lists further tokens (CAIP-10) whose `transfer` returns nothing. */
export function transferAbi(caipNetworkId: string, token: string, extra: readonly string[] = []): TransferAbi {
  const asked = `${caipNetworkId}:${token}`.toLowerCase()
  const known = NO_RETURN_TOKENS.includes(asked) || extra.some((address) => address.toLowerCase() === asked)
  return known ? NO_RETURN_TRANSFER_ABI : ERC20_TRANSFER_ABI
}

/** Call data of a token's `transfer`. Throws if an argument does not fit its type. */
export const encodeTransfer = (to: string, amount: bigint): Hex => encodeCall(ERC20.transfer, to, amount)

/**
 * Whether a simulated transfer returned `false`, so that the real one would be mined but move nothing. `data` is what
 * the call returned; it is ignored for a token whose `transfer` returns nothing.
 */
export const refusesTransfer = (abi: TransferAbi, data: unknown): boolean =>
  abi[0].outputs.length > 0 && typeof data === 'string' && /^0x0{64}$/.test(data)
