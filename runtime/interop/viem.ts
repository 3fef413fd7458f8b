/**
 * `walletkit/viem`: viem clients for a kit. A wallet client keeps the account and network of its creation, and refuses
 * to send once the wallet is on another network; {@link watchWalletClient} gives a new client after each change.
 */
import {
  type Account,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  type CustomTransport,
  fallback,
  http,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import type { CaipNetwork } from '../contracts/network.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Stop, WalletKit } from '../kit/instance.ts'
import { type EvmSession, requireSession, watchSession } from './session.ts'

/**
 * A network as data, in the form of viem's `Chain`. It names no type of viem: a project often has a second copy of
 * viem in another version, and the types of two versions do not fit each other.
 */
export type KitChain = {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
}

export type KitWalletClient = WalletClient<CustomTransport, Chain, Account>

/**
 * The connected wallet as a viem client, for its current account and network. Throws `NOT_CONNECTED` while no wallet is
 * connected.
 *
 * @example
 * ```ts
 * import { toWalletClient } from 'walletkit/viem'
 *
 * const signature = await toWalletClient(kit).signMessage({ message: 'Hello' })
 * ```
 */
export const toWalletClient = (kit: WalletKit): KitWalletClient => clientOf(requireSession(kit))

/**
 * Calls the listener with a new client whenever the account, network or wallet changes, and with `undefined` after a
 * disconnect.
 *
 * @example
 * ```ts
 * import { watchWalletClient } from 'walletkit/viem'
 *
 * const stop = watchWalletClient(kit, (client) => console.log(client?.account.address))
 * ```
 */
export const watchWalletClient = (kit: WalletKit, listener: (client: KitWalletClient | undefined) => void): Stop =>
  watchSession(kit, (session) => listener(session && clientOf(session)))

/**
 * A client that reads from a network's own RPC, with or without a connected wallet. `chainId` defaults to the active
 * EVM network. Throws `NETWORK_NOT_FOUND` for a network that the kit does not list, or that has no RPC.
 *
 * @example
 * ```ts
 * import { toPublicClient } from 'walletkit/viem'
 *
 * const block = await toPublicClient(kit, { chainId: 1 }).getBlockNumber()
 * ```
 */
export function toPublicClient(kit: WalletKit, { chainId }: { chainId?: number } = {}): PublicClient<Transport, Chain> {
  const wanted = Number(chainId ?? kit.getCaipNetwork('eip155')?.id)
  // A config may write the id as a text.
  const network = networksOf(kit).find(({ id }) => Number(id) === wanted)
  const urls = network?.rpcUrls.default.http ?? []
  if (!network || !urls.length) throw noNetwork(`Network ${wanted} is not listed, or has no RPC`)
  return createPublicClient({ chain: toChain(network), transport: fallback(urls.map((url) => http(url))) })
}

/**
 * The kit's EVM networks as viem chains, for `createConfig({ chains })`. Throws `NETWORK_NOT_FOUND` if it has none.
 *
 * @example
 * ```ts
 * import { toChains } from 'walletkit/viem'
 *
 * const [first] = toChains(kit)
 * ```
 */
export function toChains(kit: WalletKit): readonly [KitChain, ...KitChain[]] {
  const [first, ...others] = networksOf(kit).map(toChain)
  if (!first) throw noNetwork('The kit has no EVM network')
  return [first, ...others]
}

/**
 * One EVM network as a viem chain.
 *
 * @example
 * ```ts
 * import { toChain } from 'walletkit/viem'
 *
 * const network = kit.getCaipNetwork('eip155')
 * const chain = network && toChain(network)
 * ```
 */
export function toChain({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet }: CaipNetwork): KitChain {
  return {
    id: Number(id),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls.default.http } },
    ...(blockExplorers && { blockExplorers }),
    ...(testnet !== undefined && { testnet }),
  }
}

/** Never retries a request: a wallet that answered with an error may nevertheless have sent the transaction. */
const clientOf = ({ addresses: [account], network, provider }: EvmSession): KitWalletClient =>
  createWalletClient({ account, chain: toChain(network), transport: custom(provider, { retryCount: 0 }) })

const networksOf = (kit: WalletKit) => kit.getCaipNetworks().filter(({ chainNamespace }) => chainNamespace === 'eip155')

const noNetwork = (message: string) => new WalletKitError('NETWORK_NOT_FOUND', message)
