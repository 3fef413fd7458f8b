import { nativeCurrency } from '../../chains.ts'
import { isEvm } from '../rpc/chainId.ts'

/** `symbol`: of the native currency. */
export type Network = { caip: string; name: string; symbol: string }

export const SOLANA = 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'

/** A network as the service names it; `symbol` is missing where it is the usual one. */
export type KnownNetwork = { caipNetworkId: string; name: string; symbol?: string }

export function networkOf(known: readonly KnownNetwork[], caip: string): Network {
  const found = known.find(({ caipNetworkId }) => caipNetworkId === caip)
  return { caip, name: found?.name ?? caip, symbol: found?.symbol ?? (isEvm(caip) ? nativeCurrency.symbol : 'SOL') }
}
