/** This plugin's entries in the error catalogue, and errors with the codes that wallets use. */
import { defineErrors, WalletKitError } from 'walletkit/plugin'

export const PASSKEY_ERRORS = defineErrors({
  PASSKEY_FAILED: {
    message: 'The passkey could not be used',
    show: 'inline',
    loud: true,
    declined: 'Nothing was created or signed.',
  },
  PASSKEY_UNSUPPORTED: { message: 'This browser has no passkeys here. Use another browser or wallet', show: 'inline' },
  PASSKEY_KNOWN: { message: 'This device already has a passkey of this account', show: 'inline' },
  PASSKEY_DOMAIN: { message: 'Passkeys of this site do not work on this address', show: 'inline' },
  PASSKEY_UNKNOWN: { message: 'No account was found for this passkey', show: 'inline' },
  PASSKEY_ADDRESS: { message: 'Enter a full address', show: 'inline' },
  PASSKEY_RECOVERY: { message: 'The connected wallet may not recover this account', show: 'inline' },
  PASSKEY_NETWORK: { message: 'Passkey accounts are not available on this network', show: 'inline' },
  PASSKEY_NONCE: { message: 'The network gave a false transaction number. Nothing was sent', show: 'inline' },
  PASSKEY_FEE: { message: 'The network asks for far too high a fee. Nothing was sent', show: 'inline' },
  PASSKEY_PAYMASTER: { message: 'The fee in tokens does not add up. Nothing was sent', show: 'inline' },
  PASSKEY_UNREACHABLE: { message: 'The network could not be reached. Nothing was sent', show: 'inline' },
})
export type PasskeyErrorCode = keyof typeof PASSKEY_ERRORS

export const passkeyError = (code: PasskeyErrorCode, cause?: unknown) =>
  new WalletKitError(code, PASSKEY_ERRORS[code].message, cause)

/** The kit's error for a transaction that may have been sent: a visitor who believed that it failed would pay again. */
export const uncertain = (cause: unknown) =>
  new WalletKitError('TX_UNCERTAIN', 'It may have been sent. Check your wallet first', cause)

/** An error with a numeric code, and perhaps `data`, as EIP-1193 and JSON-RPC define it. */
export const coded = (code: number, message: string, data?: unknown): Error =>
  Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })

/** The visitor declined. */
export const declined = (): Error => coded(4001, 'User rejected the request')

/** The code under which an error is reported: its own if PASSKEY_ERRORS lists it, else PASSKEY_FAILED. */
export const codeOf = (error: unknown): PasskeyErrorCode =>
  error instanceof WalletKitError && Object.hasOwn(PASSKEY_ERRORS, error.code)
    ? (error.code as PasskeyErrorCode)
    : 'PASSKEY_FAILED'
