/** Parses what visitors of the explorer and the faucet write: one function for each kind of value. */
import { getAddress, isAddress, type Hex } from 'viem'
import { decodeSs58 } from '../../runtime/chains/polkadot/ss58.ts'
import { scriptOf } from '../bitcoin/address.ts'
import { Refusal } from '../refusal.ts'
import { isSolanaAddress } from '../solana/balances.ts'

/** The kinds of chains. */
export type Kind = 'evm' | 'solana' | 'bitcoin' | 'polkadot'

/** The name of a chain in its path `/explorer/{name}`: an EVM chain's id, else the kind of chain. */
export type ChainName = 'solana' | 'bitcoin' | 'polkadot' | `${number}`

/**
 * Finds the chain that a path names.
 * @param ids the ids of the EVM chains
 * @throws Refusal 404 for a chain that the sandbox does not have
 */
export function parseChain(text: string, ids: readonly number[]): { kind: Kind; name: ChainName; id?: number } {
  if (text === 'solana' || text === 'bitcoin' || text === 'polkadot') return { kind: text, name: text }
  const id = ids.find((each) => String(each) === text)
  if (id === undefined) throw new Refusal(404, 'chain', 'The sandbox has no such chain')
  return { kind: 'evm', name: `${id}`, id }
}

/** The kind of chain that an address belongs to; `undefined` if it is an address of none. */
export function kindOf(address: string): Kind | undefined {
  if (isAddress(address, { strict: false })) return 'evm'
  if (isSolanaAddress(address)) return 'solana'
  if (scriptOf(address)) return 'bitcoin'
  return decodeSs58(address) ? 'polkadot' : undefined
}

/**
 * Parses an address of one kind of chain.
 * @returns the address, with its checksum on EVM chains
 * @throws Refusal 400 for a text that is not an address of this kind
 */
export function parseAddress(kind: Kind, text: string): string {
  if (kindOf(text) !== kind) throw new Refusal(400, 'address', 'This is not an address of this chain')
  return kind === 'evm' ? getAddress(text) : text
}

const HASHES: Readonly<Record<Kind, RegExp>> = {
  evm: /^0x[0-9a-f]{64}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  bitcoin: /^[0-9a-f]{64}$/i,
  polkadot: /^0x[0-9a-f]{64}$/i,
}

/**
 * Parses a transaction's hash, and writes it in lower case (except on Solana).
 * @throws Refusal 400 for a text without the form of a transaction's hash (on Solana, its signature) on this kind of
 * chain
 */
export function parseHash(kind: Kind, text: string): string {
  if (!HASHES[kind].test(text)) throw new Refusal(400, 'hash', 'This is not a transaction of this chain')
  return kind === 'solana' ? text : text.toLowerCase()
}

/** Parses the height or slot of a block, or on EVM chains its hash. @throws Refusal 400 for any other text */
export function parseBlock(kind: Kind, text: string): number | Hex {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  if (kind === 'evm' && HASHES.evm.test(text)) return text.toLowerCase() as Hex
  throw new Refusal(400, 'block', 'This is not a block of this chain')
}

/**
 * Parses the number of a page, which is 1 or more; returns 1 when it is missing.
 * @throws Refusal 400 for any other text
 */
export function parsePage(text: string | null): number {
  if (text === null) return 1
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Refusal(400, 'page', 'This is not the number of a page')
  return Number(text)
}
