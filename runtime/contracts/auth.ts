/** The types of the embedded wallet. Only builds that offer a login without a wallet include its code. */
import type { ComponentType } from 'react'
import type { Driver } from './connector.ts'
import type { Kit } from '../contracts/kit.ts'

/**
 * The social login providers that use a popup or a redirect. Farcaster is not among them: it uses a QR code or a link.
 */
export type Social = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord'

/**
 * The functions that log in without a wallet, for plugins (`kit.login()`). Most send one message to the frame (the
 * login service's iframe) and reject with its error. `connectEmail`, `connectDevice`, `connectOtp`, `redirectSocial`
 * and the two messages that `connectSocial` sends reject with 'Something went wrong' if the frame does not answer
 * within 30 s.
 */
export type Login = {
  /** Requests an email with a code. A second call within 30 s throws `EMAIL_COOLDOWN`, with the seconds to wait. */
  connectEmail: (email: string) => Promise<'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'>
  /**
   * Resolves when the visitor approves this login with the link in the email; the approval counts for this tab. Rejects
   * if they have not done so within 30 s, which include the time to load the frame; then call it again.
   */
  connectDevice: () => Promise<void>
  connectOtp: (otp: string) => Promise<void>
  /**
   * Signs in with a provider, in a popup. Open the popup empty in the click handler, because browsers block one that
   * opens later. Resolves with the visitor's name and email at the provider. Rejects with `SOCIAL_BLOCKED` if `popup`
   * is `null`, `SOCIAL_CLOSED` if the visitor closes it, `SOCIAL_ORIGIN` if it ends on another origin than the login
   * service's, and `SOCIAL_TIMEOUT` if the popup is not done after 45 s. Calls `onDevice` when the visitor first has to
   * approve this browser with the link in an email. The promise then waits until they do, and rejects when the link
   * has expired.
   */
  connectSocial: (
    provider: Social,
    popup: Window | null,
    onDevice?: () => void,
  ) => Promise<{ userName?: string | null | undefined; email?: string | null | undefined }>
  /** Signs in with a provider without a popup: the page navigates to the provider, and connects when it loads again. */
  redirectSocial: (provider: Social) => Promise<void>
  /**
   * Requests the URI of a Farcaster login, to show as a QR code or a link. `connectFarcaster` then waits for the
   * visitor's approval.
   */
  getFarcasterUri: () => Promise<string>
  connectFarcaster: () => Promise<{ userName: string }>
  /**
   * Starts a change of the email address. The visitor confirms it in the service's iframe, on the approval screen;
   * rejects with code 4001 if they decline. Calls `onApproval` before that screen opens: return `false` if the visitor
   * has left your view, to reject instead of opening the screen.
   */
  updateEmail: (email: string, onApproval?: () => boolean) => Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  updateEmailPrimaryOtp: (otp: string) => Promise<void>
  /** Resolves with the account's new email address. */
  updateEmailSecondaryOtp: (otp: string) => Promise<string>
  /**
   * The last step of every login: connects the account on every namespace that the login serves, and closes the modal
   * unless it shows another view by then, such as a sign-in or an unsupported network. `social` names the provider,
   * which may be `farcaster`.
   */
  finish: (by?: { social?: Social | 'farcaster'; userName?: string }) => Promise<void>
  /**
   * The account's email address, as this browser has stored it last; known even before the frame loads. `undefined` if
   * no visitor is logged in or the account has none.
   */
  email: () => string | undefined
  /** Whole seconds until the next email may be requested; 0 means now. */
  emailWait: () => number
  /**
   * Rejects all pending requests of the login, and ignores the frame's later responses to them. Requests to the
   * logged-in wallet continue.
   */
  abort: () => void
  /** Reloads the frame, which drops an unfinished login. */
  reload: () => Promise<void>
  /** The origin of the login service. */
  readonly origin: string
}

export type AuthPart = {
  readonly driver: Driver
  readonly login: (kit: Kit) => Login
  /**
   * Switches a login to its smart account or to its standard account (`eoa`). If the service refuses, switches to
   * `eoa`.
   */
  readonly preferAccount: (kit: Kit, type: 'eoa' | 'smartAccount') => Promise<void>
  /** The approval screen: it describes a request, above the service's iframe in which the visitor approves it. */
  readonly approveView: () => Promise<{ default: ComponentType<{ params: undefined }> }>
  /** The line of the account screen in which a visitor who logged in sees and changes the type of account. */
  readonly accountLine: () => Promise<{ default: ComponentType }>
}
export type LoadAuth = () => Promise<{ default: AuthPart }>
