/**
 * Reads from the config which Bitcoin network to use, and which server with the API of Esplora to ask about it. A
 * Bitcoin node cannot be asked instead, because it has no index of addresses.
 */
import { type Chain, chainOf, idOf } from '../../runtime/chains/bip122/chains.ts'
import { isFields, type Reader } from './read.ts'
import type { ServiceConfig } from './sources.ts'

/** `id` is the CAIP-2 reference: the first 32 digits of the genesis block's hash. */
export type BitcoinConfig = { id: string; chain: Chain }

const FIX = 'Write {} for the mainnet, or { "id": "…" } with the first 32 digits of the genesis block\'s hash.'

/** Reads the field `bitcoin`: mainnet, unless `id` names a test network. Reports an unknown `id`. */
export function bitcoinOf(value: unknown, read: Reader): BitcoinConfig | undefined {
  if (value === undefined) return undefined
  if (!isFields(value)) return read.wrong('bitcoin', 'is not an object', FIX)
  read.onlyKnown(value, ['id'], 'bitcoin.')
  if (value['id'] === undefined) return { id: referenceOf('mainnet'), chain: 'mainnet' }
  const id = read.text(value, 'id', 'bitcoin.id', FIX)
  if (id === undefined) return undefined
  const chain = chainOf(`bip122:${id}`)
  return referenceOf(chain) === id ? { id, chain } : read.wrong('bitcoin.id', 'is no network of Bitcoin', FIX)
}

const referenceOf = (chain: Chain): string => idOf(chain).slice('bip122:'.length)

/** The public Esplora servers of mempool.space. There is none for regtest, a private chain for development. */
const PUBLIC: Readonly<Partial<Record<Chain, string>>> = {
  mainnet: 'https://mempool.space/api',
  testnet: 'https://mempool.space/testnet/api',
  testnet4: 'https://mempool.space/testnet4/api',
  signet: 'https://mempool.space/signet/api',
}

/**
 * Sets the URL of the source `esplora`, if it has none, to the public server for the Bitcoin network. Reports if
 * `bitcoin` is missing, or if there is no public server for the network.
 */
export function withEsplora<S extends ServiceConfig>(
  sources: readonly S[],
  bitcoin: BitcoinConfig | undefined,
  read: Reader,
): S[] {
  return sources.map((source) => {
    if (source.name !== 'esplora') return source
    if (!bitcoin) read.wrong('bitcoin', 'is missing, and sources.esplora needs it', FIX)
    const url = source.url || (bitcoin && PUBLIC[bitcoin.chain])
    if (bitcoin && !url)
      read.wrong('sources.esplora.url', 'is missing', `There is no public server for ${bitcoin.chain}: write your own.`)
    return { ...source, url: url ?? '' }
  })
}
