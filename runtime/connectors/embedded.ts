/** The connectors of the embedded wallet: one login, reached through a frame of the login service. */
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { CONNECTOR_IDS, type Connector } from './connector.ts'

/** The namespaces that it can act on (spec section 5). */
export const EMBEDDED_NAMESPACES = ['eip155', 'solana'] as const satisfies readonly Namespace[]

/** Whether this page can sign somebody in: the build holds the part, and the config names the service. */
export const hasEmbedded = ({ config, parts, chains }: Kit): boolean =>
  Boolean(parts.auth && config.services?.secureSite) && EMBEDDED_NAMESPACES.some((namespace) => chains.has(namespace))

/** One connector for each namespace that it serves here. */
export function embeddedConnectors(kit: Kit): Connector[] {
  const { auth } = kit.parts
  if (!auth || !hasEmbedded(kit)) return []
  return EMBEDDED_NAMESPACES.filter((namespace) => kit.chains.has(namespace)).map((chain) => ({
    id: CONNECTOR_IDS.auth,
    name: 'Email & social',
    type: 'AUTH',
    chain,
    chains: [],
    driver: async () => ({ default: (await auth()).default.driver }),
  }))
}
