import type { Connector } from '../../runtime/contracts/connector.ts'
import type { Kit } from '../../runtime/contracts/kit.ts'
import type { Namespace } from '../../runtime/lib/namespace.ts'
import { add } from '../../runtime/actions/record.ts'
import type { Connection } from '../../runtime/state/connections.ts'

type Entry = Omit<Connection, 'shown'>

/**
 * Replaces fields of a namespace's active connection. Without one, it adds a connection of a wallet that does nothing.
 */
export function setConnection(kit: Kit, namespace: Namespace, fields: Partial<Entry>) {
  const before = kit.state.connections[namespace]?.[0] ?? madeUp(kit, namespace)
  add(kit, { ...before, ...fields }, false)
}

/** A connection of a wallet with the accounts that the kit shows. The wallet answers no requests. */
function madeUp({ state }: Kit, namespace: Namespace): Entry {
  const driver = {
    connect: () => Promise.reject(new Error('This wallet has no driver')),
    resume: () => Promise.reject(new Error('This wallet has no driver')),
    disconnect: () => Promise.resolve(),
    watch: () => () => undefined,
  }
  const connector: Connector = {
    id: 'org.walletkit.test',
    name: 'Test wallet',
    type: 'ANNOUNCED',
    chain: namespace,
    chains: [],
    driver: () => Promise.resolve({ default: driver }),
  }
  const { caipNetwork } = state.networks[namespace]
  const session = {
    accounts: [...state.accounts[namespace].allAccounts],
    caipNetworkId: caipNetwork?.caipNetworkId ?? (`${namespace}:0` as const),
    provider: {},
  }
  return { connector, driver, provider: {}, session, since: 0, stop: () => undefined }
}
