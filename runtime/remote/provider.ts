/** Wraps a remote session as an EIP-1193 provider, which apps and adapters know. */
import { WalletKitError } from '../errors/base.ts'
import { readCode } from '../errors/rejection.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import { networkRpc } from '../http/networkRpc.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { isRecord } from '../lib/isRecord.ts'
import { accountsOf, entryOf } from '../state/entries.ts'
import { createListeners } from '../lib/listeners.ts'
import type { Requests } from '../contracts/chain.ts'
import { parseChainId, toHex } from '../chains/eip155/provider.ts'
import { SAFE_METHODS } from '../connectors/methods.ts'
import { keepHash, sentHash } from '../connectors/sentHash.ts'
import type { RelayClient } from './client.ts'
import { accountsOn, networkNow, remoteKey } from './current.ts'
import { sessionFor, type RemoteNamespace } from './session.ts'

type Heard = { accountsChanged: readonly string[]; chainChanged: string; disconnect: unknown }

/**
 * Sends requests to a remote wallet. A request with a method that the provider refuses rejects with `METHOD_REFUSED`,
 * and then all waiting requests reject as well, except those that may move money. Other errors are the wallet's or the
 * node's own, code 4900 once the session has ended, and 4100, 4901 or 4902 for an account or a network that the wallet
 * has not approved.
 */
export type RemoteProvider = Requests & {
  /** Emits an event to the page's listeners; only the code that watches the session calls it. */
  tell: <E extends keyof Heard>(event: E, payload: Heard[E]) => void
}

/** EIP-1193's error for a session that has ended. */
class Disconnected extends Error {
  readonly code = RPC_CODES.disconnected
}

const notAllowed = () => new WalletKitError('METHOD_REFUSED', 'Requested RPC call is not allowed')

/** The code of WalletConnect's library for the error of requests whose session either side ended. */
const SESSION_ENDED = 6000
const ended = (cause?: unknown) => new Disconnected('The remote session is over', { cause })

/**
 * Methods that may move money. {@link checkMove} refuses them on a network or from an account that is not approved.
 * When another request is refused, all waiting requests are rejected except these: the wallet may still pay, and a
 * visitor who is told that it failed would pay twice.
 */
const MOVES = /send|signTransaction|signAllTransactions|signPsbt/i

/** Throws 4901 on a network that the wallet did not approve, and 4100 for a `from` that it did not approve there. */
function checkMove(params: unknown, isHere: boolean, network: CaipNetwork | undefined, own: RemoteNamespace) {
  if (network && !isHere) throw coded(`The wallet has not approved ${network.name}`, RPC_CODES.chainDisconnected)
  const [first] = Array.isArray(params) ? (params as unknown[]) : []
  const from = isRecord(first) ? first['from'] : undefined
  const approved = accountsOn(own, network?.caipNetworkId)
  if (typeof from === 'string' && !approved.some((each) => each.toLowerCase() === from.toLowerCase()))
    throw coded('The wallet has not approved this account here', RPC_CODES.unauthorized)
}

const coded = (message: string, code: number) => Object.assign(new Error(message), { code })

/** Seconds that a wallet has for one request: the least that WalletConnect's library accepts. */
const REQUEST_EXPIRY = 300

/**
 * Creates the provider of one namespace; it outlives the relay client. It sends the methods of the session to the
 * wallet, and other `eth_` methods that need no approval (reads, and transactions that are signed already) to the
 * network's own node. On eip155 it answers requests for accounts and the chain id itself, and switches within the
 * session. It refuses everything else.
 */
