/** The networks that the usual packages export, from viem's table, because walletkit depends on viem anyway. */
import { entryOf, fromData, type Given, type Value } from './value.ts'

const PACKAGES = /^(?:viem\/chains|wagmi\/chains|@wagmi\/(?:core\/)?chains|@reown\/appkit\/networks)$/

/** Networks of other namespaces, by the names that AppKit documents. */
const OTHERS: Record<string, string> = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  solanaDevnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  solanaTestnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bitcoin: 'bip122:000000000019d6689c085ae165831e93',
  bitcoinTestnet: 'bip122:000000000933ea01ad0ee984209779ba',
}

export type NetworkNames = {
  /** The network that a package exports under a name, always the same object; otherwise the name itself. */
  data: (given: Given) => Value
  /** CAIP-2 ids of the networks that `data` returned. */
  known: ReadonlyMap<Value, string>
}

export async function networkNames(): Promise<NetworkNames> {
  const chains = (await import('viem/chains')) as Record<string, { id?: unknown } | undefined>
  const known = new Map<Value, string>()
  const byName = new Map<string, Value>()
  const data = (given: Given): Value => {
    const { name, source } = given
    if (!PACKAGES.test(source)) return given
    const before = byName.get(name)
    if (before !== undefined) return before
    const other = source.startsWith('@reown/') ? entryOf(OTHERS, name) : undefined
    const chain = entryOf(chains, name)
    const value = other === undefined ? fromData(chain) : new Map<string, Value>([['caipNetworkId', other]])
    if (value === undefined) return given
    byName.set(name, value)
    known.set(value, other ?? `eip155:${String(chain?.id)}`)
    return value
  }
  return { data, known }
}
