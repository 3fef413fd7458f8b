import type { Connector } from '../../runtime/contracts/connector.ts'
import type { Kit } from '../../runtime/contracts/kit.ts'
import type { Namespace } from '../../runtime/lib/namespace.ts'
import type { Connection } from '../../runtime/state/connections.ts'

/** Replaces parts of a namespace's active connection, for a wallet that a test makes up. */
export function setConnection(kit: Kit, namespace: Namespace, fields: Partial<Connection>) {
  const connector: Connector = {
    id: 'org.walletkit.test',
    name: 'Test wallet',
    type: 'ANNOUNCED',
    chain: namespace,
    chains: [],
    driver: () => Promise.reject(new Error('This wallet has no driver')),
  }
  const before = kit.state.connections[namespace]?.[0] ?? { connector, provider: {}, stop: () => undefined }
  kit.state.connections[namespace] = [{ ...before, ...fields }]
}
