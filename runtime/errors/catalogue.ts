/**
 * The core's errors: a row with the text and the surface (where it is shown) for each code. Plugins define their own
 * rows (`defineErrors`). Tests fix some texts word for word (tests/requirements.tsv).
 */
import { WalletKitError } from './base.ts'

/**
 * Where an error shows. `toast`: the kit shows it to the visitor. `alert`: the kit shows it to the site's developer.
 * The kit does not show the other two: for `inline` the view shows the text itself, and `thrown` only reaches the
 * caller.
 */
export type Surface = 'toast' | 'alert' | 'inline' | 'thrown'
export type ErrorRow = {
  readonly message: string
  readonly show: Surface
  /** The error is shown even if the visitor refused in the wallet. */ readonly loud?: true
  /** A second line for a refusal by the visitor: what it means for their money. `{wallet}` is the wallet's name. */
  readonly declined?: string
}
export type ErrorRows = Readonly<Record<string, ErrorRow>>

/**
 * Returns a plugin's error rows unchanged. It is there so that TypeScript checks them where you write them.
 *
 * @example
 * ```ts
 * import { defineErrors } from 'walletkit/plugin'
 *
 * export const errors = defineErrors({
 *   TIP_FAILED: { message: 'The tip was not sent', show: 'toast' },
 * })
 * ```
 */
export const defineErrors = <const R extends ErrorRows>(rows: R): R => rows

export const CORE_ERRORS = defineErrors({
  PROJECT_ID_MISSING: { message: 'Project ID Not Configured', show: 'alert' },
  NETWORK_NOT_FOUND: { message: 'Network Not Found', show: 'alert' },
  INVALID_APP_CONFIGURATION: {
    message: 'Invalid App Configuration: {origin} is not on the allowlist of this project',
    show: 'alert',
  },
  CHUNK_FAILED: { message: 'This part could not be loaded', show: 'inline' },
  VIEW_FAILED: { message: 'This screen failed', show: 'inline' },
  PLUGIN_FAILED: { message: 'A part of the wallet failed', show: 'thrown' },
  METHOD_REFUSED: { message: 'Action not allowed', show: 'toast', loud: true },
  FRAME_FAILED: { message: 'Unable to load email login dependency', show: 'toast', loud: true },
  SOCIAL_TIMEOUT: { message: 'Social Login Timed Out', show: 'alert' },
  SOCIAL_CLOSED: { message: 'The login window was closed', show: 'inline' },
  SOCIAL_BLOCKED: { message: 'The browser blocked the login window', show: 'inline' },
  SOCIAL_ORIGIN: { message: 'Untrusted Origin', show: 'toast', loud: true },
  SMART_ACCOUNT_UNSUPPORTED: {
    message: 'This application might not support Smart Accounts',
    show: 'toast',
    loud: true,
  },
  RELAY_FAILED: { message: 'The wallet relay cannot be reached', show: 'inline' },
  CONNECT_FAILED: { message: 'Connection failed', show: 'inline' },
  DISCONNECT_FAILED: { message: 'Failed to disconnect', show: 'toast', loud: true },
  SWITCH_ACCOUNT_FAILED: { message: 'Failed to switch account', show: 'toast' },
  SWITCH_FAILED: { message: 'Failed to switch network', show: 'toast' },
  SIWX_INIT_FAILED: {
    message: 'A problem occurred while trying initialize authentication',
    show: 'toast',
    loud: true,
  },
  CHAIN_NOT_SUPPORTED: { message: 'Chain is not supported', show: 'toast', loud: true },
  TOKEN_BALANCE: { message: 'Token Balance Unavailable', show: 'toast' },
})
export type CoreErrorCode = keyof typeof CORE_ERRORS

/** Creates an error of {@link CORE_ERRORS}. */
export const coreError = (code: CoreErrorCode, cause?: unknown) =>
  new WalletKitError(code, CORE_ERRORS[code].message, cause)
