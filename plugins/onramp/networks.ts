/** Where a purchase arrives, and what the on-ramp calls that place. */
import type { CaipNetwork, PluginAccount } from 'walletkit/plugin'
import type { PurchaseCurrency, PurchaseNetwork } from './shape.ts'

/** The on-ramp's own words for the networks that its page may send to (reference 1.12). */
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
 * Where an account gets a currency: on the active network if it is sold there, else on the first network that shares the
 * account's address. A smart account is a contract on one network: its address elsewhere may be nobody's.
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

/** What the page is told: its own words for a network, else the name that its options gave. */
export function blockchainOf({ chain_id, name }: PurchaseNetwork): string {
  return BLOCKCHAINS[`eip155:${chain_id}`] ?? (`solana:${chain_id}` === SOLANA ? 'solana' : name)
}

/** Everywhere that an address can receive: the on-ramp's EVM networks, or the one network of its own. */
export function blockchainsOf(network: PurchaseNetwork): string[] {
  const own = blockchainOf(network)
  return isEvm(network) ? [...new Set([...Object.values(BLOCKCHAINS), own])] : [own]
}
