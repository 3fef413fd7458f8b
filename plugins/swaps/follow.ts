/** Follows sent swaps until a block includes them, even if the visitor switches the network or reloads the page. */
import {
  formatToken,
  MESSAGE_DECIMALS,
  parseDecimal,
  type PluginKit,
  type Sent,
  type SentAmount,
  type SentBatch,
} from 'walletkit/plugin'
import { SWAP_ERRORS, swapError } from './errors.ts'
import { swapsMessages } from './messages.ts'

/** ms that the toast about the sent swap stays before a toast about its failure may replace it. */
export const NOTICE_PAUSE = 3_000
/** Transactions that are pending for longer than this, in ms, are no longer followed after a reload: 24 hours. */
export const PENDING_LIFETIME = 86_400_000

/** An amount in a toast, with at most 3 decimals. */
export function noticeText(kit: Pick<PluginKit, 'locale'>, { amount, symbol }: SentAmount): string {
  const parsed = parseDecimal(amount) ?? { value: 0n, decimals: 0 }
  return `${formatToken(parsed, MESSAGE_DECIMALS, kit.locale)} ${symbol}`
}

export type Amounts = { out: SentAmount; in: SentAmount }

export const swapText = (kit: PluginKit, key: 'swaps.swapping' | 'swaps.swapped', { out, in: bought }: Amounts) =>
  kit.text(key, swapsMessages[key], { paid: noticeText(kit, out), received: noticeText(kit, bought) })

/** Shows a sent swap in the Account view. */
export function showSwap(
  kit: PluginKit,
  { hash, caipNetworkId }: Pick<Sent, 'hash' | 'caipNetworkId'>,
  amounts: Amounts,
  isDone: boolean,
) {
  const url = kit.chain.explorerUrl(hash, caipNetworkId)
  const { symbol, iconUrl } = amounts.in
  kit.progress.show({
    state: isDone ? 'done' : 'chain',
    title: swapText(kit, isDone ? 'swaps.swapped' : 'swaps.swapping', amounts),
    ...(!isDone && { text: kit.text('swaps.inProgress', swapsMessages['swaps.inProgress']) }),
    image: { name: symbol, src: iconUrl },
    ...(url && { link: { url, label: kit.text('swaps.explorer', swapsMessages['swaps.explorer']) } }),
  })
}

/**
 * Waits until a block includes the transaction, so that the runtime stores its outcome. For a swap, shows the outcome,
 * unless the node does not answer. Never throws.
 */
export async function follow(
  kit: PluginKit,
  { hash, caipNetworkId, note }: Pick<Sent, 'hash' | 'caipNetworkId' | 'note'>,
  notice: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  const receipt = await kit.chain.waitForTransaction(hash, { caipNetworkId, signal: kit.signal }).catch(() => undefined)
  if (kit.signal.aborted || note?.kind !== 'swap' || !note.out || !note.in) return
  const amounts = { out: note.out, in: note.in }
  if (receipt?.status === 'success') return showSwap(kit, { hash, caipNetworkId }, amounts, true)
  kit.progress.hide()
  await notice
  if (receipt) kit.report(swapError('SWAP_REVERTED'), 'SWAP_REVERTED', SWAP_ERRORS)
}

/** Follows the swaps and approvals that were pending when the page was last closed; not those older than 24 hours. */
export function followPending(kit: PluginKit): void {
  for (const { id, caipNetworkId, note } of kit.chain.batches())
    if (note?.kind === 'swap') void followBatch(kit, { id, caipNetworkId, note })
  for (const sent of kit.chain.sent()) {
    const isOurs = sent.note?.kind === 'swap' || sent.note?.kind === 'approve'
    if (isOurs && sent.status === 'pending' && Date.now() - sent.at < PENDING_LIFETIME) void follow(kit, sent)
  }
}

/**
 * Waits until the wallet has settled the batch, which has no hash before that. Shows nothing if the wallet does not
 * answer.
 */
async function followBatch(
  kit: PluginKit,
  { id, caipNetworkId, note }: Pick<SentBatch, 'id' | 'caipNetworkId' | 'note'>,
) {
  const settled = await kit.chain.followCalls(id).catch(() => undefined)
  if (!settled || kit.signal.aborted) return
  const hash = settled.hashes.at(-1)
  // Check the batch's own status first: a smart account's calls may fail in a transaction that succeeds.
  if (settled.status !== 'confirmed') kit.report(swapError('SWAP_REVERTED'), 'SWAP_REVERTED', SWAP_ERRORS)
  else if (hash === undefined) kit.report(swapError('SWAP_UNSEEN'), 'SWAP_UNSEEN', SWAP_ERRORS)
  else await follow(kit, { hash, caipNetworkId, ...(note && { note }) })
}
