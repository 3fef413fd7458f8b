/** The public shapes of sign-in (reference 3; CAIP-122, CAIP-74). Types only. */
import type { CaipNetworkId } from '../lib/namespace.ts'

/** Whom a message is for. `notBefore` is an RFC 3339 time. */
export type SIWXMessageInput = { accountAddress: string; chainId: CaipNetworkId; notBefore?: string }

/** The fields of a message. Times are RFC 3339, as they stand in the text; `uri` and `resources` are RFC 3986. */
export type SIWXMessageData = SIWXMessageInput & {
  /** Who asks: an RFC 3986 authority, which is a page's `location.host`. */
  domain: string
  /** Stands before the domain where EIP-4361 messages say it (`https`). */
  scheme?: string
  uri: string
  /** `1`. */
  version: string
  /** At least eight letters and digits; ours hold 128 bits. */
  nonce: string
  statement?: string
  issuedAt?: string
  expirationTime?: string
  requestId?: string
  resources?: readonly string[]
}

/** `toString()` gives the text to sign. */
export type SIWXMessage = SIWXMessageData & { toString: () => string }

/** A message in CAIP-74's container, as a wallet over the relay returns it. `s.t` is `eip191` or `eip1271`. */
export type Cacao = {
  h: { t: string }
  p: Readonly<Record<string, unknown>> & { iss: string }
  s: { t: string; s: string; m?: string }
}

/** What was signed, and by whom. `signature` is as the wallet gave it: hex, base58 or base64 by namespace. */
export type SIWXSession = { data: SIWXMessageData; message: string; signature: string; cacao?: Cacao }

/** How a site signs visitors in. An own one is passed in code: `createWalletKit(generated, { siwx })`. */
export interface SIWX {
  /**
   * Makes a message; `nonce` comes from whoever checks it later. The account is the zero address where a wallet over the
   * relay says with its signature only who it is.
   */
  createMessage: (input: SIWXMessageInput) => Promise<SIWXMessage>
  /** Takes a signed message. Throws when it is not good; then nothing is stored. */
  addSession: (session: SIWXSession) => Promise<void>
  /** Forgets the sessions of this account on this network, and no others. */
  revokeSession: (chainId: CaipNetworkId, address: string) => Promise<void>
  /** Replaces all sessions; an empty list signs out. Throws when one is not good; then nothing is changed. */
  setSessions: (sessions: readonly SIWXSession[]) => Promise<void>
  /** The sessions of an account on a network that are good now. */
  getSessions: (chainId: CaipNetworkId, address: string) => Promise<SIWXSession[]>
  /** Whether a visitor who does not sign is disconnected. */
  getRequired?: () => boolean
  /** Signs in place of the wallet's plain message signature. Resolves with the signature. */
  signMessage?: (message: SIWXMessage) => Promise<string>
  /** Whether a wallet over the relay may sign in by the approval of its session (default: true). */
  oneClick?: boolean
  /** Whether a disconnect ends the sessions (default: true). */
  signOutOnDisconnect?: boolean
}
