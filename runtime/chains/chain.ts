import type { Connector } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Adapter } from './adapter.ts'

/** What discovery may know of the page that it runs in. */
export type Discovery = {
  /** Called with each connector as it is found; calling again with the same id and chain changes nothing. */
  found: (connector: Connector) => void
  enableInjected: boolean
  enableAnnounced: boolean
}

/** A wallet that only answers requests: a remote session, or an embedded wallet. */
export type Requests = {
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** Whether the wallet takes a method, where that is known without asking it. */
  offers?: (method: string) => boolean
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/**
 * Makes what the page holds as the provider of such a wallet, so that apps and adapters find the same methods on it as on
 * a wallet of the page. The accounts are those of the kit's state.
 */
export type WrapRequests = (kit: Kit, requests: Requests) => unknown

/** A chain namespace as thunks: what the build imports when the config names such a network. */
export type Chain = {
  readonly namespace: Namespace
  /** Finds the wallets of this page, without a request to anyone. Returns what stops it. */
  readonly discover?: () => Promise<{ default: (discovery: Discovery) => () => void }>
  /** Absent where the requests themselves are what apps know, as on eip155. */
  readonly wrapRequests?: () => Promise<{ default: WrapRequests }>
  readonly adapter: () => Promise<{ default: Adapter }>
}

export const defineChain = (chain: Chain): Chain => chain
