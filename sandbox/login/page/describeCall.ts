/** Describes one call: its target, what it pays, and, if its data can be read, what it does. */
import { describeCall as readCall } from '../../../runtime/auth/describe/call.ts'
import type { Call } from '../rpc/params.ts'
import type { ApprovalText } from './approvalText.ts'
import { bad, code, type Field, type Note } from './field.ts'
import type { Network } from './network.ts'
import { fieldOf, noteOf, word } from './words.ts'

export function describeCall(
  t: ApprovalText,
  call: Call,
  account: string | undefined,
  network: Network,
  now: number,
): { title: string; fields: Field[]; warnings: Note[] } {
  const { to, data, value } = call
  const read = readCall(call, { host: '', chain: network.caip, now, account })
  const isUnread = !read || read.warnings.some(({ key }) => key === 'approve.unknown')
  const raw =
    data && data !== '0x' ? [{ ...code(t('approve.data'), data), ...(isUnread && { bad: true as const }) }] : []
  if (!read)
    return {
      title: t('approve.call'),
      fields: [code(t('approve.to'), to ?? t('call.newContract')), ...raw],
      warnings: [bad(t('approve.unknown'))],
    }
  const details = read.details.filter((fact) => fact.kind !== 'text')
  const isPaid = read.facts.some((fact) => fact.kind === 'amount' && fact.amount.token === undefined)
  return {
    title: word(t, read.title),
    fields: [
      ...(to ? [] : [{ label: t('approve.to'), value: t('call.newContract') }]),
      ...[...read.facts, ...details].map((fact) => fieldOf(t, fact, network.symbol, now)),
      ...(value === 0n && !isPaid ? [{ label: t('approve.value'), value: `0 ${network.symbol}` }] : []),
      ...raw,
    ],
    warnings: read.warnings.map((each) => noteOf(t, each)),
  }
}
