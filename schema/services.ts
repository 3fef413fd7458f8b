/** The presets of `services` that a config names by one word, and the networks that a shared RPC service supports. */
import type { Services } from '../runtime/contracts/config.ts'
import type { JsonObject } from './pieces.ts'

export const SANDBOX_URL = 'http://127.0.0.1:4747'

/** The sandbox: one host and port for its services, except the login service, which needs an origin of its own. */
export const sandboxServices = (url: string, secureSite = nextPort(url)): Services => ({
  api: url,
  rpc: url,
  wallets: url,
  analytics: url,
  relay: `${url.replace(/^http/, 'ws')}/relay`,
  images: url,
  paymaster: `${url}/paymaster/{chainId}`,
  secureSite,
})

/** The address of the sandbox's exchange, the same on each of its chains. */
const EXCHANGE = '0x59BB1759DB8398582054e9E54aDDeF5470517b14'
const SANDBOX_CHAINS = ['eip155:31337', 'eip155:31338']

/** The sandbox's USDC, DAI and USDT, at the same addresses on each of its chains. */
const SANDBOX_TOKENS = [
  '0x91bb7CfEF26c7c756a4b4329437c0efC3C79da47',
  '0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf',
  '0x4eddc468B5F3F675B5c7e9837115dBB43F60eD62',
]

/**
 * Options that the sandbox preset sets, by feature: its chains, exchange, name suffix, on-ramp providers, and the
 * tokens that its paymaster takes.
 */
export const SANDBOX_OPTIONS: Readonly<Record<string, JsonObject>> = {
  swaps: { chains: SANDBOX_CHAINS, routers: SANDBOX_CHAINS.map((id) => `${id}:${EXCHANGE}`) },
  names: { suffix: 'walletkit.id' },
  passkey: { feeTokens: SANDBOX_CHAINS.flatMap((id) => SANDBOX_TOKENS.map((token) => `${id}/erc20:${token}`)) },
  onramp: {
    providers: [
      { name: 'sandbox-pay', label: 'Sandbox Pay' },
      { name: 'sandbox-ramp', label: 'Sandbox Ramp' },
    ],
  },
}

/**
 * The default origin of the sandbox's login service: the sandbox's own, `text`, with the port one higher. If that port
 * is in use, the sandbox takes any free one.
 */
function nextPort(text: string): string {
  const url = new URL(text)
  url.port = String(Number(url.port || (url.protocol === 'https:' ? 443 : 80)) + 1)
  return url.origin
}

/** The relay of the libraries that `walletkit import` reads; their project ids are valid there. */
export const PUBLIC_RELAY = 'wss://relay.walletconnect.org'

/** The preset `reown`: its public hosts. */
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

/** Networks for which a shared RPC service replaces the network's own URLs. */
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

/** A shared RPC service's URL for a network; `undefined` if such services do not support the network. */
export function serviceRpcUrl(rpc: string, caipNetworkId: string, projectId: string): string | undefined {
  if (!SERVED.has(caipNetworkId)) return undefined
  return `${rpc.replace(/\/+$/, '')}/v1/?chainId=${caipNetworkId}&projectId=${encodeURIComponent(projectId)}`
}
