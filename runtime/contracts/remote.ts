/** Remote sessions: wallets on another device, or in another app, reached over a relay. */
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { namespacesOf } from '../lib/namespace.ts'
import { CONNECTOR_IDS, CONNECTOR_NAMES, type Connector, type Driver } from './connector.ts'

/** What a wallet claims about itself; nothing verifies it. */
export type Peer = { name: string; icon?: string; url?: string }

/** The wallet's approval, with the namespaces that its session contains. */
export type Approval = {
  peer: Peer
  namespaces: readonly Namespace[]
  /** Stores the sign-in that came with the approval, before the account connects. Never throws. */
  signIn?: () => Promise<void>
}

/** A proposal to one wallet. */
export type Pairing = {
  /** `wc:…@2?…` */
  uri: string
  /** When the modal stops showing the URI, ms since 1970 (default: after 4 min). */
  expiry: number
  /** Rejects with the error of the wallet or relay; stays pending as long as the relay keeps the proposal. */
  approval: Promise<Approval>
}

/** The lazily loaded code with the relay client; fetched when a remote wallet is first needed. */
export type Remote = Driver & {
  /** Creates the relay client before the first pairing; opens no connection. */
  prepare?: (kit: Kit) => Promise<unknown>
  /** Creates a pairing. Throws `RELAY_FAILED` when the relay cannot be reached within ten seconds. */
  pair: (kit: Kit) => Promise<Pairing>
  /** Ends a session that the kit does not use. Never throws. */
  dismiss: (kit: Kit) => Promise<void>
}

export type LoadRemote = () => Promise<{ default: Remote }>

/**
 * Whether this page can pair with remote wallets: the config names a relay and a project id, and the build includes the
 * relay client.
 */
export const hasRemote = ({ config, parts }: Kit): boolean =>
  Boolean(parts.remote && config.services?.relay && config.projectId) && config.enableWalletConnect !== false

/** One connector for each namespace that the kit serves; without adapters, for each namespace with a network. */
export function remoteConnectors(kit: Kit): Connector[] {
  const driver = kit.parts.remote
  if (!driver || !hasRemote(kit)) return []
  const served = (namespace: Namespace) =>
    kit.chains.size ? kit.chains.has(namespace) : kit.state.networks[namespace].requestedCaipNetworks.length > 0
  return namespacesOf(kit.state.accounts)
    .filter(served)
    .map((chain) => ({
      id: CONNECTOR_IDS.walletConnect,
      name: CONNECTOR_NAMES['walletConnect'] ?? 'WalletConnect',
      type: 'WALLET_CONNECT',
      chain,
      chains: [],
      driver,
    }))
}
