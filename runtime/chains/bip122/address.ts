/** Parses Bitcoin addresses: base58check, bech32 (BIP-173) and bech32m (BIP-350). */
import { sha256 } from 'viem'
import { decodeBase58 } from '../../lib/base58.ts'
import { decodeBech32, lengthOf } from './bech32.ts'
import type { Chain } from './chains.ts'

/**
 * `witness`: a segwit version or length that is not in use yet. By BIP-350, wallets must still be able to send to it.
 */
export type AddressKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness'
/** `testnet` covers testnet3, testnet4 and signet, which share one address format. */
export type AddressNetwork = 'mainnet' | 'testnet' | 'regtest'
export type Address = {
  kind: AddressKind
  /** The networks on which the address is valid. Base58 addresses are the same on test networks and regtest. */
  networks: readonly AddressNetwork[]
}

/** The longest address, in characters, by BIP-173. A base58 address is shorter. */
const TEXT_LIMIT = 90
const MAIN = ['mainnet'] as const
const TEST = ['testnet', 'regtest'] as const

const VERSIONS: Readonly<Record<number, Address>> = {
  0x00: { kind: 'p2pkh', networks: MAIN },
  0x05: { kind: 'p2sh', networks: MAIN },
  0x6f: { kind: 'p2pkh', networks: TEST },
  0xc4: { kind: 'p2sh', networks: TEST },
}
const STARTS: Readonly<Record<string, AddressNetwork>> = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' }

/** The address's kind and the networks on which it is valid; `undefined` if the text is not an address. */
export function parseAddress(text: unknown): Address | undefined {
  if (typeof text !== 'string' || text.length > TEXT_LIMIT) return undefined
  return parseSegwit(text) ?? parseBase58(text)
}

export const isAddressOn = (text: unknown, chain: Chain): boolean =>
  Boolean(parseAddress(text)?.networks.includes(networkOf(chain)))

/** The address format of a chain. */
export const networkOf = (chain: Chain): AddressNetwork =>
  chain === 'mainnet' || chain === 'regtest' ? chain : 'testnet'

/**
 * Parses native segwit: version 0 has a bech32 checksum and 20 or 32 bytes; later versions have bech32m and 2 to 40.
 */
function parseSegwit(text: string): Address | undefined {
  const { encoding, prefix = '', words: [version, ...words] = [] } = decodeBech32(text) ?? {}
  const network = Object.hasOwn(STARTS, prefix) ? STARTS[prefix] : undefined
  if (!network || version === undefined || version > 16 || (version === 0) !== (encoding === 'bech32')) return undefined
  const kind = kindOf(version, lengthOf(words) ?? 0)
  return kind && { kind, networks: [network] }
}

function kindOf(version: number, length: number): AddressKind | undefined {
  if (version === 0) return length === 20 ? 'p2wpkh' : length === 32 ? 'p2wsh' : undefined
  if (version === 1 && length === 32) return 'p2tr'
  return length >= 2 && length <= 40 ? 'witness' : undefined
}

/** Parses base58check: a version byte, a hash of 20 bytes, and four checksum bytes of a double SHA-256. */
function parseBase58(text: string): Address | undefined {
  const bytes = decodeBase58(text)
  if (bytes?.length !== 25) return undefined
  const [body, check] = [bytes.subarray(0, 21), bytes.subarray(21)]
  const hash = sha256(sha256(body, 'bytes'), 'bytes')
  return check.every((byte, at) => byte === hash[at]) ? VERSIONS[body[0] ?? -1] : undefined
}
