/** The texts at the end of the screen: of the button, and of the line above it. */
import type { approvalMessages } from '../messages.ts'
import { type ApprovalsState, namesOf } from '../state.ts'

type Say = (key: keyof typeof approvalMessages, values?: Record<string, string | number>) => string
type Named = { readonly network: { readonly name: string } }

/**
 * `count`: how many approvals are chosen. `elsewhere`: the networks with chosen approvals to which the wallet has to
 * switch. `isAlone`: there is one network. `asksHere`: the account is a login, which confirms in the modal itself and
 * switches without a question, so no text may send the person to a wallet.
 */
export function footerOf(
  t: Say,
  given: {
    ending: Readonly<ApprovalsState['ending']>
    count: number
    elsewhere: readonly Named[]
    isAlone: boolean
    asksHere: boolean
  },
): { label: string; where: string } {
  const { ending, count, elsewhere, isAlone, asksHere } = given
  if (!ending)
    return {
      label: count ? t('approvals.end', { count }) : t('approvals.choose'),
      where: elsewhere.length && !asksHere ? t('approvals.switches', { networks: namesOf(elsewhere) }) : '',
    }
  const { done, network } = ending
  const isAsked = ending.switching && !asksHere
  return {
    label: t(asksHere ? 'approvals.confirmHere' : 'approvals.confirm', { done, count: ending.count }),
    where: isAsked ? t('approvals.switching', { network }) : isAlone ? '' : `\u2068${network}\u2069`,
  }
}
