import type { Connector } from '../connectors/connector.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Adapter } from './adapter.ts'

/** What discovery may know of the page that it runs in. */
export type Discovery = {
  /** Called with each connector as it is found; calling again with the same id and chain changes nothing. */
  found: (connector: Connector) => void
  enableInjected: boolean
  enableAnnounced: boolean
}

/** A chain namespace as thunks: what the build imports when the config names such a network. */
export type Chain = {
  readonly namespace: Namespace
  /** Finds the wallets of this page, without a request to anyone. Returns what stops it. */
  readonly discover?: () => Promise<{ default: (discovery: Discovery) => () => void }>
  readonly adapter: () => Promise<{ default: Adapter }>
}

export const defineChain = (chain: Chain): Chain => chain
