import { nativeCurrency } from '../../chains.ts'
import { isEvm } from '../rpc/chainId.ts'

/** `symbol`: of the native currency. */
export type Network = { caip: string; name: string; symbol: string }

export const SOLANA = 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'

export const networkOf = (known: readonly { caipNetworkId: string; name: string }[], caip: string): Network => ({
  caip,
  name: known.find(({ caipNetworkId }) => caipNetworkId === caip)?.name ?? caip,
  symbol: isEvm(caip) ? nativeCurrency.symbol : 'SOL',
})
