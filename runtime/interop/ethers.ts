/**
 * `walletkit/ethers`: an ethers v6 provider and signer for a kit. They keep the account and network of their creation,
 * and refuse to send once the wallet is on another network; {@link watchSigner} gives a new signer after each change.
 */
import { BrowserProvider, JsonRpcSigner } from 'ethers'
import { type Eip1193Provider, parseChainId } from '../chains/eip155/provider.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Stop, WalletKit } from '../kit/instance.ts'
import { type EvmSession, requireSession, watchSession } from './session.ts'

/**
 * The connected wallet as an ethers provider, for its current network. Throws `NOT_CONNECTED` while no wallet is
 * connected.
 *
 * @example
 * ```ts
 * import { toBrowserProvider } from 'walletkit/ethers'
 *
 * const block = await toBrowserProvider(kit).getBlockNumber()
 * ```
 */
export const toBrowserProvider = (kit: WalletKit): BrowserProvider => providerOf(requireSession(kit))

/**
 * The active account as a signer. Sends the wallet no request. Throws `NOT_CONNECTED` without an account.
 *
 * @example
 * ```ts
 * import { toSigner } from 'walletkit/ethers'
 *
 * const signature = await toSigner(kit).signMessage('Hello')
 * ```
 */
export const toSigner = (kit: WalletKit): JsonRpcSigner => signerOf(requireSession(kit))

/**
 * Calls the listener with a new signer whenever the account, network or wallet changes, and with `undefined` after a
 * disconnect.
 *
 * @example
 * ```ts
 * import { watchSigner } from 'walletkit/ethers'
 *
 * const stop = watchSigner(kit, (signer) => console.log(signer?.address))
 * ```
 */
export function watchSigner(kit: WalletKit, listener: (signer: JsonRpcSigner | undefined) => void): Stop {
  return watchSession(kit, (session) => listener(session && signerOf(session)))
}

const signerOf = (session: EvmSession) => new JsonRpcSigner(providerOf(session), session.addresses[0])

const providerOf = ({ provider, chainId, network }: EvmSession) =>
  new BrowserProvider({ request: pinned(provider, chainId) }, { chainId, name: network.name })

/**
 * Refuses to send while the wallet is on another network than `chainId`, because ethers itself would send most
 * transactions anyway: it compares the networks before it sends only if the transaction sets a `type` other than 0, and
 * sets none of `gasLimit`, `maxFeePerGas` and `maxPriorityFeePerGas`.
 */
function pinned(provider: Eip1193Provider, chainId: number) {
  return async (request: { method: string; params?: unknown[] | Record<string, unknown> }): Promise<unknown> => {
    if (request.method === 'eth_sendTransaction') {
      const now = parseChainId(await provider.request({ method: 'eth_chainId' }))
      if (now !== chainId) throw new WalletKitError('NETWORK_CHANGED', `network changed: ${chainId} => ${now}`)
    }
    return provider.request(request)
  }
}
