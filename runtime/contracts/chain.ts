import type { Connector } from './connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Adapter } from './adapter.ts'
import type { Family } from './family.ts'
import type { Verifier } from '../siwx/verify/verifier.ts'

/** What the kit passes to a chain's `discover`. The two flags are the config's `enableInjected` and `enableEIP6963`. */
export type Discovery = {
  /** Call it with each connector that is found. A second call with the same id and chain has no effect. */
  found: (connector: Connector) => void
  enableInjected: boolean
  enableAnnounced: boolean
}

/**
 * The means to send requests to a remote session or an embedded wallet, which has no provider in the page, and to
 * listen to its events.
 */
export type Requests = {
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** Whether the wallet accepts a method. Absent if only a request with the method can show that. */
  offers?: (method: string) => boolean
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/**
 * Makes the provider object of a remote session or an embedded wallet. It has the methods of the provider of a wallet
 * in this browser, so that apps and adapters need not know the difference. It reads its accounts from the kit's state.
 * EVM chains have no such function, because there the {@link Requests} object itself is the provider.
 */
export type WrapRequests = (kit: Kit, requests: Requests) => unknown

/**
 * The code of one chain namespace, as functions that load it. A build includes it if its config lists such a network.
 */
export type Chain = {
  readonly namespace: Namespace
  /**
   * The family's data. Only chains from outside this package set it; this package has its own families' data already.
   */
  readonly family?: Family
  /**
   * Loads the function that finds the wallets in this browser, without any network request or prompt. That function
   * returns one that stops the search.
   */
  readonly discover?: () => Promise<{ default: (discovery: Discovery) => () => void }>
  /**
   * Loads the function that makes the namespace's provider of a remote session or an embedded wallet ({@link
   * WrapRequests}). Absent if apps use the plain `request` interface, as on eip155 (EIP-1193).
   */
  readonly wrapRequests?: () => Promise<{ default: WrapRequests }>
  readonly adapter: () => Promise<{ default: Adapter }>
  /**
   * Loads the function that verifies sign-in signatures, in the page and on a server (`families` of
   * `walletkit/siwx-server`). This package's own verifiers are `walletkit/siwx/<namespace>`, which only builds with
   * sign-in include.
   */
  readonly verifier?: () => Promise<{ default: Verifier }>
}

/**
 * Returns the chain unchanged. It is there so that TypeScript checks a chain where you write it.
 *
 * @example
 * ```ts
 * import { defineChain } from 'walletkit'
 * import eip155 from 'walletkit/chains/eip155'
 *
 * // Without wallets of this page: only remote sessions.
 * export default defineChain({ namespace: 'eip155', adapter: eip155.adapter })
 * ```
 */
export const defineChain = (chain: Chain): Chain => chain
