/** Rules of the random walks: what must be true of every page at any time, and what after everything was answered. */
import { requestClose } from '../../../runtime/actions/close.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { CONNECTIONS, connectorIdKey, STORAGE_KEYS } from '../../../runtime/lib/keyTable.ts'
import { type Namespace, namespacesOf } from '../../../runtime/lib/namespace.ts'
import { isUnsupported } from '../../../runtime/state/active.ts'
import { accountsOf, allConnections } from '../../../runtime/state/entries.ts'
import type { Site } from './site.ts'

const same = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()

/** Checks that connections, accounts and networks of the state agree. @returns what is wrong, or `undefined` */
export function fault(site: Site, kit: Kit): string | undefined {
  const { state } = kit
  for (const namespace of namespacesOf(state.accounts)) {
    const account = state.accounts[namespace]
    const [first] = state.connections[namespace] ?? []
    const network = state.networks[namespace].caipNetwork?.caipNetworkId
    if ((account.status === 'connected') !== Boolean(first))
      return `${namespace}: ${account.status}, ${first?.shown.id}`
    if (!first) {
      if (account.address) return `${namespace}: an address without a connection`
      continue
    }
    const [shown] = accountsOf(first)
    if (account.address !== shown?.address) return `${namespace}: shows ${account.address}, not ${shown?.address}`
    if (account.caipAddress !== `${network}:${account.address}`)
      return `${namespace}: ${account.caipAddress} on ${network}`
    if (first.session.caipNetworkId !== network)
      return `${namespace}: on ${network}, wallet ${first.session.caipNetworkId}`
    if (!first.shown.isActive) return `${namespace}: the first one is not active`
    const ids = (state.connections[namespace] ?? []).map(({ shown: { id } }) => id)
    if (new Set(ids).size !== ids.length) return `${namespace}: ${ids.join()}`
  }
  const { activeChain } = state.networks
  const isAnyConnected = allConnections(kit).length > 0
  if (isAnyConnected && !activeChain) return 'connected without an active namespace'
  return foreign(site, kit)
}

/** Checks that the state has, and wallets were asked for, only accounts of the wallet itself. @returns what is wrong */
function foreign(site: Site, kit: Kit): string | undefined {
  for (const { connector, session } of allConnections(kit)) {
    const wallet = site.evm.find(({ id }) => id === connector.id)
    const own = wallet?.accounts ?? Object.values(site.remote.accountsOn).flat()
    const alien = session.accounts.find((each) => !own.some((known) => same(known, each.address)))
    if (alien) return `${connector.id} does not have ${alien.address}`
    const approved = site.remote.accountsOn[session.caipNetworkId]
    if (!wallet && !session.accounts.every(({ address }) => approved?.includes(address)))
      return `${session.caipNetworkId} was approved for ${approved?.join()}, not ${session.accounts[0]?.address}`
  }
  for (const { id, accounts, signed } of site.evm) {
    const alien = signed.find((each) => !accounts.some((known) => same(known, each)))
    if (alien) return `${id} was asked to sign for ${alien}`
  }
  return undefined
}

/**
 * Presses the close button of an open modal. It may do nothing only if the wallet's network is not supported.
 * @returns the view that could not be closed, or `undefined`
 */
export function trapped(kit: Kit): string | undefined {
  const { modal, router } = kit.state
  if (!modal.open || requestClose(kit, 'button')) return undefined
  const isLost = router.view === 'UnsupportedChain' && isUnsupported(kit) && allConnections(kit).length > 0
  return isLost ? undefined : `trapped in ${router.view}`
}

/**
 * A namespace's account, for a comparison of tabs. Only the active namespace's network is stored, so for other
 * namespaces of a remote session it is always `'remote'`.
 */
const shownIn =
  ({ state }: Kit) =>
  (namespace: Namespace) => {
    const isOwn = state.connections[namespace]?.[0]?.connector.type === 'WALLET_CONNECT'
    return isOwn && state.networks.activeChain !== namespace ? 'remote' : state.accounts[namespace].caipAddress
  }

/**
 * Checks after everything was answered: the tabs and the storage agree, nothing is still loading, and no listener is
 * left over.
 * @returns what is wrong, or `undefined`
 */
export function unsettled(site: Site): string | undefined {
  const told = site.tabs.map(({ kit }) =>
    allConnections(kit)
      .map(({ shown: { id } }) => id)
      .join(),
  )
  if (new Set(told).size > 1) return `tabs differ: ${told.join(' | ')}`
  const shown = site.tabs.map(({ kit }) => namespacesOf(kit.state.accounts).map(shownIn(kit)).join())
  if (new Set(shown).size > 1) return `accounts differ: ${shown.join(' | ')}`
  for (const { kit } of site.tabs) {
    const wrong = storedFault(site, kit)
    if (wrong) return wrong
    const waiting = Object.values(kit.state.accounts).some(({ status }) => status === 'connecting')
    if (waiting) return 'still connecting'
    if (kit.state.modal.loading) return 'still loading'
  }
  for (const { id, listeners } of site.evm) {
    const pages = site.tabs.filter(({ kit }) => allConnections(kit).some(({ connector }) => connector.id === id)).length
    if (listeners() !== 3 * pages) return `${id} has ${listeners()} listeners of ${pages} pages`
  }
  return undefined
}

function storedFault({ held }: Site, kit: Kit): string | undefined {
  const listed = JSON.parse(held.get(CONNECTIONS) ?? '[]') as { namespace: string; id: string }[]
  const stored = listed.map(({ namespace, id }) => `${namespace}:${id}`).join()
  const now = allConnections(kit).map(({ shown: { id } }) => id)
  if (stored !== now.join()) return `stored ${stored}, connected ${now.join()}`
  for (const namespace of namespacesOf(kit.state.accounts)) {
    const active = kit.state.connections[namespace]?.[0]?.connector.id
    if (held.get(connectorIdKey(namespace)) !== active)
      return `${namespace}: stored ${held.get(connectorIdKey(namespace))}`
  }
  const connected = namespacesOf(kit.state.accounts).filter((each) => kit.state.accounts[each].status === 'connected')
  const names = held.get(STORAGE_KEYS.connectedNamespaces) ?? ''
  if (names !== connected.join()) return `stored namespaces ${names}, connected ${connected.join()}`
  return undefined
}
