/**
 * Converts facts that the modal's code reads from a request (runtime/auth/describe) to the frame's fields and texts.
 */
import type { Fact, Warning } from '../../../runtime/auth/describe/described.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import { checksummed } from '../rpc/hex.ts'
import type { approvalMessages } from './approval.messages.ts'
import type { ApprovalText } from './approvalText.ts'
import { code, type Field, heading, type Note } from './field.ts'

const isKey = (key: string): key is keyof typeof approvalMessages => key.startsWith('approve.')

/**
 * The frame's text for a key of the modal's texts. A key that the frame lacks is shown itself; a test makes sure that
 * there is none.
 */
export const word = (t: ApprovalText, key: string): string => (isKey(key) ? t(key) : key)

export function timeText(t: ApprovalText, seconds: number, now: number): string {
  const days = Math.ceil((seconds * 1000 - now) / 86_400_000)
  const date = new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
  if (days <= 0) return t('time.past', { date })
  return days === 1 ? t('time.oneDay', { date }) : t('time.days', { date, count: days })
}

/** Converts one fact to a field. @param symbol the native currency's @param now in ms since 1970 */
export function fieldOf(t: ApprovalText, fact: Fact, symbol: string, now: number): Field {
  const label = fact.kind === 'named' ? fact.name : word(t, fact.label)
  switch (fact.kind) {
    case 'address':
      return code(label, checksummed(fact.address))
    case 'time':
      return fact.at === undefined
        ? { label, value: t('amount.never'), bad: true }
        : { label, value: timeText(t, Number(fact.at), now) }
    case 'amount': {
      const { value, token } = fact.amount
      const lead = fact.label === 'approve.amount' || fact.label === 'approve.value'
      if (token === undefined)
        return { label, value: `${formatUnits(BigInt(value), 18)} ${symbol}`, ...(lead && value !== 0n && { lead }) }
      const address = checksummed(token)
      if (value === 'unlimited') return { label, value: `${t('amount.everything')}\n${address}`, bad: true }
      return {
        label,
        value: `${t('amount.smallest', { value: String(value) })}\n${address}`,
        token: { address, value },
        ...(lead && { lead }),
      }
    }
    case 'call':
      return heading(word(t, fact.title))
    default:
      return code(label, fact.text)
  }
}

export const noteOf = (t: ApprovalText, { key, isBad }: Warning): Note => ({
  text: word(t, key),
  ...(isBad && { bad: true }),
})
