/** Wallets that answer, but cannot be used yet: their user has to do something in them first. */
import { errorParts, readMessage } from './rejection.ts'

/**
 * The wallet shares no account that this page can use: its user switched the site off in it, or has no account on the
 * network.
 */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
}

/** The texts of extensions whose user has not created an account in them; most open a tab to do so. */
const NOT_SET_UP = /onboarding|not (been )?(configured|set ?up|initiali[sz]ed|onboarded)/i

/** Whether a wallet failed because its user has not set it up. Wallets have no code for it. */
export const isNotSetUp = (error: unknown): boolean =>
  [...errorParts(error)].some((part) => NOT_SET_UP.test(readMessage(part)))
