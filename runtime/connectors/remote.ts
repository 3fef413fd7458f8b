/** Remote sessions: wallets on another device, or in another app, reached over a relay. */
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { NAMESPACES } from '../lib/namespace.ts'
import { CONNECTOR_IDS, CONNECTOR_NAMES, type Connector, type Driver } from './connector.ts'

/** What a wallet says of itself; a claim that nobody has checked. */
export type Peer = { name: string; icon?: string; url?: string }

/** The wallet's yes: the namespaces that it approved, as they stand in the session. */
export type Approval = {
  peer: Peer
  namespaces: readonly Namespace[]
  /** Keeps the sign-in that came with it, before anybody is connected. Never throws. */
  signIn?: () => Promise<void>
}

/** An invitation to one wallet. */
export type Pairing = {
  /** `wc:…@2?…` */
  uri: string
  /** When it stops being shown, ms since 1970 (default 4 min from now, decisions 4.1). */
  expiry: number
  /** Rejects with what the wallet or the relay said; stays open for as long as the relay keeps the proposal. */
  approval: Promise<Approval>
}

/** The part of the core that holds the relay client, fetched when a remote wallet is first wanted. */
export type Remote = Driver & {
  /** Makes the relay client ahead of the first invitation; nobody is dialled for it. */
  prepare?: (kit: Kit) => Promise<unknown>
  /** Invites a wallet. Throws `RELAY_FAILED` when the relay cannot be reached in ten seconds. */
  pair: (kit: Kit) => Promise<Pairing>
  /** Ends a session that nobody wants any more. Never throws. */
  dismiss: (kit: Kit) => Promise<void>
}

export type LoadRemote = () => Promise<{ default: Remote }>

/** Whether this page can invite remote wallets: the config names a relay, and the build holds what speaks to it. */
export const hasRemote = ({ config, parts }: Kit): boolean =>
  Boolean(parts.remote && config.services?.relay && config.projectId) && config.enableWalletConnect !== false

/** One connector for each namespace that the kit serves; without adapters, for each that has a network. */
export function remoteConnectors(kit: Kit): Connector[] {
  const driver = kit.parts.remote
  if (!driver || !hasRemote(kit)) return []
  const served = (namespace: Namespace) =>
    kit.chains.size ? kit.chains.has(namespace) : kit.state.networks[namespace].requestedCaipNetworks.length > 0
  return NAMESPACES.filter(served).map((chain) => ({
    id: CONNECTOR_IDS.walletConnect,
    name: CONNECTOR_NAMES['walletConnect'] ?? 'WalletConnect',
    type: 'WALLET_CONNECT',
    chain,
    chains: [],
    driver,
  }))
}