export function createProvider(kit: Kit, clientNow: () => RelayClient, namespace: Namespace): RemoteProvider {
  const { emit, ...listeners } = createListeners()
  const session = (): RemoteNamespace => {
    const own = sessionFor(kit, clientNow().session)?.namespaces[namespace]
    if (!own) throw ended()
    return own
  }
  const active = () => networkNow(kit, namespace)
  /**
   * The accounts on the active network, the active one first. Before the connection is recorded, the session's order.
   */
  const listed = (own: RemoteNamespace): readonly string[] => {
    const entry = entryOf(kit, remoteKey(namespace))
    return entry ? accountsOf(entry).map(({ address }) => address) : accountsOn(own, active()?.caipNetworkId)
  }

  /** The methods of the requests that wait for the wallet, by the function that rejects each. */
  const pending = new Map<(error: unknown) => void, string>()
  /**
   * Sends a request to the wallet. Rejects at once when the session ends. Also rejects when another request is refused,
   * unless this request may move money. If the wallet then still answers with a transaction's hash, the hash is stored.
   */
  const toWallet = (method: string, params: unknown, chain: CaipNetworkId) =>
    new Promise<unknown>((resolve, reject) => {
      const approvedId = session().olderIds?.[chain] ?? chain
      pending.set(reject, method)
      clientNow()
        .request({ method, ...(params === undefined ? {} : { params }) }, approvedId, REQUEST_EXPIRY)
        .catch((error: unknown) => {
          throw readCode(error) === SESSION_ENDED ? ended(error) : error
        })
        .then((answer) => {
          if (pending.has(reject)) return resolve(answer)
          const hash = sentHash(method, answer)
          if (hash !== undefined) keepHash(kit, chain, params, hash)
        }, reject)
        .finally(() => pending.delete(reject))
    })
  const rejectAll = (error: Error, isMeant: (method: string) => boolean = () => true) => {
    for (const [reject, method] of [...pending]) if (isMeant(method) && pending.delete(reject)) reject(error)
  }
  kit.teardown.push(
    // Keep the requests that may move money: the wallet may still pay, and a visitor who is told that it failed would
    // pay twice.
    kit.events.on('refused', () => rejectAll(notAllowed(), (method) => !MOVES.test(method))),
    // When the session has ended, the wallet's answers can no longer arrive. Reject the requests at once, because
    // WalletConnect's library would let them wait for minutes.
    kit.events.on('disconnected', (event) => {
      if (event.namespace === namespace) rejectAll(ended())
    }),
  )

  /** Switches the network. Asks the wallet (EIP-3326) only if the session does not contain the network. */
  const switchChain = async (params: unknown) => {
    const [wanted] = Array.isArray(params) ? (params as { chainId?: unknown }[]) : []
    const chainId = parseChainId(wanted?.chainId)
    const { networks, methods } = session()
    const id: CaipNetworkId = `eip155:${chainId ?? 0}`
    if (!networks.includes(id)) {
      const [first] = networks
      if (!first || !methods.includes('wallet_switchEthereumChain'))
        throw coded(`The wallet has not approved ${id}`, RPC_CODES.unrecognizedChain)
      await toWallet('wallet_switchEthereumChain', params, first)
    }
    clientNow().setDefaultChain(id)
    emit('chainChanged', toHex(chainId ?? 0))
    return null
  }

  const request: RemoteProvider['request'] = async ({ method, params }) => {
    const own = session()
    const { methods, networks } = own
    if (namespace === 'eip155') {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [...listed(own)]
      if (method === 'eth_chainId') return toHex(Number(active()?.id ?? networks[0]?.split(':')[1] ?? 1))
      if (method === 'wallet_switchEthereumChain') return switchChain(params)
    }
    const network = active()
    const isHere = network !== undefined && networks.includes(network.caipNetworkId)
    if (methods.includes(method) && MOVES.test(method)) checkMove(params, isHere, network, own)
    const chain = isHere ? network.caipNetworkId : networks[0]
    if (chain && methods.includes(method)) return toWallet(method, params, chain)
    if (network && method.startsWith('eth_') && SAFE_METHODS.includes(method))
      return networkRpc(kit, network).request({ method, params })
    kit.events.emit('refused', { method })
    throw notAllowed()
  }

  return {
    request,
    offers: (method) => session().methods.includes(method),
    ...listeners,
    tell: emit,
  }
}
