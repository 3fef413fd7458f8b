/**
 * The types of `siweConfig`: Sign-In with Ethereum through a site's own functions, in the form that AppKit uses too.
 */
import type { Cacao } from '../types.ts'

/** The account that the site's server considers signed in. `chainId` is EIP-155's number. */
export type SiweSession = { address: string; chainId: number }

/** The fields that are the same in all messages of a site. Times are RFC 3339. */
export type SiweMessageParams = {
  /** The domain in the message (default: `location.host`). */
  domain?: string
  /** The URI in the message (default: `location.origin`). */
  uri?: string
  /** Has no effect; accepted because existing configs have it. */
  chains?: readonly number[]
  statement?: string
  /** Issued at (default: now). */
  iat?: string
  /** Not before. */
  nbf?: string
  /** Expiration time. */
  exp?: string
  requestId?: string
  resources?: readonly string[]
}

/** The fields from which the site's `createMessage` makes the text. */
export type SiweCreateMessageArgs = Omit<SiweMessageParams, 'chains' | 'domain' | 'uri' | 'iat'> & {
  domain: string
  uri: string
  iat: string
  version: '1'
  /** With its EIP-55 checksum. */
  address: string
  chainId: number
  nonce: string
}

/** `cacao` is present if a remote wallet connected and signed in with one approval. */
export type SiweVerifyMessageArgs = { message: string; signature: string; cacao?: Cacao }

/** The options of `siweConfig` that the JSON config can also set. A value in code takes precedence. */
export type SiweOptions = {
  /** Disconnects a visitor who does not sign (default: true). */
  required?: boolean
  /** Whether a disconnect ends the session (default: true). */
  signOutOnDisconnect?: boolean
  /** If false, a session stays valid for the wallet's other accounts (default: true). */
  signOutOnAccountChange?: boolean
  /** If false, a session stays valid on other networks (default: true). */
  signOutOnNetworkChange?: boolean
  /** Milliseconds between two calls of `getSession` while signed in (default: 300,000); 0: never. */
  sessionRefetchIntervalMs?: number
}

/** Pass it in code, `createWalletKit(generated, { siweConfig })`, in a build whose config has `siweConfig`. */
export type SiweConfig = SiweOptions & {
  /** If false, never asks visitors to sign in (default: true). */
  enabled?: boolean
  /** Has no effect; accepted because existing configs have it. Every message gets a new nonce. */
  nonceRefetchIntervalMs?: number
  /** `address` is absent while a remote wallet connects and signs in with one approval. */
  getNonce: (address?: string) => Promise<string>
  getMessageParams?: () => Promise<SiweMessageParams>
  /** The text to sign (EIP-4361). */
  createMessage: (args: SiweCreateMessageArgs) => string | Promise<string>
  /** Verifies the signature and starts the session; `false` means "The signature is not valid". */
  verifyMessage: (args: SiweVerifyMessageArgs) => Promise<boolean>
  /** Resolves with the signed-in account. If nobody is signed in, resolves with `null` or `undefined`, or rejects. */
  getSession: () => Promise<SiweSession | null | undefined>
  /** Ends the session; `false` means that it failed. */
  signOut: () => Promise<boolean>
  onSignIn?: (session: SiweSession) => void
  onSignOut?: () => void
}
