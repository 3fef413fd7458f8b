/**
 * Stores what a visitor chooses and types in the send form. A change of token, amount or receiver estimates the fee
 * again.
 */
import type { TokenBalance } from 'walletkit/plugin'
import { contactAt, contactNamed } from './contacts.ts'
import { SEND_ERRORS } from './errors.ts'
import { mustAccept } from './form.ts'
import { sendMessages } from './messages.ts'
import type { SendPanel } from './panel.ts'
import { estimateSoon, followMax, inspectToken } from './reads.ts'
import { findReceiver } from './receiver.ts'
import type { Receiver } from './state.ts'

/**
 * For this many ms after the visitor accepted a look-alike, the button ignores presses: a double click is one decision.
 */
const HASTE = 500
export const isHasty = ({ state }: SendPanel): boolean => performance.now() - (state.accepted?.at ?? -Infinity) < HASTE

/**
 * Stores that the visitor wants this receiver, although it looks like a known address. Returns `false` if the receiver
 * needs no such decision.
 */
export function accept(panel: SendPanel): boolean {
  const { address } = panel.state.receiver
  if (address === undefined || !mustAccept(panel)) return false
  panel.state.accepted = { address, at: performance.now() }
  return true
}

export function setToken(panel: SendPanel, token: TokenBalance): void {
  // The entry is a valtio proxy, which `structuredClone` rejects: copy its fields.
  const copy = { ...token, quantity: { ...token.quantity } }
  Object.assign(panel.state, { token: copy, exactBalance: undefined, isMax: false, mayFail: false })
  void inspectToken(panel)
  estimateSoon(panel)
}

export function setAmount(panel: SendPanel, text: string): void {
  Object.assign(panel.state, { sendTokenAmount: text.trim() || undefined, isMax: false })
  estimateSoon(panel)
}

/** Selects the whole balance; for the native currency, minus the fee. */
export function setMax(panel: SendPanel): void {
  panel.state.isMax = true
  followMax(panel)
  estimateSoon(panel)
}

/** Looks for the receiver that the text means. If the text changes meanwhile, the result is dropped. */
export async function setReceiver(panel: SendPanel, text: string): Promise<void> {
  const { state, searches } = panel
  const isCurrent = searches.begin()
  const isEmpty = text.trim() === ''
  Object.assign(state, { receiver: { status: isEmpty ? 'none' : 'searching', text }, receiverHolds: undefined })
  if (isEmpty) return
  const receiver = await receiverFor(panel, text, isCurrent)
  if (!receiver) return
  state.receiver = receiver
  if (receiver.status === 'found') estimateSoon(panel)
}

/** The receiver that a text means: found, or unknown and why. `undefined` if `isCurrent` turns false meanwhile. */
export async function receiverFor(
  panel: Pick<SendPanel, 'kit' | 'state'>,
  text: string,
  isCurrent: () => boolean,
): Promise<Receiver | undefined> {
  const { kit, state } = panel
  const typed = text.trim()
  // A text that is an address is used as that address, and a text with a dot is resolved as a name. Contacts come last,
  // because an imported file may give any contact the name `mira.eth`, or a name that is another address.
  const isOwn = kit.isAddress(typed) || typed.includes('.')
  const named = isOwn ? undefined : contactNamed(state.contacts, typed)
  try {
    const found = await findReceiver(kit, named?.address ?? typed, isCurrent)
    if (!isCurrent()) return undefined
    if (!found) {
      const note = noteOf(panel, typed)
      return { status: 'unknown', text, ...(note && { note }) }
    }
    const contact = contactAt(state.contacts, found.address)?.name
    return { status: 'found', text, ...found, ...(contact !== undefined && { contact }) }
  } catch (error) {
    if (!isCurrent()) return undefined
    return { status: 'unknown', text, note: kit.report(error, 'SEND_NAME', SEND_ERRORS).message }
  }
}

/** Why a text cannot be a receiver; `undefined` while it may still be incomplete. */
function noteOf({ kit }: Pick<SendPanel, 'kit'>, typed: string): string | undefined {
  const isSolana = kit.account().namespace === 'solana'
  const isName = typed.includes('.')
  const isHex = isSolana && /^0x[0-9a-f]{6,}$/i.test(typed)
  const wrong = isSolana ? 'send.noAddress' : 'send.mistyped'
  const key = kit.isAddress(typed) || isHex ? wrong : isName ? (isSolana ? 'send.noNames' : 'send.noName') : undefined
  return key && kit.text(key, sendMessages[key], { network: kit.network()?.name ?? '' })
}
