/** Writes the facts that the page's own describers read (runtime/auth/describe) in the frame's words. */
import type { Fact, Warning } from '../../../runtime/auth/describe/described.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import { checksummed } from '../rpc/hex.ts'
import { code, type Field, type Note } from './field.ts'

/** By the catalogue's key without `approve.`. A key that is missing here is shown as it is; a test finds those. */
export const WORDS: Readonly<Record<string, string>> = {
  send: 'Send',
  sendFrom: 'Send from another account',
  sendItem: 'Send a collectible',
  allow: 'Let somebody take your tokens',
  allowMore: 'Let somebody take more of your tokens',
  allowAll: 'Let somebody take your collectibles',
  revoke: 'Stop somebody taking your tokens',
  zero: 'If this contract holds collectibles, the one with number 0 may be taken.',
  revokeAll: 'Stop somebody taking your collectibles',
  permitted: 'Let somebody take your tokens',
  call: 'Call a contract',
  create: 'Create a contract',
  to: 'To',
  from: 'From',
  amount: 'Amount',
  value: 'Paid for the call',
  spender: 'May take your tokens',
  upTo: 'Up to',
  until: 'May be used until',
  deadline: 'Can be redeemed until',
  token: 'Token',
  item: 'Number',
  collection: 'Collection',
  contract: 'Contract',
  data: 'Data',
  unlimited: 'There is no limit: all of these tokens may be taken, at any time.',
  long: 'It lasts longer than 30 days.',
  permit: 'A signature is enough: no transaction follows that you could stop.',
  unknownPermit: 'It may let somebody take tokens of yours. Sign only what you know.',
  allItems: 'Every item of this collection may be taken, at any time.',
  unknown: 'What this does cannot be read here. Approve it only if you trust this site.',
}
export const word = (key: string): string => WORDS[key.replace('approve.', '')] ?? key

export const EVERYTHING = 'All of it, without limit'

export function timeText(seconds: number, now: number): string {
  const days = Math.ceil((seconds * 1000 - now) / 86_400_000)
  const date = new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return `${date} UTC${days > 0 ? ` (${days} ${days === 1 ? 'day' : 'days'})` : ' (in the past)'}`
}

/** @param symbol of the network's own currency */
export function fieldOf(fact: Fact, symbol: string, now: number): Field {
  const label = fact.kind === 'named' ? fact.name : word(fact.label)
  switch (fact.kind) {
    case 'address':
      return code(label, checksummed(fact.address))
    case 'time':
      return fact.at === undefined
        ? { label, value: 'For ever', bad: true }
        : { label, value: timeText(Number(fact.at), now) }
    case 'amount': {
      const { value, token } = fact.amount
      const lead = fact.label === 'approve.amount' || fact.label === 'approve.value'
      if (token === undefined)
        return { label, value: `${formatUnits(BigInt(value), 18)} ${symbol}`, ...(lead && value !== 0n && { lead }) }
      const address = checksummed(token)
      if (value === 'unlimited') return { label, value: `${EVERYTHING}\n${address}`, bad: true }
      return {
        label,
        value: `${value} smallest units of\n${address}`,
        token: { address, value },
        ...(lead && { lead }),
      }
    }
    default:
      return code(label, fact.text)
  }
}

export const noteOf = ({ key, isBad }: Warning): Note => ({ text: word(key), ...(isBad && { bad: true }) })
