/** The gas price: from the swap provider on EVM networks, from the RPC node on Solana. */
import type { PluginKit } from 'walletkit/plugin'
import { isSwapChain } from './chains.ts'
import { swapError } from './errors.ts'
import type { SwapOptions } from './options.ts'
import type { SwapProvider } from './provider.ts'

/** In base units. Throws 'Network not supported for Gas Price' on any other network. */
export async function readGasPrice(kit: PluginKit, provider: SwapProvider, options: SwapOptions): Promise<bigint> {
  const network = kit.network()
  if (network?.chainNamespace === 'solana') {
    const to = kit.account().address ?? ''
    return kit.chain.estimateFee({ to, value: 1n })
  }
  if (network?.chainNamespace !== 'eip155' || !isSwapChain(network.caipNetworkId, options.chains))
    throw swapError('SWAP_GAS_NETWORK')
  return provider.gasPrice(network.caipNetworkId)
}
