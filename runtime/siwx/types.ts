/** The public types of sign-in (CAIP-122, CAIP-74). */
import type { CaipNetworkId } from '../lib/namespace.ts'

/** The account and network that a message is for. `notBefore` is an RFC 3339 time. */
export type SIWXMessageInput = { accountAddress: string; chainId: CaipNetworkId; notBefore?: string }

/** The fields of a message. Times are RFC 3339, exactly as in the text; `uri` and `resources` are RFC 3986. */
export type SIWXMessageData = SIWXMessageInput & {
  /** The site that asks: an RFC 3986 authority, such as a page's `location.host`. */
  domain: string
  /** Optional scheme before the domain (`https`), as EIP-4361 allows. */
  scheme?: string
  uri: string
  /** Always `1`. */
  version: string
  /** At least eight letters and digits; the kit's own have 130 random bits. */
  nonce: string
  statement?: string
  issuedAt?: string
  expirationTime?: string
  requestId?: string
  resources?: readonly string[]
}

/** A message; `toString()` returns the text to sign. */
export type SIWXMessage = SIWXMessageData & { toString: () => string }

/** A message in CAIP-74's container, as a remote wallet returns it. `s.t` is `eip191` or `eip1271`. */
export type Cacao = {
  h: { t: string }
  p: Readonly<Record<string, unknown>> & { iss: string }
  s: { t: string; s: string; m?: string }
}

/**
 * A signed message. `signature` is in hex on eip155 and polkadot, in base58 on solana, and in base64 on bip122,
 * whatever form the wallet returned.
 */
export type SIWXSession = { data: SIWXMessageData; message: string; signature: string; cacao?: Cacao }

/** How a site signs visitors in. Pass your own implementation in code: `createWalletKit(generated, { siwx })`. */
export interface SIWX {
  /**
   * Makes a message. The side that verifies the message later must issue its `nonce`. For a remote wallet that connects
   * and signs in with one approval, the account is the zero address: only the wallet's response names the account.
   */
  createMessage: (input: SIWXMessageInput) => Promise<SIWXMessage>
  /** Verifies and stores a signed message. Throws, and stores nothing, if it is not valid. */
  addSession: (session: SIWXSession) => Promise<void>
  /** Deletes the sessions of this account on this network, and no others. */
  revokeSession: (chainId: CaipNetworkId, address: string) => Promise<void>
  /** Replaces all sessions; an empty list signs out. Throws if one is not valid. */
  setSessions: (sessions: readonly SIWXSession[]) => Promise<void>
  /** The sessions of an account on a network that are valid now. */
  getSessions: (chainId: CaipNetworkId, address: string) => Promise<SIWXSession[]>
  /** Whether a visitor who does not sign is disconnected. */
  getRequired?: () => boolean
  /** Replaces the wallet's normal signing of the message. Resolves with the signature. */
  signMessage?: (message: SIWXMessage) => Promise<string>
  /** Whether a remote wallet may connect and sign in with one approval (default: true). */
  oneClick?: boolean
  /** Whether a disconnect ends the sessions (default: true). */
  signOutOnDisconnect?: boolean
}
