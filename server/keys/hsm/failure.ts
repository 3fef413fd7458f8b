/** The errors of an HSM, by their return values (CKR_…) of PKCS #11 v3.0, section 5.1. */

const NAMES: Readonly<Record<number, string>> = {
  0x03: 'CKR_SLOT_ID_INVALID',
  0x05: 'CKR_GENERAL_ERROR',
  0x06: 'CKR_FUNCTION_FAILED',
  0x07: 'CKR_ARGUMENTS_BAD',
  0x30: 'CKR_DEVICE_ERROR',
  0x31: 'CKR_DEVICE_MEMORY',
  0x32: 'CKR_DEVICE_REMOVED',
  0x40: 'CKR_ENCRYPTED_DATA_INVALID',
  0x41: 'CKR_ENCRYPTED_DATA_LEN_RANGE',
  0x42: 'CKR_AEAD_DECRYPT_FAILED',
  0x60: 'CKR_KEY_HANDLE_INVALID',
  0x68: 'CKR_KEY_FUNCTION_NOT_PERMITTED',
  0x70: 'CKR_MECHANISM_INVALID',
  0x71: 'CKR_MECHANISM_PARAM_INVALID',
  0x82: 'CKR_OBJECT_HANDLE_INVALID',
  0x90: 'CKR_OPERATION_ACTIVE',
  0xa0: 'CKR_PIN_INCORRECT',
  0xa1: 'CKR_PIN_INVALID',
  0xa2: 'CKR_PIN_LEN_RANGE',
  0xa3: 'CKR_PIN_EXPIRED',
  0xa4: 'CKR_PIN_LOCKED',
  0xb0: 'CKR_SESSION_CLOSED',
  0xb1: 'CKR_SESSION_COUNT',
  0xb3: 'CKR_SESSION_HANDLE_INVALID',
  0xe0: 'CKR_TOKEN_NOT_PRESENT',
  0xe1: 'CKR_TOKEN_NOT_RECOGNIZED',
  0x101: 'CKR_USER_NOT_LOGGED_IN',
  0x190: 'CKR_CRYPTOKI_NOT_INITIALIZED',
}

/**
 * After these codes, the open sessions and the handles of keys are no longer valid, but new ones may work. HSMs in the
 * network answer 0x05, 0x06 or a vendor's code after a lost connection; a session that was left in the middle of an
 * operation answers 0x90.
 */
const LOST = [0x05, 0x06, 0x30, 0x32, 0x60, 0x82, 0x90, 0xb0, 0xb3, 0xe0, 0xe1, 0x101, 0x190]
/** From here on the codes are the vendors' own (CKR_VENDOR_DEFINED). */
const VENDOR = 0x80000000
/** The codes for data that was changed, or that is another account's. */
const ABOUT_DATA = [0x40, 0x41, 0x42]
/** The codes with which HSMs refuse the parameters of a mechanism, such as a nonce. */
const PARAMETERS = [0x07, 0x71]
const PIN = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4]

/**
 * An error of an HSM. The message contains neither the PIN nor any data. `code` is the return value of the call that
 * failed, undefined for an error without one, such as a timeout or a missing key.
 */
export class HsmError extends Error {
  override readonly name = 'HsmError'
  readonly code: number | undefined
  /** Whether the HSM works, and the data to decrypt is wrong. */
  readonly isAboutData: boolean
  constructor(
    message: string,
    code?: number,
    isAboutData = code !== undefined && ABOUT_DATA.includes(code),
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.isAboutData = isAboutData
  }
}

const has = (codes: readonly number[]) => (error: unknown) =>
  error instanceof HsmError && error.code !== undefined && codes.includes(error.code)

const isLostCode = has(LOST)
export const isLost = (error: unknown) =>
  isLostCode(error) || (error instanceof HsmError && error.code !== undefined && error.code >= VENDOR)
export const isAboutParameters = has(PARAMETERS)
export const isAboutPin = has(PIN)

/**
 * Checks the return value of a call. `does` says in the error what the HSM refused to do.
 * @throws HsmError for every return value except CKR_OK and those of `allowed`
 */
export function checkReturned(does: string, code: number, allowed: readonly number[] = []): void {
  if (code === 0 || allowed.includes(code)) return
  throw new HsmError(`The HSM refuses to ${does}: ${NAMES[code] ?? `0x${code.toString(16)}`}`, code)
}
