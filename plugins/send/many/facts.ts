/**
 * Functions that only read the rows of a send to several recipients, and calculate from them the total, the faults and
 * the button's label.
 */
import { addressKey, findLookAlike, parseAmount } from 'walletkit/plugin'
import * as form from '../form.ts'
import { isFeeUncovered, isGasInsufficient } from '../gas.ts'
import { type SendLabel, sendLabel } from '../label.ts'
import type { SendFacts } from '../panel.ts'
import type { ManyRow, ManyState } from './state.ts'

export type ManyFacts = SendFacts & { many: ManyState }

/** A row's amount in base units; `undefined` if its text is no amount of the token, or no token is chosen. */
export function amountOf(facts: ManyFacts, { amount }: Pick<ManyRow, 'amount'>): bigint | undefined {
  const places = form.decimals(facts)
  return places === undefined ? undefined : parseAmount(amount, places)
}

/** The sum of all rows in base units; rows without a valid amount count as zero. */
export const total = (facts: ManyFacts): bigint =>
  facts.many.rows.reduce((sum, row) => sum + (amountOf(facts, row) ?? 0n), 0n)

/**
 * The address that a row's receiver imitates: a known one, or that of another row (`isListed`). `undefined` if none.
 */
export function imitatedBy(
  facts: ManyFacts,
  { id, receiver: { address } }: ManyRow,
): { address: string; isListed: boolean } | undefined {
  if (address === undefined) return undefined
  const known = form.imitated(facts, address)
  if (known !== undefined) return { address: known, isListed: false }
  const others = facts.many.rows.flatMap((row) => (row.id === id ? [] : (row.receiver.address ?? [])))
  const listed = findLookAlike(address, others)
  return listed === undefined ? undefined : { address: listed, isListed: true }
}

/** If the list has the row's recipient more than once: its address and how often, as one text; else `undefined`. */
export function repeatOf({ many }: Pick<ManyFacts, 'many'>, { receiver: { address } }: ManyRow): string | undefined {
  if (address === undefined) return undefined
  const key = addressKey(address)
  const count = many.rows.filter((row) => row.receiver.address && addressKey(row.receiver.address) === key).length
  return count > 1 ? `${key} ${count}` : undefined
}

/** What is wrong with a row. The visitor can accept `lookAlike` and `repeat`; then they are no longer listed. */
export type RowFault = 'amount' | 'ownContract' | 'lookAlike' | 'repeat'

export function faultsOf(facts: ManyFacts, row: ManyRow): RowFault[] {
  const { receiver, accepted, amount } = row
  const token = form.contract(facts)
  const isToken = token !== undefined && receiver.address?.toLowerCase() === token.toLowerCase()
  const repeat = repeatOf(facts, row)
  const isTwin = receiver.address !== accepted && imitatedBy(facts, row) !== undefined
  return [
    ...(amount !== '' && facts.state.token && amountOf(facts, row) === undefined ? (['amount'] as const) : []),
    ...(isToken ? (['ownContract'] as const) : []),
    ...(isTwin ? (['lookAlike'] as const) : []),
    ...(repeat !== undefined && !facts.many.repeats.includes(repeat) ? (['repeat'] as const) : []),
  ]
}

/** `checkMarked`: all fields are filled, but a row needs the visitor's decision. */
export type ManyLabel = SendLabel | 'checkMarked'

export function manyLabel(facts: ManyFacts): ManyLabel {
  const { rows } = facts.many
  const amounts = rows.map((row) => amountOf(facts, row))
  const isWrong = rows.some(({ amount }, at) => amount !== '' && amounts[at] === undefined)
  const isWhole = rows.length > 0 && amounts.every((amount) => amount !== undefined && amount > 0n)
  const label = sendLabel({
    hasToken: facts.state.token !== undefined,
    amountText: isWrong ? '?' : '',
    amount: isWhole ? total(facts) : undefined,
    balance: form.balance(facts)?.value,
    gasInsufficient: isFeeMissing(facts),
    receiver: rows.every(({ receiver }) => receiver.text.trim() !== '') ? 'all' : '',
    receiverIsAddress: rows.every(({ receiver }) => receiver.address !== undefined),
    blocked: form.doDecimalsDiffer(facts) || rows.some((row) => faultsOf(facts, row).includes('ownContract')),
  })
  if (label !== 'previewSend') return label
  return rows.some((row) => faultsOf(facts, row).length > 0) ? 'checkMarked' : label
}

/**
 * Whether the account cannot pay the fees of all transfers. Until their cost is read, uses the fee of the
 * single-recipient form times the number of rows.
 */
function isFeeMissing(facts: ManyFacts): boolean {
  const { many, state } = facts
  const known = many.cost?.facts ?? state.gas
  if (!known) return false
  const times = many.cost ? 1n : BigInt(many.rows.length || 1)
  const gas = { ...known, fee: known.fee * times }
  const type = form.accountType(facts)
  const balance = form.networkBalanceInUSD(facts)
  if (
    isGasInsufficient({
      accountType: type,
      networkBalanceInUSD: balance,
      gasPriceInUSD: undefined,
      isSponsored: known.isSponsored,
    })
  )
    return true
  return isFeeUncovered(type, gas, form.isNative(facts) ? total(facts) : 0n)
}
