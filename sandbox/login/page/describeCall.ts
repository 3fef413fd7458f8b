/** Describes one call: its target, what it pays, and what it does to a token. */
import { describeCall as readCall } from '../../../runtime/auth/describe/call.ts'
import type { Call } from '../rpc/params.ts'
import { bad, code, type Field, type Note } from './field.ts'
import type { Network } from './network.ts'
import { fieldOf, noteOf, word } from './words.ts'

export function describeCall(
  call: Call,
  network: Network,
  now: number,
): { title: string; fields: Field[]; warnings: Note[] } {
  const { to, data, value } = call
  const read = readCall(call, { host: '', chain: network.caip, now })
  const isUnread = !read || read.warnings.some(({ key }) => key === 'approve.unknown')
  const raw = data && data !== '0x' ? [{ ...code('Data', data), ...(isUnread && { bad: true as const }) }] : []
  if (!read)
    return {
      title: 'Call a contract',
      fields: [code('To', to ?? 'a new contract'), ...raw],
      warnings: [bad(word('unknown'))],
    }
  const details = read.details.filter((fact) => fact.kind !== 'text')
  const isPaid = read.facts.some((fact) => fact.kind === 'amount' && fact.amount.token === undefined)
  return {
    title: word(read.title),
    fields: [
      ...(to ? [] : [{ label: 'To', value: 'A new contract' }]),
      ...[...read.facts, ...details].map((fact) => fieldOf(fact, network.symbol, now)),
      ...(value === 0n && !isPaid ? [{ label: 'Paid for the call', value: `0 ${network.symbol}` }] : []),
      ...raw,
    ],
    warnings: read.warnings.map(noteOf),
  }
}
