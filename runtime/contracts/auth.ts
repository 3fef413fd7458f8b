/** The types of the embedded wallet. Its code comes only with builds that have a way to sign in without a wallet. */
import type { ComponentType } from 'react'
import type { Driver } from './connector.ts'
import type { Kit } from '../contracts/kit.ts'

/** The providers that use a popup or a redirect. Farcaster is not among them: it uses a QR code or a link. */
export type Social = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord'

/**
 * Signing in without a wallet, for plugins (`kit.login()`). Most methods send one message to the login service's frame
 * and reject with its error; five messages time out after 30 s with 'Something went wrong'.
 */
export type Login = {
  /** Requests an email with a code. A second call within 30 s throws `EMAIL_COOLDOWN`, with the seconds to wait. */
  connectEmail: (email: string) => Promise<'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'>
  /** Resolves when the visitor approves this browser with the link in the email. Rejects after 30 s; call it again. */
  connectDevice: () => Promise<void>
  connectOtp: (otp: string) => Promise<void>
  /**
   * Signs in with a provider, in a popup. Open the popup empty in the click handler, because browsers block one that
   * opens later. Resolves with the visitor's names at the provider. Throws `SOCIAL_BLOCKED` without a popup,
   * `SOCIAL_CLOSED`, `SOCIAL_ORIGIN`, and `SOCIAL_TIMEOUT` after 45 s. Calls `onDevice` when the visitor has to approve
   * this browser with the link in a mail, and then waits for that.
   */
  connectSocial: (
    provider: Social,
    popup: Window | null,
    onDevice?: () => void,
  ) => Promise<{ userName?: string | null | undefined; email?: string | null | undefined }>
  /** The same without a popup: the page navigates to the provider, and connects after it returns. */
  redirectSocial: (provider: Social) => Promise<void>
  /** The URI to show as a QR code or a link. */
  getFarcasterUri: () => Promise<string>
  connectFarcaster: () => Promise<{ userName: string }>
  /**
   * Starts a change of address. The visitor confirms it in the frame, which the approval screen shows; rejects with the
   * code 4001 if they do not. Calls `onApproval` before that screen opens: return false if the visitor has left, and
   * the screen does not open.
   */
  updateEmail: (email: string, onApproval?: () => boolean) => Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  updateEmailPrimaryOtp: (otp: string) => Promise<void>
  /** Resolves with the account's new email address. */
  updateEmailSecondaryOtp: (otp: string) => Promise<string>
  /**
   * The last step of every login: connects the account on every namespace that the login serves, and closes the modal
   * unless a required sign-in follows. `social` names the provider, which may be `farcaster`.
   */
  finish: (by?: { social?: Social | 'farcaster'; userName?: string }) => Promise<void>
  /** The email address that the visitor signed in with; known even before the frame loads. */
  email: () => string | undefined
  /** Whole seconds until the next email may be requested; 0 means now. */
  emailWait: () => number
  /** Rejects all pending requests of the login, and ignores the frame's later responses to them. */
  abort: () => void
  /** Reloads the frame, which drops an unfinished login. */
  reload: () => Promise<void>
  /** The origin of the login service. */
  readonly origin: string
}

export type AuthPart = {
  readonly driver: Driver
  readonly login: (kit: Kit) => Login
  /** Switches between the two accounts of a smart-account user; falls back to `eoa` if the service refuses. */
  readonly preferAccount: (kit: Kit, type: 'eoa' | 'smartAccount') => Promise<void>
  /** The screen that describes a request above the service's frame. */
  readonly approveView: () => Promise<{ default: ComponentType<{ params: undefined }> }>
  /** The line of the account screen that shows the type of account. */
  readonly accountLine: () => Promise<{ default: ComponentType }>
}
export type LoadAuth = () => Promise<{ default: AuthPart }>
