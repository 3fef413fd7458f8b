/**
 * The networks that viem, wagmi, AppKit and Web3Modal export. EVM networks are from viem, a dependency anyway; the
 * others are in {@link OTHERS}.
 */
import { type Dict, entryOf, fromData, Given, type Value } from './value.ts'

const PACKAGES =
  /^(?:viem\/(?:_\w+\/)?chains(?:\/.*)?|wagmi(?:\/chains)?|@wagmi\/(?:(?:core|vue)\/)?chains|@reown\/appkit\/networks|@web3modal\/.*\/chains|https?:\/\/.*@reown\/appkit.*)$/
/**
 * Names under which packages export an object of networks: `chain` in wagmi 0, `networks` in AppKit's script-tag file.
 */
const OBJECTS = ['*', 'default', 'chain', 'allChains', 'networks', 'chains']

/** Networks of other namespaces, by the names that AppKit documents. */
const OTHERS: Record<string, string | undefined> = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  solanaDevnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  solanaTestnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bitcoin: 'bip122:000000000019d6689c085ae165831e93',
  bitcoinTestnet: 'bip122:000000000933ea01ad0ee984209779ba',
  bitcoinSignet: 'bip122:00000008819873e925422c1ff0f99f7c',
  ton: 'ton:-239',
  tonTestnet: 'ton:-3',
  tronMainnet: 'tron:0x2b6653dc',
  tronShastaTestnet: 'tron:0x94a9059e',
  tronNileTestnet: 'tron:0xcd8690dc',
  stellar: 'stellar:pubnet',
  stellarTestnet: 'stellar:testnet',
}
/** Older export names of networks, with viem's name of today. */
const OLDER: Record<string, string> = {
  ethereum: 'mainnet',
  matic: 'polygon',
  binanceSmartChain: 'bsc',
  arbitrumOne: 'arbitrum',
}

export type NetworkNames = {
  /** The network that a package exports under a name, always the same object, by which `known` finds its id. */
  data: (given: Given) => Value
  /** CAIP-2 ids of the networks that `data` returned. */
  known: ReadonlyMap<Value, string>
  /** Whether viem has a chain of this name. */
  isEvm: (name: string) => boolean
}

export async function networkNames(): Promise<NetworkNames> {
  const chains = (await import('viem/chains')) as Record<string, { id?: unknown } | undefined>
  const known = new Map<Value, string>()
  const byName = new Map<string, Value>()
  let whole: Dict | undefined
  const data = (given: Given): Value => {
    const { name, source } = given
    if (!PACKAGES.test(source)) return given
    if (OBJECTS.includes(name) && source !== 'wagmi')
      return source.endsWith('chains') && name === '*' ? (whole ??= all()) : given
    const before = byName.get(name)
    if (before !== undefined) return before
    const other = /@reown\/|@web3modal\//.test(source) ? entryOf(OTHERS, name) : undefined
    const chain = entryOf(chains, name) ?? entryOf(chains, entryOf(OLDER, name) ?? '')
    const value = other === undefined ? fromData(chain) : new Map<string, Value>([['caipNetworkId', other]])
    if (value === undefined) return given
    byName.set(name, value)
    known.set(value, other ?? `eip155:${String(chain?.id)}`)
    return value
  }
  /** Every network: `Object.values(chains)` of `import * as chains`. */
  const all = (): Dict =>
    new Map(
      Object.keys(chains)
        .filter((name) => chains[name]?.id !== undefined)
        .map((name) => [name, data(new Given(name, 'viem/chains'))]),
    )
  return { data, known, isEvm: (name) => entryOf(chains, name)?.id !== undefined }
}
