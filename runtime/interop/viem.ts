/**
 * `walletkit/viem`: viem clients over a kit. A wallet client belongs to the account and network of its making, and refuses
 * to send once the wallet is on another network; {@link watchWalletClient} gives a new one whenever either changes.
 */
import {
  type Account,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  type CustomTransport,
  defineChain,
  fallback,
  http,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import type { CaipNetwork } from '../chains/network.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Stop, WalletKit } from '../instance.ts'
import { type EvmSession, requireSession, watchSession } from './session.ts'

export type KitWalletClient = WalletClient<CustomTransport, Chain, Account>

/** The connected wallet as a viem client, for its account and network of now. Throws `NOT_CONNECTED` without one. */
export const toWalletClient = (kit: WalletKit): KitWalletClient => clientOf(requireSession(kit))

/** Calls the listener with a new client for every other account, network or wallet, and with `undefined` at the end of it. */
export const watchWalletClient = (kit: WalletKit, listener: (client: KitWalletClient | undefined) => void): Stop =>
  watchSession(kit, (session) => listener(session && clientOf(session)))

/**
 * Reads from a network's own RPC, connected or not. `chainId` defaults to the active EVM network. Throws
 * `NETWORK_NOT_FOUND` for one that the kit does not list, or that has no RPC.
 */
export function toPublicClient(kit: WalletKit, { chainId }: { chainId?: number } = {}): PublicClient<Transport, Chain> {
  const wanted = chainId ?? kit.getCaipNetwork('eip155')?.id
  const network = networksOf(kit).find(({ id }) => id === wanted)
  const urls = network?.rpcUrls.default.http ?? []
  if (!network || !urls.length) throw noNetwork(`Network ${wanted} is not listed, or has no RPC`)
  return createPublicClient({ chain: toChain(network), transport: fallback(urls.map((url) => http(url))) })
}

/** The kit's EVM networks as viem chains, for `createConfig({ chains })`. Throws `NETWORK_NOT_FOUND` when it has none. */
export function toChains(kit: WalletKit): readonly [Chain, ...Chain[]] {
  const [first, ...others] = networksOf(kit).map(toChain)
  if (!first) throw noNetwork('The kit has no EVM network')
  return [first, ...others]
}

/** One EVM network as a viem chain. */
export function toChain({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet }: CaipNetwork): Chain {
  return defineChain({
    id: Number(id),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls.default.http } },
    ...(blockExplorers && { blockExplorers }),
    ...(testnet !== undefined && { testnet }),
  })
}

/** No retries: a wallet that answered with an error may have sent all the same. */
const clientOf = ({ addresses: [account], network, provider }: EvmSession): KitWalletClient =>
  createWalletClient({ account, chain: toChain(network), transport: custom(provider, { retryCount: 0 }) })

const networksOf = (kit: WalletKit) => kit.getCaipNetworks().filter(({ chainNamespace }) => chainNamespace === 'eip155')

const noNetwork = (message: string) => new WalletKitError('NETWORK_NOT_FOUND', message)
