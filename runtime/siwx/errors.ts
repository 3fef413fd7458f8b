import { WalletKitError } from '../errors/base.ts'
import { defineErrors } from '../errors/catalogue.ts'

/**
 * Sign-in's entries of the error catalogue. `SIWX_INIT_FAILED` is in the core's catalogue, because the core reports it.
 */
export const SIWX_ERRORS = defineErrors({
  SIWX_DECLINED: { message: 'Signature declined', show: 'toast', loud: true },
  SIWX_FAILED: { message: 'Error signing message', show: 'toast' },
  SIWX_INVALID: { message: 'The signature is not valid', show: 'toast' },
  SIWX_SIGN_OUT: { message: 'Failed to sign out', show: 'thrown' },
})
export type SiwxErrorCode = keyof typeof SIWX_ERRORS

export const siwxError = (code: SiwxErrorCode, cause?: unknown) =>
  new WalletKitError(code, SIWX_ERRORS[code].message, cause)
