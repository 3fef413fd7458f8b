/** The embedded wallet's EIP-1193 provider, for apps and adapters. Solana's provider sends its requests through it. */
import type { Requests } from '../contracts/chain.ts'
import { parseChainId, toHex } from '../chains/eip155/provider.ts'
import { CONNECTOR_IDS } from '../contracts/connector.ts'
import { type CaipNetwork, unknownNetwork } from '../contracts/network.ts'
import { accountsOf, entryOf, isActive } from '../state/entries.ts'
import { orUncertain } from '../actions/uncertain.ts'
import { createListeners } from '../lib/listeners.ts'
import { WalletKitError } from '../errors/base.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { approval } from './approval.ts'
import { checkRequest, type Class, classOf } from './policy.ts'
import { SENDS } from './messenger.ts'
import { checkChain } from './requestChain.ts'
import { embeddedWallet } from './wallet.ts'

export type EmbeddedProvider = Requests & {
  /** Emits an event to the app's listeners. Only the driver calls it. */
  tell: (event: 'accountsChanged' | 'chainChanged' | 'disconnect', payload: unknown) => void
}

const coded = (message: string, code: number) => Object.assign(new Error(message), { code })

/**
 * Creates the provider of one namespace. Requests that need no approval run at once, the others show the approval
 * screen. The provider itself answers the EVM methods for accounts and the network. Any other method that `policy.ts`
 * puts in neither class is refused, and the modal tells the visitor. Calls `moved` after the wallet switched to another
 * network.
 */
export function createProvider(
  kit: Kit,
  namespace: Namespace,
  moved: (id: CaipNetworkId) => Promise<void>,
): EmbeddedProvider {
  const { emit, ...listeners } = createListeners()
  const wallet = embeddedWallet(kit)
  // The login's own account and network: another wallet may be the active one of the namespace.
  const login = { id: CONNECTOR_IDS.auth, chain: namespace }
  const account = () => {
    const own = entryOf(kit, login)
    return own && accountsOf(own)[0]
  }
  const network = () => {
    const { caipNetwork, requestedCaipNetworks } = kit.state.networks[namespace]
    const { caipNetworkId } = isActive(kit, login) ? {} : (entryOf(kit, login)?.session ?? {})
    if (caipNetworkId === undefined) return caipNetwork
    return requestedCaipNetworks.find((each) => each.caipNetworkId === caipNetworkId) ?? unknownNetwork(caipNetworkId)
  }

  const send = (method: string, params: unknown, on: CaipNetwork | undefined) => {
    const [rpcUrl] = on?.rpcUrls.default.http ?? []
    return wallet.ask('RPC_REQUEST', {
      method,
      ...(params !== undefined && { params: spelled(method, params) }),
      ...(on && { chainId: on.caipNetworkId, chainNamespace: namespace }),
      ...(rpcUrl !== undefined && { rpcUrl }),
    })
  }

  const switchChain = async (params: unknown) => {
    const [wanted] = Array.isArray(params) ? (params as { chainId?: unknown }[]) : []
    const chainId = parseChainId(wanted?.chainId)
    const listed = kit.state.networks.eip155.requestedCaipNetworks.some(({ id }) => Number(id) === chainId)
    if (chainId === undefined || !listed) throw coded('Unrecognized chain', RPC_CODES.unrecognizedChain)
    await wallet.ask('SWITCH_NETWORK', { chainId })
    await moved(`eip155:${chainId}`)
    emit('chainChanged', toHex(chainId))
    return null
  }

  const check = (method: string, params: unknown): Class => {
    try {
      return checkRequest(method, params)
    } catch (error) {
      if (error instanceof WalletKitError) kit.events.emit('refused', { method })
      throw error
    }
  }

  const request: Requests['request'] = async ({ method, params }) => {
    const { address } = account() ?? {}
    // Pages ask for the accounts to find out whether somebody is signed in. That is no error (EIP-1193): without a
    // login, answer with an empty list.
    if (namespace === 'eip155' && method === 'eth_accounts') return address === undefined ? [] : [address]
    if (address === undefined) throw coded('Nobody is signed in', RPC_CODES.unauthorized)
    if (namespace === 'eip155') {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return toHex(Number(network()?.id ?? 1))
      if (method === 'wallet_switchEthereumChain') return switchChain(params)
    }
    // Read the network once: a switch of network while the request waits for approval must not affect the request.
    const on = network()
    const ask = () => send(method, params, on)
    if (check(method, params) === 'safe') return ask()
    if (on && namespace === 'eip155') checkChain(method, params, on.caipNetworkId)
    const run = () => approval(kit).run({ method, params, namespace, network: on }, ask)
    // Patience 0 ms: show the screen without waiting for the account's nonce. The node answers with the nonce long
    // before the person approves.
    return on && SENDS.test(method) ? orUncertain(kit, on, address, run, 0) : run()
  }

  return { request, offers: (method) => classOf(method) !== undefined, ...listeners, tell: emit }
}

/** Renames Solana's `sendOptions` to `options`, the name that the login service expects. */
function spelled(method: string, params: unknown): unknown {
  if (method !== 'solana_signAndSendTransaction' || !isRecord(params) || !('sendOptions' in params)) return params
  const { sendOptions, ...rest } = params
  return { ...rest, options: sendOptions }
}
