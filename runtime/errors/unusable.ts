/** Errors of wallets that answer but cannot be used yet, because the user first has to do something in the wallet. */
import { errorParts, readMessage } from './rejection.ts'

/**
 * The wallet shares no account that this page can use: the user denied this site access in the wallet, or has no
 * account on the network.
 */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
}

/** Matches the errors of extensions in which the user has not yet created an account. */
const NOT_SET_UP = /onboarding|not (been )?(configured|set ?up|initiali[sz]ed|onboarded)/i

/**
 * Whether a wallet failed because its user has not set it up. Wallets have no error code for that, so this reads texts.
 */
export const isNotSetUp = (error: unknown): boolean =>
  [...errorParts(error)].some((part) => NOT_SET_UP.test(readMessage(part)))
