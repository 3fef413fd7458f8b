/** The types of sign-in. Only builds whose config enables sign-in include its code. */
import type { ComponentType } from 'react'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'

/**
 * `off`: no account is connected, or the site does not list its network. `checking`: looks for a session. `needed`:
 * there is none, or the last attempt failed. `signing`: the wallet is asked. `declined`: the visitor refused in the
 * wallet, and may try again. `signed`: the account has a session.
 */
export type SignInStatus = 'off' | 'checking' | 'needed' | 'signing' | 'declined' | 'signed'

/** The account and network that a sign-in is for. `chainId` is the CAIP-2 id. */
export type Subject = { namespace: Namespace; chainId: CaipNetworkId; address: string }

export type SignInState = { status: SignInStatus; subject: Subject | undefined }

export type SiwxPart = {
  /**
   * Checks whether the active account is signed in on its network. If it is not, opens the sign-in screen, except on a
   * page with the option `headless`. Resolves when the screen is open, or not needed. If the check fails, disconnects
   * the account. Never throws.
   */
  settle: (kit: Kit) => Promise<void>
  /**
   * The sign-in to request together with a remote session, so that the visitor approves once. `undefined` if the wallet
   * has to sign in a request of its own after it connected. Never throws.
   */
  request: (kit: Kit, offer: SignInOffer) => Promise<SignInRequest | undefined>
  /**
   * The state of the active account's sign-in: a valtio proxy, to which pages without the sign-in screen can subscribe.
   */
  state: (kit: Kit) => SignInState
  /**
   * Asks the wallet to sign the active account in. Reports a failure instead of throwing it. Throws only if no wallet
   * can be asked.
   */
  sign: (kit: Kit) => Promise<void>
  /** Cancels the sign-in. Disconnects the account if sign-in is required. */
  cancel: (kit: Kit) => Promise<void>
  /** The sign-in screen. */
  view: () => Promise<{ default: ComponentType<{ params: undefined }> }>
}
/** The networks (the page's active one first) and methods that a remote session on EVM chains will request. */
export type SignInOffer = { chains: readonly CaipNetworkId[]; methods: readonly string[] }

/** A sign-in that is part of the approval of a remote session. `cacaos` is the wallet's response; it is untrusted. */
export type SignInRequest = {
  /** The request in the relay client's format. `exp` and `nbf` are RFC 3339 times. */
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
   * Resolves if the wallet's response contains the requested messages with valid signatures. Rejects with
   * `SIWX_INVALID` otherwise.
   */
  check: (cacaos: unknown) => Promise<void>
  /**
   * Stores the sessions of a response that `check` accepted. Resolves when the visitor is signed in, or sees why they
   * are not. Never throws.
   */
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
  /** Milliseconds until a session ends; if absent, the message names no end. */
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
