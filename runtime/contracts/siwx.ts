/** The types of sign-in. Its code comes only with builds whose config enables it. */
import type { ComponentType } from 'react'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'

export type SiwxPart = {
  /**
   * Checks whether the active account has a session on its network, and opens the sign-in screen if it has none.
   * Resolves when that is done. Never throws.
   */
  settle: (kit: Kit) => Promise<void>
  /** The sign-in to request together with a remote session; `undefined` if the wallet must sign later. Never throws. */
  request: (kit: Kit, offer: SignInOffer) => Promise<SignInRequest | undefined>
  /** The sign-in screen. */
  view: () => Promise<{ default: ComponentType<{ params: undefined }> }>
}
/** The networks (the page's active one first) and methods that a remote session on EVM chains will request. */
export type SignInOffer = { chains: readonly CaipNetworkId[]; methods: readonly string[] }

/** A sign-in that is part of the approval of a remote session. `cacaos` is the wallet's response; it is untrusted. */
export type SignInRequest = {
  /** The parameters in the format of the relay client. Times are RFC 3339. */
  params: {
    chains: string[]
    methods: string[]
    domain: string
    uri: string
    nonce: string
    statement?: string
    resources?: string[]
    exp?: string
    nbf?: string
  }
  /**
   * Resolves if the response contains the requested messages with valid signatures. Throws `SIWX_INVALID` otherwise.
   */
  check: (cacaos: unknown) => Promise<void>
  /** Stores the checked sessions. Resolves when the visitor is signed in, or sees the reason why not. Never throws. */
  keep: (cacaos: unknown) => Promise<void>
}
export type LoadSiwx = () => Promise<{ default: SiwxPart }>

/** The config's `siwx`. */
export type SiwxOptions = {
  /** Disconnects a visitor who does not sign (default: true). */
  required?: boolean
  /** Where sessions are stored (default: local). */
  storage?: 'local' | 'server'
  /** For `server`: the URL of `walletkit/siwx-server` (default: `/siwx` on the page's origin). */
  endpoint?: string
  /** The sentence that the visitor signs. */
  statement?: string
  /** Milliseconds until a session ends; if absent, it never ends. */
  expiration?: number
  /** The domain in the message (default: the page's host). */
  domain?: string
  /** The URI in the message (default: the page's origin). */
  uri?: string
  resources?: string[]
  /**
   * Whether remote wallets may connect and sign in with one approval, if all networks are EVM networks (default: true).
   * Such messages also list the session's wallet methods (ERC-5573), which a server of your own must accept.
   */
  oneClick?: boolean
}
