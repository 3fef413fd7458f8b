import { nativeCurrency } from '../../chains.ts'
import { isEvm } from '../rpc/chainId.ts'

/** A network as a request shows it; `symbol` is its native currency's. `isUnknown`: the service does not have it. */
export type Network = { caip: string; name: string; symbol: string; isUnknown?: true }

/** A network as the service describes it; without `symbol` it is ETH, or SOL on Solana. */
export type KnownNetwork = { caipNetworkId: string; name: string; symbol?: string }

export function networkOf(known: readonly KnownNetwork[], caip: string): Network {
  const found = known.find(({ caipNetworkId }) => caipNetworkId === caip)
  const symbol = found?.symbol ?? (isEvm(caip) ? nativeCurrency.symbol : 'SOL')
  return { caip, name: found?.name ?? caip, symbol, ...(!found && { isUnknown: true }) }
}
