/** Error codes and how each is shown. Plugins own their rows (`defineErrors`); texts of the spec stand verbatim. */
import { WalletKitError } from './base.ts'

/** `toast` for the visitor, `alert` for the developer, `inline` beside its field, `thrown` to the caller only. */
export type Surface = 'toast' | 'alert' | 'inline' | 'thrown'
export type ErrorRow = {
  readonly message: string
  readonly show: Surface
  /** Show it even when the visitor refused in the wallet. */ readonly loud?: true
}
export type ErrorRows = Readonly<Record<string, ErrorRow>>

export const defineErrors = <const R extends ErrorRows>(rows: R): R => rows

export const CORE_ERRORS = defineErrors({
  PROJECT_ID_MISSING: { message: 'Project ID Not Configured', show: 'alert' },
  NETWORK_NOT_FOUND: { message: 'Network Not Found', show: 'alert' },
  INVALID_APP_CONFIGURATION: {
    message: 'Invalid App Configuration: {origin} is not on the allowlist of this project',
    show: 'alert',
  },
  CHUNK_FAILED: { message: 'This part could not be loaded', show: 'inline' },
  PLUGIN_FAILED: { message: 'A part of the wallet failed', show: 'thrown' },
  METHOD_REFUSED: { message: 'Action not allowed', show: 'toast', loud: true },
  RELAY_FAILED: { message: 'The wallet relay cannot be reached', show: 'inline' },
  CONNECT_FAILED: { message: 'Connection failed', show: 'inline' },
  DISCONNECT_FAILED: { message: 'Failed to disconnect', show: 'toast', loud: true },
  SWITCH_FAILED: { message: 'Failed to switch network', show: 'toast' },
  CHAIN_NOT_SUPPORTED: { message: 'Chain is not supported', show: 'toast', loud: true },
  TOKEN_BALANCE: { message: 'Token Balance Unavailable', show: 'toast' },
})
export type CoreErrorCode = keyof typeof CORE_ERRORS

/** An error of the core table. */
export const coreError = (code: CoreErrorCode, cause?: unknown) =>
  new WalletKitError(code, CORE_ERRORS[code].message, cause)
