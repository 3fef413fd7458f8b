/** Describes Solana's requests: `{ message }` in base58, `{ transaction }` or `{ transactions }` in base64. */
import type { ReadTransaction } from '../../contracts/adapter.ts'
import type { ApproveKey } from '../views/approve.messages.ts'
import { decodeBase58 } from '../../lib/base58.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { address, amount, type Described, native, type Part, text, type Where } from './described.ts'
import { messagePart } from './message.ts'

/**
 * Returns what a transaction (base64) does, as Solana's adapter has read it; `undefined` if it is invalid, or the build
 * has no such adapter.
 */
export type Reader = (transaction: string) => ReadTransaction | undefined

/** The longest message to decode, in characters. The limit is there because decoding base58 takes quadratic time. */
const LONGEST = 20_000

export function describeSolana(method: string, params: unknown, where: Where, read: Reader): Described | undefined {
  const given = Array.isArray(params) ? (params as unknown[])[0] : params
  if (!isRecord(given)) return undefined
  if (method === 'solana_signMessage') {
    const { message } = given
    if (typeof message !== 'string') return undefined
    const bytes = message.length > LONGEST ? undefined : decodeBase58(message)
    const part = messagePart(bytes, message, where)
    return { title: part.title, parts: [part], warnings: [] }
  }
  const list = 'transactions' in given ? given['transactions'] : [given['transaction']]
  if (!Array.isArray(list) || !list.length || !list.every((each): each is string => typeof each === 'string'))
    return undefined
  const parts = list.flatMap((each) => describeTransaction(each, read))
  const sends = method === 'solana_signAndSendTransaction'
  const title = list.length > 1 ? 'approve.many' : sends ? 'approve.solanaSend' : 'approve.solanaSign'
  return { title, ...(list.length > 1 && { count: list.length }), parts, warnings: [] }
}

function describeTransaction(transaction: string, read: Reader): Part[] {
  const found = read(transaction)
  const raw = text('approve.data', transaction)
  if (!found)
    return [
      {
        title: 'approve.solana',
        facts: [size(transaction)],
        warnings: [{ key: 'approve.unknown', isBad: true }],
        details: [raw],
      },
    ]
  const { payer, fee, steps, isLasting = false } = found
  const moves = steps.flatMap((step) => ('to' in step ? [of(step), address('approve.to', step.to)] : []))
  const grants = steps.flatMap((step) => ('spender' in step ? [step] : []))
  const passed = steps.flatMap((step) => ('authority' in step ? [step] : []))
  const programs = steps.flatMap((step) => ('program' in step ? [step] : []))
  const named = [...new Set(programs.map(({ program }) => program))].map((program) => address('approve.runs', program))
  const isKnown = programs.every(({ isHarmless }) => isHarmless)
  const facts = [
    ...grants.flatMap(({ spender, value, token }) => [
      address('approve.spender', spender),
      value > MOST_TOKENS ? amount('approve.upTo', UNLIMITED, token) : amount('approve.upTo', value, token),
    ]),
    ...passed.flatMap(({ authority, account }) => [
      address('approve.from', account),
      authority === undefined ? text('approve.authority', '–') : address('approve.authority', authority),
    ]),
    ...moves,
    ...(isKnown ? [] : named),
    native('approve.fee', fee),
  ]
  const red: [ApproveKey, boolean][] = [
    ['approve.unlimited', grants.some(({ value }) => value > MOST_TOKENS)],
    ['approve.passedOn', passed.length > 0],
    ['approve.lasting', isLasting],
    ['approve.highFee', fee > HIGH_FEE],
    ['approve.unknown', !isKnown],
  ]
  return [
    {
      title:
        !isKnown || passed.length
          ? 'approve.solana'
          : grants.length
            ? 'approve.allow'
            : moves.length
              ? 'approve.send'
              : 'approve.solana',
      facts,
      warnings: red.flatMap(([key, isTrue]) => (isTrue ? [{ key, isBad: true as const }] : [])),
      details: [...(isKnown ? named : []), address('approve.payer', payer), size(transaction), raw],
    },
  ]
}

/** An allowance above `MOST_TOKENS` is shown as unlimited: it is more than half of what Solana's 64 bits can count. */
const [MOST_TOKENS, UNLIMITED] = [2n ** 63n, 2n ** 256n - 1n]
/** In lamports: 2,000 times the fee of a usual transaction (5,000). */
const HIGH_FEE = 10_000_000n

const of = ({ value, token }: { value: bigint; token?: string }) =>
  token === undefined ? native('approve.amount', value) : amount('approve.amount', value, token)

/** The decoded size of base64, in bytes. */
const size = (transaction: string) =>
  text('approve.size', String(Math.floor((transaction.replace(/=+$/, '').length * 3) / 4)))
