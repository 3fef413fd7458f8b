/** What the core knows of the embedded wallet. Types only: the part itself comes with builds that have a way to sign in. */
import type { ComponentType } from 'react'
import type { Driver } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'

/** The redirect providers (spec section 5). Farcaster goes a way of its own. */
export type Social = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord'

/**
 * Signing in without a wallet, as plugins see it (`kit.login()`). Each verb is one message to the login service's frame and
 * rejects with its words; five of them end after 30 s with 'Something went wrong' (spec section 9).
 */
export type Login = {
  /** Asks for a mail with a code. Throws `EMAIL_COOLDOWN` ('Please try again after {n} seconds') once in 30 s. */
  connectEmail: (email: string) => Promise<'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'>
  /** Resolves once the visitor approved this browser by the link of the mail; ask again after the 30 s. */
  connectDevice: () => Promise<void>
  connectOtp: (otp: string) => Promise<void>
  /**
   * A provider's page in a popup that the caller opened, empty, in the click. Resolves with what the visitor is called there.
   * Throws `SOCIAL_BLOCKED` without a popup, `SOCIAL_CLOSED`, `SOCIAL_ORIGIN`, and `SOCIAL_TIMEOUT` after 45 s.
   */
  connectSocial: (
    provider: Social,
    popup: Window | null,
  ) => Promise<{ userName?: string | null | undefined; email?: string | null | undefined }>
  /** The same without a popup: the page goes to the provider, and is connected when it is back. */
  redirectSocial: (provider: Social) => Promise<void>
  /** What a QR code or a link holds. */
  getFarcasterUri: () => Promise<string>
  connectFarcaster: () => Promise<{ userName: string }>
  updateEmail: (email: string) => Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  updateEmailPrimaryOtp: (otp: string) => Promise<void>
  /** Resolves with the new address, which is the account's from then on. */
  updateEmailSecondaryOtp: (otp: string) => Promise<string>
  /**
   * The last step of every way: takes the login up as the page's account, on every namespace that it serves, and closes the
   * modal unless a signature is still to come. `social` is the provider, `farcaster` among them.
   */
  finish: (by?: { social?: Social | 'farcaster'; userName?: string }) => Promise<void>
  /** The address that the visitor signed in with, also before the frame is there. */
  email: () => string | undefined
  /** Whole seconds until the next mail may be asked for; 0 is now. */
  emailWait: () => number
  /** Ends what is under way, rejecting it; the frame's late answers are nothing. */
  abort: () => void
  /** Loads the frame anew, which forgets a login that was only begun. */
  reload: () => Promise<void>
  /** The origin of the login service. */
  readonly origin: string
}

export type AuthPart = {
  readonly driver: Driver
  readonly login: (kit: Kit) => Login
  /** Lets the other account of a smart-account user act; `eoa` where the service refuses. */
  readonly preferAccount: (kit: Kit, type: 'eoa' | 'smartAccount') => Promise<void>
  /** The screen over which the frame asks. */
  readonly approveView: () => Promise<{ default: ComponentType<{ params: undefined }> }>
  /** What the account screen shows of an embedded wallet: the type of account. */
  readonly accountLine: () => Promise<{ default: ComponentType }>
}
export type LoadAuth = () => Promise<{ default: AuthPart }>
