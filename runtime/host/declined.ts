/** The second line of an error message after the visitor refused in the wallet: what that means for their money. */
import type { Kit } from '../contracts/kit.ts'
import type { ErrorRow } from '../errors/catalogue.ts'
import { isUserRejection } from '../errors/rejection.ts'
import { fill } from '../lib/text.ts'
import { activeAccount } from '../state/active.ts'

/**
 * Returns a function from a row of the error catalogue to the row's `declined` line, in the visitor's language. That
 * function returns `undefined` if the visitor did not refuse, or if the row has no such line.
 */
export const declinedNote =
  (kit: Kit, error: unknown) =>
  ({ declined }: ErrorRow, code: string): string | undefined => {
    if (declined === undefined || !isUserRejection(error)) return undefined
    const wallet = activeAccount(kit)?.connectedWalletInfo?.name || kit.text('error.wallet', 'your wallet')
    // Isolate the wallet's name, so that right-to-left text in it does not reorder the sentence.
    return fill(kit.text(`error.${code}.declined`, declined), { wallet: `\u2068${wallet}\u2069` })
  }
