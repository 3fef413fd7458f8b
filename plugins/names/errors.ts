/** This plugin's entries in the error catalogue. Sites may compare these texts: do not change them. */
import { defineErrors, HttpError, WalletKitError } from 'walletkit/plugin'
import { parseReason } from './shape.ts'

export const NAME_ERRORS = defineErrors({
  NAME_NETWORK: { message: 'Network not found', show: 'inline', loud: true },
  NAME_CONNECTOR: { message: 'Address or auth connector not found', show: 'inline', loud: true },
  NAME_CHAIN_ID: { message: 'Invalid chainId', show: 'inline', loud: true },
  NAME_RESOLVE: { message: 'Error resolving name', show: 'thrown' },
  NAME_SUGGESTIONS: { message: 'Error fetching name suggestions', show: 'inline' },
  NAME_REVERSE: { message: 'Error fetching names for address', show: 'thrown' },
  NAME_REGISTER: { message: 'Error registering name', show: 'inline', loud: true },
  NAME_INVALID: { message: 'A name has at least 4 letters, digits or hyphens', show: 'inline', loud: true },
  NAME_DECLINED: { message: 'Signature declined', show: 'inline', loud: true },
})
export type NameErrorCode = keyof typeof NAME_ERRORS

export const nameError = (code: NameErrorCode, message?: string, cause?: unknown) =>
  new WalletKitError(code, message ?? NAME_ERRORS[code].message, cause)

/**
 * The error to throw for a failed request: under `code`, with the server's first reason as its message if it gave one.
 * A WalletKitError stays as it is.
 */
export async function serviceError(code: NameErrorCode, error: unknown): Promise<WalletKitError> {
  if (error instanceof WalletKitError) return error
  return nameError(code, await reasonOf(error), error)
}

async function reasonOf(error: unknown): Promise<string | undefined> {
  if (!(error instanceof HttpError) || !(error.cause instanceof Response)) return undefined
  try {
    return parseReason(await error.cause.json())
  } catch {
    return undefined
  }
}

/** The message of an error with a code of NAME_ERRORS, which may be the server's text; `undefined` for other errors. */
export function wordsOf(error: unknown): string | undefined {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  return typeof code === 'string' && code in NAME_ERRORS && typeof message === 'string' ? message : undefined
}

/**
 * The server's own reason in an error of this plugin; `undefined` for other errors, and for a text of NAME_ERRORS: that
 * text is English, and `kit.report` has it in the visitor's language.
 */
export function reasonIn(error: unknown): string | undefined {
  const words = wordsOf(error)
  return Object.values(NAME_ERRORS).some(({ message }) => message === words) ? undefined : words
}
