/**
 * How the events of a relay session change the kit's state. `createRemote` accepts another table. Every event carries
 * its session's topic. The kit ignores events of other sessions, and networks and accounts that its session does not
 * contain, because the visitor did not approve them. MetaMask's networks are an exception (`takesAll`).
 *
 * | event | state after it |
 * |---|---|
 * | `session_update` | has the session's accounts, on one of its networks; a namespace that it lost disconnects |
 * | `session_delete` | disconnected |
 * | `session_expire` | disconnected |
 * | `session_extend` | unchanged: the new expiry is read when it is needed |
 * | `session_event` `accountsChanged` | the first of these accounts that the session has on the network is the active one |
 * | `session_event` `chainChanged` | the active network follows, with the accounts that the session has there |
 * | `session_ping` | unchanged |
 */
import { parseCaipAddress } from '../lib/caip.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { parseAddress, parseChainId } from '../chains/eip155/provider.ts'
import { presentId } from './namespaces.ts'
import type { RemoteNamespace } from './session.ts'

/** The change that an event makes to one namespace. */
export type Change =
  { accounts: readonly string[] } | { network: CaipNetworkId } | { session: RemoteNamespace } | { over: true }

export type SessionEvent = {
  namespace: Namespace
  /** The namespace's part of the current session; absent when the session has none. */
  session: RemoteNamespace | undefined
  /** The `params` of WalletConnect's event. */
  params: unknown
}

export type SessionEvents = Readonly<Record<string, (event: SessionEvent) => Change | undefined>>

const over = (): Change => ({ over: true })

export const SESSION_EVENT_TABLE: SessionEvents = {
  session_update: ({ session }) => (session ? { session } : over()),
  session_delete: over,
  session_expire: over,
  session_extend: () => undefined,
  session_ping: () => undefined,
  session_event: ({ namespace, params }) => {
    const { event, chainId } = (params ?? {}) as { event?: { name?: unknown; data?: unknown }; chainId?: unknown }
    if (typeof chainId !== 'string' || !chainId.startsWith(`${namespace}:`)) return undefined
    if (event?.name === 'accountsChanged') {
      const accounts = Array.isArray(event.data) ? event.data.flatMap((each) => readAccount(each, namespace) ?? []) : []
      return accounts.length ? { accounts: [...new Set(accounts)] } : undefined
    }
    if (event?.name !== 'chainChanged') return undefined
    // Wallets put the new chain into the payload as a number, as hex or as CAIP-2; some only set the event's chainId.
    const own = namespace === 'eip155' ? parseChainId(strip(event.data)) : undefined
    return { network: own === undefined ? presentId(chainId as CaipNetworkId) : `eip155:${own}` }
  },
}

const strip = (value: unknown) => (typeof value === 'string' ? value.replace(/^eip155:/, '') : value)

/**
 * Parses an address that stands alone or in a CAIP-10 id. On eip155 `undefined` for text that is no address; elsewhere
 * any text is accepted.
 */
function readAccount(value: unknown, namespace: Namespace): string | undefined {
  if (typeof value !== 'string') return undefined
  const parsed = parseCaipAddress(value)
  const address = parsed?.namespace === namespace ? parsed.address : value
  return namespace === 'eip155' ? parseAddress(address) : address
}
