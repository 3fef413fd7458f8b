/**
 * Follows what the wallet of a remote session says about accounts and networks, and ignores those that the visitor did
 * not approve.
 */
import { toHex } from '../chains/eip155/provider.ts'
import type { Session, SessionAccount, SessionEvents } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { accountsBehind, entryOf } from '../state/entries.ts'
import type { RelayClient } from './client.ts'
import { accountsOn, believed, networkIn, networkNow, remoteKey, toAccounts } from './current.ts'
import type { Change, SessionEvents as Table } from './events.ts'
import type { RemoteProvider } from './provider.ts'
import { type RemoteNamespace, type RemoteSession, sessionFor } from './session.ts'

/** MetaMask accepts every network, whatever its session lists. This is the name that it reports. */
const TAKES_ALL = 'MetaMask Wallet'

export const takesAll = (session: RemoteSession | undefined) => session?.peer.name === TAKES_ALL

/** The accounts by network. `type`: that of the account in use. */
export const accountsByNetwork = (
  { accountsOn: by }: RemoteNamespace,
  type: SessionAccount['type'],
): NonNullable<Session['accountsOn']> =>
  Object.fromEntries(Object.entries(by).map(([id, accounts]) => [id, toAccounts(accounts, type)]))

type Open = { client: RelayClient; provider: RemoteProvider }

/**
 * Reports the changes of a namespace to `on`. `table` says what each event changes. Returns a function that stops this.
 */
export function watchSession(
  kit: Kit,
  namespace: Namespace,
  on: SessionEvents,
  table: Table,
  open: () => Promise<Open>,
): () => void {
  const stops: (() => void)[] = []
  let stopped = false
  void open().then(({ client, provider }) => {
    if (stopped) return
    const follow = createFollower(kit, namespace, on, provider)
    const sessionNow = () => sessionFor(kit, client.session)
    const topic = sessionNow()?.topic
    for (const [name, hear] of Object.entries(table)) {
      const listener = ({ topic: its, params }: { topic?: string; params?: unknown }) => {
        if (its !== topic) return
        const change = hear({ namespace, session: sessionNow()?.namespaces[namespace], params })
        if (change) follow.apply(sessionNow(), change)
      }
      client.client.on(name, listener)
      stops.push(() => client.client.off(name, listener))
    }
    // The page switched the network through the provider, so update the kit's state as after the wallet's own switch.
    const moved = (chainId: unknown) => follow.arrive(`eip155:${Number(chainId)}`)
    if (namespace === 'eip155') {
      provider.on('chainChanged', moved)
      stops.push(() => provider.removeListener('chainChanged', moved))
    }
  })
  return () => {
    stopped = true
    stops.forEach((stop) => stop())
  }
}

/** Returns functions that tell the kit and the page's provider what changed in the session. */
function createFollower(kit: Kit, namespace: Namespace, on: SessionEvents, provider: RemoteProvider) {
  /** Call when the session has moved to a network: the wallet may have approved other accounts there. */
  const arrive = (network: CaipNetworkId) => {
    const listed = () =>
      accountsBehind(kit, namespace, entryOf(kit, remoteKey(namespace))?.provider).map(({ address }) => address)
    const before = listed()
    on.network(network)
    const now = listed()
    if (now.length && now.join() !== before.join()) provider.tell('accountsChanged', now)
  }
  const move = (network: CaipNetworkId) => {
    const [, reference] = network.split(':')
    provider.tell('chainChanged', namespace === 'eip155' ? toHex(Number(reference)) : network)
    arrive(network)
  }
  const show = (accounts: readonly string[]) => {
    provider.tell('accountsChanged', accounts)
    on.accounts(accounts)
  }
  /**
   * Applies a change. Ignores accounts that the visitor did not approve and, except with MetaMask, networks that the
   * visitor did not approve.
   */
  const apply = (session: RemoteSession | undefined, change: Change) => {
    if ('over' in change) {
      provider.tell('disconnect', { code: 4900, message: 'The remote session is over' })
      return on.disconnect()
    }
    const own = session?.namespaces[namespace]
    const type = entryOf(kit, remoteKey(namespace))?.session.accounts[0]?.type
    const active = networkNow(kit, namespace)?.caipNetworkId
    if ('network' in change) {
      if (takesAll(session) || own?.networks.includes(change.network)) move(change.network)
      return
    }
    if ('accounts' in change) {
      const accounts = own ? believed(change.accounts, accountsOn(own, active)) : []
      if (accounts.length) show(accounts)
      return
    }
    if (takesAll(session)) {
      on.approved?.(undefined, accountsByNetwork(change.session, type))
      return show(accountsOn(change.session, active))
    }
    const network = networkIn(kit, namespace, change.session)
    on.approved?.(change.session.networks, accountsByNetwork(change.session, type))
    show(accountsOn(change.session, network))
    // Requests go to a network of the session. So if the session lost the page's network, switch to one that it has.
    if (network && network !== active) move(network)
  }
  return { arrive, apply }
}
