/** The network on which a purchase arrives, and the on-ramp's name for it. */
import type { CaipNetwork, PluginAccount } from 'walletkit/plugin'
import type { PurchaseCurrency, PurchaseNetwork } from './shape.ts'

/** The API's names, by CAIP-2 id, for the EVM networks that its payment page can send to. */
const BLOCKCHAINS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
}
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const isEvm = ({ chain_id }: PurchaseNetwork) => /^\d+$/.test(chain_id)

export type Arrival = { network: PurchaseNetwork; /** On another network than the active one. */ elsewhere: boolean }

/**
 * Where an account receives a currency: on the active network if it is sold there, else on the first network where the
 * account has the same address; `undefined` if there is none. A smart account gets no other network: it is a contract
 * on one network, and tokens sent to its address on another may be lost.
 */
export function arrivalOf(
  { networks }: PurchaseCurrency,
  active: CaipNetwork | undefined,
  { namespace, preferredAccountType }: Pick<PluginAccount, 'namespace' | 'preferredAccountType'>,
): Arrival | undefined {
  if (!active) return undefined
  const id = active.caipNetworkId.slice(active.caipNetworkId.indexOf(':') + 1)
  const here = networks.find(({ chain_id }) => chain_id === id)
  if (here) return { network: here, elsewhere: false }
  const there = namespace === 'eip155' && preferredAccountType !== 'smartAccount' ? networks.find(isEvm) : undefined
  return there && { network: there, elsewhere: true }
}

/**
 * The name to send to the payment page: the API's own name for the network, else the name in the list of currencies.
 */
export function blockchainOf({ chain_id, name }: PurchaseNetwork): string {
  return BLOCKCHAINS[`eip155:${chain_id}`] ?? (`solana:${chain_id}` === SOLANA ? 'solana' : name)
}

/**
 * The networks on which the address can receive purchases. An address of a key is valid on every EVM network of the
 * on-ramp; a smart account is treated as a contract of this one network.
 */
export function blockchainsOf(
  network: PurchaseNetwork,
  { preferredAccountType }: Pick<PluginAccount, 'preferredAccountType'>,
): string[] {
  const own = blockchainOf(network)
  if (!isEvm(network) || preferredAccountType === 'smartAccount') return [own]
  return [...new Set([...Object.values(BLOCKCHAINS), own])]
}
