/** What the core knows of sign-in. Types only: the part itself comes with builds whose config names it. */
import type { ComponentType } from 'react'
import type { Kit } from '../kit.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'

export type SiwxPart = {
  /**
   * Looks whether the active account on its network has a session, and asks for one where it has none. Resolves once that
   * is known: the screen that asks stands by then. Never throws.
   */
  settle: (kit: Kit) => Promise<void>
  /** What a remote wallet is asked together with its session; `undefined` where it is to sign after. Never throws. */
  request: (kit: Kit, offer: SignInOffer) => Promise<SignInRequest | undefined>
  /** The screen that asks. */
  view: () => Promise<{ default: ComponentType<{ params: undefined }> }>
}
/** What a remote session on EVM chains asks for: its networks, the page's own first, and its methods. */
export type SignInOffer = { chains: readonly CaipNetworkId[]; methods: readonly string[] }

/** A sign-in that comes with the approval of a remote session. `cacaos` are what the wallet answered: outside data. */
export type SignInRequest = {
  /** As the relay client takes it: times are RFC 3339. */
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
  /** Resolves when all of it is what was asked, and signed. Throws `SIWX_INVALID`. */
  check: (cacaos: unknown) => Promise<void>
  /** Keeps what was checked; resolves once the visitor is signed in, or was told why not. Never throws. */
  keep: (cacaos: unknown) => Promise<void>
}
export type LoadSiwx = () => Promise<{ default: SiwxPart }>

/** The config's `siwx` (decisions 3.5). */
export type SiwxOptions = {
  /** A visitor who does not sign is disconnected (default: true). */
  required?: boolean
  /** Where sessions are kept (default: local). */
  storage?: 'local' | 'server'
  /** The server half's address, for `server` (default: `/siwx` of the page's origin). */
  endpoint?: string
  /** The sentence that the visitor signs. */
  statement?: string
  /** ms until a session ends; without it, never. */
  expiration?: number
  /** Who asks (default: the page's host). */
  domain?: string
  /** (Default: the page's origin.) */
  uri?: string
  resources?: string[]
  /**
   * Whether wallets over the relay may connect and sign in by one approval, where all networks are EVM ones (default:
   * true). A server of the site's own has to let in the methods that such messages name besides.
   */
  oneClick?: boolean
}
