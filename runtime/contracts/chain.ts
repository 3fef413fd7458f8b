import type { Connector } from './connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Adapter } from './adapter.ts'
import type { Family } from './family.ts'
import type { Verifier } from '../siwx/verify/verifier.ts'

/** What a chain's `discover` receives from the kit. */
export type Discovery = {
  /** Call it with each connector that is found. A second call with the same id and chain has no effect. */
  found: (connector: Connector) => void
  enableInjected: boolean
  enableAnnounced: boolean
}

/** A wallet that the kit can only send requests to: a remote session or an embedded wallet. */
export type Requests = {
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** Whether the wallet accepts a method. Absent if the kit cannot know that without asking the wallet. */
  offers?: (method: string) => boolean
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/**
 * Makes the provider object for such a wallet, with the same methods as the provider of a wallet of the page, so that
 * apps and adapters need not know the difference. The provider reads its accounts from the kit's state.
 */
export type WrapRequests = (kit: Kit, requests: Requests) => unknown

/** The code of one chain namespace, as thunks. The build imports it if the config lists a network of the namespace. */
export type Chain = {
  readonly namespace: Namespace
  /** Set by families from outside this package. The data of this package's own families loads with the modal. */
  readonly family?: Family
  /** Finds the wallets of this page without any network request or prompt. Returns the function that stops it. */
  readonly discover?: () => Promise<{ default: (discovery: Discovery) => () => void }>
  /** Absent where apps use the plain request interface, as on eip155 (EIP-1193). */
  readonly wrapRequests?: () => Promise<{ default: WrapRequests }>
  readonly adapter: () => Promise<{ default: Adapter }>
  /**
   * Verifies sign-in signatures, in the page and on a server (`families` of `walletkit/siwx-server`). This package's own
   * verifiers are `walletkit/siwx/<namespace>`, which only builds with sign-in include.
   */
  readonly verifier?: () => Promise<{ default: Verifier }>
}

/**
 * Checks a chain's types. Returns it unchanged.
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
