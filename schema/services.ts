/** What `services` may be called by one word, and which networks a shared RPC service serves. */
import type { Services } from '../runtime/config.ts'
import type { JsonObject } from './pieces.ts'

export const SANDBOX_URL = 'http://127.0.0.1:4747'

/** The local back end: one address for everything it answers, and beside it the login service's own. */
export const sandboxServices = (url: string, secureSite = nextPort(url)): Services => ({
  api: url,
  rpc: url,
  wallets: url,
  analytics: url,
  relay: `${url.replace(/^http/, 'ws')}/relay`,
  images: url,
  secureSite,
})

/** Where the sandbox's exchange is, on each of its chains. */
const EXCHANGE = '0x59BB1759DB8398582054e9E54aDDeF5470517b14'
const SANDBOX_CHAINS = ['eip155:31337', 'eip155:31338']

/** What features know of the sandbox without being told (decisions 2.6, 4.15), by feature. */
export const SANDBOX_OPTIONS: Readonly<Record<string, JsonObject>> = {
  swaps: { chains: SANDBOX_CHAINS, routers: SANDBOX_CHAINS.map((id) => `${id}:${EXCHANGE}`) },
  names: { suffix: 'walletkit.id' },
  onramp: {
    providers: [
      { name: 'sandbox-pay', label: 'Sandbox Pay' },
      { name: 'sandbox-ramp', label: 'Sandbox Ramp' },
    ],
  },
}

/** Where the sandbox's login service listens, unless that port is taken. */
function nextPort(text: string): string {
  const url = new URL(text)
  url.port = String(Number(url.port || 80) + 1)
  return url.origin
}

/** The relay of the libraries that `walletkit import` reads: their project ids are known there. */
export const PUBLIC_RELAY = 'wss://relay.walletconnect.org'

/** The public hosts (reference 1.1). */
export const reownServices = (): Services => ({
  api: 'https://rpc.walletconnect.org',
  rpc: 'https://rpc.walletconnect.org',
  wallets: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
  secureSite: 'https://secure.walletconnect.org',
  relay: PUBLIC_RELAY,
  verify: 'https://verify.walletconnect.org',
  images: 'https://api.web3modal.org',
})

/** Networks whose own RPC address a shared service replaces (reference 1.7). */
const SERVED = new Set(
  [
    1101, 56, 42161, 7777777, 59144, 324, 5000, 80084, 5003, 100, 8453, 42220, 1313161555, 17000, 1, 300, 1313161554,
    1329, 84532, 421614, 11155111, 8217, 43114, 999999999, 11155420, 80002, 97, 43113, 137, 10, 1301,
  ]
    .map((id) => `eip155:${id}`)
    .concat([
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
      'bip122:000000000019d6689c085ae165831e93',
      'bip122:000000000933ea01ad0ee984209779ba',
    ]),
)

/** `{rpc}/v1/?chainId={id}&projectId={id}` (spec 7); undefined where the service does not serve the network. */
export function serviceRpcUrl(rpc: string, caipNetworkId: string, projectId: string): string | undefined {
  if (!SERVED.has(caipNetworkId)) return undefined
  return `${rpc.replace(/\/+$/, '')}/v1/?chainId=${caipNetworkId}&projectId=${encodeURIComponent(projectId)}`
}
