/** The types of sign-in. Its code comes only with builds whose config enables it. */
import type { ComponentType } from 'react'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'

/**
 * off -> checking -> signed | needed -> signing -> signed | declined -> signing. `off`: no account is connected, or the
 * site does not list its network.
 */
export type SignInStatus = 'off' | 'checking' | 'needed' | 'signing' | 'declined' | 'signed'

/** The account and network that a session is for. */
export type Subject = { namespace: Namespace; chainId: CaipNetworkId; address: string }

export type SignInState = { status: SignInStatus; subject: Subject | undefined }

export type SiwxPart = {
  /**
   * Checks whether the active account has a session on its network, and opens the sign-in screen if it has none.
   * Resolves when that is done. Never throws.
   */
  settle: (kit: Kit) => Promise<void>
  /** The sign-in to request together with a remote session; `undefined` if the wallet must sign later. Never throws. */
  request: (kit: Kit, offer: SignInOffer) => Promise<SignInRequest | undefined>
  /** The state of the active account's sign-in, observable, for pages without the sign-in screen. */
  state: (kit: Kit) => SignInState
  /** Asks the wallet to sign. Reports a failure. Throws only when no wallet can be asked. */
  sign: (kit: Kit) => Promise<void>
  /** Cancels; disconnects if sign-in is required. */
  cancel: (kit: Kit) => Promise<void>
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
