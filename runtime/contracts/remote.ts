/** Remote sessions: wallets on another device, or in another app, reached over a relay. */
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { namespacesOf } from '../lib/namespace.ts'
import { CONNECTOR_IDS, CONNECTOR_NAMES, type Connector, type Driver } from './connector.ts'

/** What a wallet claims about itself; nothing verifies it. */
export type Peer = { name: string; icon?: string; url?: string }

/** A wallet's approval of a pairing. `namespaces` are those that the new session contains. */
export type Approval = {
  peer: Peer
  namespaces: readonly Namespace[]
  /** Stores the sign-in that came with the approval. Call it before the account connects. Never throws. */
  signIn?: () => Promise<void>
}

/** A proposal of a remote session. The first wallet that reads its URI can approve it. */
export type Pairing = {
  /** The URI that the wallet reads from a QR code or a link: `wc:…@2?…`. */
  uri: string
  /** When the modal stops offering the URI, in ms since 1970: by default 4 minutes after the URI was created. */
  expiry: number
  /**
   * Resolves when a wallet approves the pairing. Rejects with the error of the wallet or relay; stays pending as long
   * as the relay keeps the proposal.
   */
  approval: Promise<Approval>
}

/** The lazily loaded code with the relay client; fetched when a remote wallet is first needed. */
export type Remote = Driver & {
  /**
   * Creates the relay client before the first pairing, so that the QR code shows sooner; opens no connection while
   * there is no session.
   */
  prepare?: (kit: Kit) => Promise<unknown>
  /** Creates a pairing. Throws `RELAY_FAILED` when the relay cannot be reached within ten seconds. */
  pair: (kit: Kit) => Promise<Pairing>
  /** Ends the newest remote session, because the kit cannot use its approval. Never throws. */
  dismiss: (kit: Kit) => Promise<void>
}

export type LoadRemote = () => Promise<{ default: Remote }>

/**
 * Whether this page can pair with remote wallets: the config names a relay and a project id and does not turn them off
 * (`enableWalletConnect`), and the build includes the relay client.
 */
export const hasRemote = ({ config, parts }: Kit): boolean =>
  Boolean(parts.remote && config.services?.relay && config.projectId) && config.enableWalletConnect !== false

/**
 * The connectors of remote wallets: one for each namespace that has an adapter or, on a page without adapters, for each
 * one with a network. Empty if {@link hasRemote} is false.
 */
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
