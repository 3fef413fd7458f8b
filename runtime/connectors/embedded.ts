/** The connectors of the embedded wallet, to which the visitor logs in through an iframe of the login service. */
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { CONNECTOR_IDS, type Connector } from '../contracts/connector.ts'

/** The namespaces on which the embedded wallet can sign. */
export const EMBEDDED_NAMESPACES = ['eip155', 'solana'] as const satisfies readonly Namespace[]

/**
 * Whether this page offers a login: the build includes the code for it, the config names the login service, and the
 * page has an EVM chain or Solana.
 */
export const hasEmbedded = ({ config, parts, chains }: Kit): boolean =>
  Boolean(parts.auth && config.services?.secureSite) && EMBEDDED_NAMESPACES.some((namespace) => chains.has(namespace))

/** One connector for each namespace of this page on which a login works. Empty if {@link hasEmbedded} is false. */
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
