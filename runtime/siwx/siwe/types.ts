/**
 * Sign-in with Ethereum in its older form (reference 3): a site's own functions, as it has them from before. Types only.
 */
import type { Cacao } from '../types.ts'

/** Whom the site's server takes the browser for. `chainId` is EIP-155's number. */
export type SiweSession = { address: string; chainId: number }

/** What is the same in all messages of a site; times are RFC 3339. */
export type SiweMessageParams = {
  /** Who asks (default: `location.host`). */
  domain?: string
  /** (Default: `location.origin`.) */
  uri?: string
  /** Networks that one signature over the relay is for; not a part of a message. */
  chains?: readonly number[]
  statement?: string
  /** Issued at (default: now). */
  iat?: string
  /** Not before. */
  nbf?: string
  /** The end. */
  exp?: string
  requestId?: string
  resources?: readonly string[]
}

/** What a message is made of. */
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

/** `cacao` is there where a wallet signed over the relay in one step. */
export type SiweVerifyMessageArgs = { message: string; signature: string; cacao?: Cacao }

/** What JSON can say; code's word counts where both do. */
export type SiweOptions = {
  /** A visitor who does not sign is disconnected (default: true). */
  required?: boolean
  /** (Default: true.) */
  signOutOnDisconnect?: boolean
  /** Off: a session stays good for the wallet's other accounts (default: true). */
  signOutOnAccountChange?: boolean
  /** Off: a session stays good on other networks (default: true). */
  signOutOnNetworkChange?: boolean
  /** ms between two looks whether the session still stands (default: 300,000); 0: none. */
  sessionRefetchIntervalMs?: number
}

/** Passed in code: `createWalletKit(generated, { siweConfig })`, in a build whose config has `siweConfig`. */
export type SiweConfig = SiweOptions & {
  /** Off: nobody is asked to sign in (default: true). */
  enabled?: boolean
  /** Taken for the sake of configs that have it: every message gets a new nonce here, so none grows old. */
  nonceRefetchIntervalMs?: number
  getNonce: (address?: string) => Promise<string>
  getMessageParams?: () => Promise<SiweMessageParams>
  /** The text to sign (EIP-4361). */
  createMessage: (args: SiweCreateMessageArgs) => string | Promise<string>
  /** Checks and keeps what was signed; `false` is "The signature is not valid". */
  verifyMessage: (args: SiweVerifyMessageArgs) => Promise<boolean>
  /** Who is signed in; nothing, or an error, for nobody. */
  getSession: () => Promise<SiweSession | null | undefined>
  /** `false`: it could not be done. */
  signOut: () => Promise<boolean>
  onSignIn?: (session: SiweSession) => void
  onSignOut?: () => void
}
