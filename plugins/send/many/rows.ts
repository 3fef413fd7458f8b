/** Writes what a visitor chooses and types to the rows of a send to several recipients (`many` of the panel). */
import { receiverFor } from '../choose.ts'
import type { SendPanel } from '../panel.ts'
import type { Receiver } from '../state.ts'
import { repeatOf } from './facts.ts'
import { type ListedReceiver, parseList } from './list.ts'
import { type ManyRow, MOST_RECEIVERS } from './state.ts'

const rowAt = ({ many }: Pick<SendPanel, 'many'>, id: number): ManyRow | undefined =>
  many.rows.find((row) => row.id === id)

const isBlank = ({ amount, receiver }: ManyRow) => amount === '' && receiver.text.trim() === ''

/**
 * Prepares the rows of the form, at least two. Keeps rows that were typed before. If all are blank, the values of the
 * single-recipient form become the first row. Does nothing while a run is active.
 */
export function beginMany(panel: SendPanel): void {
  const { state, many } = panel
  if (many.run && !many.run.isDone) return
  many.run = undefined
  const { receiver, sendTokenAmount: amount = '' } = state
  if (many.rows.every(isBlank)) {
    many.rows.splice(0)
    if (receiver.text.trim() !== '' || amount !== '') addRow(panel, amount, { ...receiver })
  }
  while (many.rows.length < 2) addRow(panel)
  const [first] = many.rows
  // The single-recipient form may have been left while the search for this receiver ran; search again.
  if (first?.receiver.status === 'searching') void setRowReceiver(panel, first.id, first.receiver.text)
}

/** Adds a row and returns its id; does nothing and returns `undefined` if the list is full. */
export function addRow(
  { many }: SendPanel,
  amount = '',
  receiver: Receiver = { status: 'none', text: '' },
): number | undefined {
  if (many.rows.length >= MOST_RECEIVERS) return undefined
  many.made += 1
  many.rows.push({ id: many.made, amount, receiver })
  return many.made
}

export function removeRow({ many }: SendPanel, id: number): void {
  const at = many.rows.findIndex((row) => row.id === id)
  if (at >= 0) many.rows.splice(at, 1)
}

export function setRowAmount(panel: SendPanel, id: number, amount: string): void {
  const row = rowAt(panel, id)
  if (row) row.amount = amount.trim()
}

/** Looks for the receiver that the text of a row means. If text or account change meanwhile, the result is dropped. */
export async function setRowReceiver(panel: SendPanel, id: number, text: string): Promise<void> {
  const row = rowAt(panel, id)
  if (!row) return
  const isEmpty = text.trim() === ''
  row.receiver = { status: isEmpty ? 'none' : 'searching', text }
  delete row.accepted
  if (isEmpty) return
  const { caipAddress } = panel.kit.account()
  const isCurrent = () => rowAt(panel, id)?.receiver.text === text && panel.kit.account().caipAddress === caipAddress
  const receiver = await receiverFor(panel, text, isCurrent)
  const now = rowAt(panel, id)
  if (receiver && now) now.receiver = receiver
}

/** Stores that the visitor wants this row's address, although it looks like another address. */
export function acceptRow(panel: SendPanel, id: number): void {
  const row = rowAt(panel, id)
  if (row?.receiver.address !== undefined) row.accepted = row.receiver.address
}

/** Stores that the visitor wants to pay the recipient of a row as often as the list has it now. */
export function keepRepeats(panel: SendPanel, id: number): void {
  const row = rowAt(panel, id)
  const repeat = row && repeatOf(panel, row)
  if (repeat !== undefined && !panel.many.repeats.includes(repeat)) panel.many.repeats.push(repeat)
}

/** Why a pasted list is refused as a whole. If only a part were added, the visitor might take it for the whole list. */
export type ListFault = { kind: 'empty' } | { kind: 'long'; count: number }

/**
 * Replaces blank rows by the recipients of a pasted list. Returns why the list is refused; `undefined` if it was added.
 */
export function addList(panel: SendPanel, text: string): ListFault | undefined {
  const { many } = panel
  const listed = parseList(text)
  if (listed.length === 0) return { kind: 'empty' }
  const kept = many.rows.filter((row) => !isBlank(row))
  const count = kept.length + listed.length
  if (count > MOST_RECEIVERS) return { kind: 'long', count }
  many.rows.splice(0, many.rows.length, ...kept)
  for (const each of listed) addListed(panel, each)
  return undefined
}

function addListed(panel: SendPanel, { receiver, amount }: ListedReceiver): void {
  const id = addRow(panel, amount)
  if (id !== undefined) void setRowReceiver(panel, id, receiver)
}
