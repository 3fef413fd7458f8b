/** Swaps that left, watched to their block, wherever the visitor goes meanwhile and after a reload. */
import {
  formatToken,
  MESSAGE_DECIMALS,
  parseDecimal,
  type PluginKit,
  type Sent,
  type SentAmount,
} from 'walletkit/plugin'
import { SWAP_ERRORS, swapError } from './errors.ts'
import { swapsMessages } from './messages.ts'

/** ms that the notice of the hash is left to be read before another takes its place. */
export const NOTICE_PAUSE = 3_000
/** A transaction that no block took for this long is not looked for any more after a reload. */
export const PENDING_LIFETIME = 86_400_000

/** An amount in a notice: 3 decimals (spec section 9). */
export function noticeText(kit: Pick<PluginKit, 'locale'>, { amount, symbol }: SentAmount): string {
  const parsed = parseDecimal(amount) ?? { value: 0n, decimals: 0 }
  return `${formatToken(parsed, MESSAGE_DECIMALS, kit.locale)} ${symbol}`
}

type Amounts = { out: SentAmount; in: SentAmount }

export const swapText = (kit: PluginKit, key: 'swaps.swapping' | 'swaps.swapped', { out, in: bought }: Amounts) =>
  kit.text(key, swapsMessages[key], { paid: noticeText(kit, out), received: noticeText(kit, bought) })

/** Tells the end of a swap once a block took it. Never throws: a node that is gone says nothing. */
export async function follow(
  kit: PluginKit,
  { hash, caipNetworkId, note }: Pick<Sent, 'hash' | 'caipNetworkId' | 'note'>,
  notice: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const receipt = await kit.chain.waitForTransaction(hash, { caipNetworkId, signal: kit.signal }).catch(() => undefined)
  await notice
  if (!receipt || kit.signal.aborted || note?.kind !== 'swap' || !note.out || !note.in) return
  if (receipt.status === 'success') kit.toast.success(swapText(kit, 'swaps.swapped', { out: note.out, in: note.in }))
  else kit.report(swapError('SWAP_REVERTED'), 'SWAP_REVERTED', SWAP_ERRORS)
}

/** What was still on its way when the page was left. */
export function followPending(kit: PluginKit): void {
  for (const sent of kit.chain.sent()) {
    const isOurs = sent.note?.kind === 'swap' || sent.note?.kind === 'approve'
    if (isOurs && sent.status === 'pending' && Date.now() - sent.at < PENDING_LIFETIME) void follow(kit, sent)
  }
}
