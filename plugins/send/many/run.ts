/** Pays several recipients, and stores for each what became of the payment. Nothing is retried. */
import { type CallsProgress, isUserRejection, plainText, WalletKitError } from 'walletkit/plugin'
import { inWords, SEND_ERRORS, sendError } from '../errors.ts'
import { sendMessages } from '../messages.ts'
import { checkName } from '../transfer.ts'
import type { SendPanel } from '../panel.ts'
import { type ManyIntent, manyIntent } from './intent.ts'
import { batchNote, callsOf } from './prepare.ts'
import type { ManyPaid, ManyRun, ManyState, Outcome } from './state.ts'

/** Sends what the review shows. Does nothing while a run is active or something is missing. Reports failures. */
export async function sendMany(panel: SendPanel): Promise<void> {
  const { kit, many } = panel
  const wanted = manyIntent(panel)
  if (!wanted || isRunning(panel)) return
  const totalText = plainText({ value: wanted.total, decimals: wanted.decimals })
  const event = {
    isSmartAccount: wanted.isSmartAccount,
    network: wanted.caipNetworkId,
    token: wanted.symbol,
    amount: totalText,
  }
  many.run = beginRun(wanted)
  // Keep a reference to this run: `many.run` may be a later run when a message about this one arrives.
  const run = many.run
  panel.stop = new AbortController()
  kit.track('SEND_INITIATED', event)
  try {
    await pay(panel, wanted, run, totalText)
    for (const row of run.rows) row.outcome = 'sent'
    kit.track('SEND_SUCCESS', event)
    kit.toast.success(kit.text('send.manyDone', sendMessages['send.manyDone']))
  } catch (error) {
    settle(run, error)
    // If the visitor stopped the run, report nothing: they know why it ended, and the rows show the outcomes.
    const isStopped = panel.stop.signal.aborted && !isUserRejection(error)
    kit.track('SEND_ERROR', { ...event, message: isStopped ? 'Stopped' : tell(panel, run, error) })
  } finally {
    run.isDone = true
    panel.outbox.refresh()
    // The outbox takes over waiting for transactions that are sent but in no block yet.
    for (const { outcome, hash } of run.rows)
      if (outcome === 'pending' && hash !== undefined) void panel.outbox.add({ hash, caipNetworkId: run.caipNetworkId })
    keepUnpaid(many, run)
  }
}

export const isRunning = ({ many }: Pick<SendPanel, 'many'>): boolean => many.run !== undefined && !many.run.isDone

/** Stops asking the wallet. The wallet may still send the payment that it was asked for; that hash is stored. */
export function stopMany({ many, stop }: SendPanel): void {
  if (!many.run || many.run.isDone) return
  many.run.isStopping = true
  stop.abort()
}

async function pay(panel: SendPanel, wanted: ManyIntent, run: ManyRun, totalText: string) {
  const { kit, stop } = panel
  await Promise.all(wanted.payments.filter(({ name }) => name !== undefined).map((each) => checkName(kit, each)))
  const calls = await callsOf(panel, wanted)
  stop.signal.throwIfAborted()
  // No `await` between this check and the requests, so that the account and network cannot change in between.
  if (kit.account().caipAddress !== wanted.caipAddress) throw sendError('SEND_CHANGED')
  const signal = AbortSignal.any([kit.signal, stop.signal])
  const { hashes, isBatch } = await kit.chain.runCalls(calls, {
    note: batchNote(wanted, totalText),
    tell: (progress) => note(panel, run, progress),
    signal,
  })
  for (const [at, row] of run.rows.entries()) row.hash = isBatch ? hashes.at(-1) : hashes[at]
}

const beginRun = ({ symbol, iconUrl, caipNetworkId, payments }: ManyIntent): ManyRun => ({
  symbol,
  iconUrl,
  caipNetworkId,
  rows: payments.map(({ id, to, shown, amountText }) => {
    return { id, to, name: shown, amountText, outcome: 'waiting', hash: undefined }
  }),
  isBatch: false,
  isStopping: false,
  isDone: false,
  since: Date.now(),
})

/** Writes the progress of the calls into the rows. Progress that arrives after the run has ended is ignored. */
function note({ kit }: SendPanel, run: ManyRun, { step, waitsFor, isBatch }: CallsProgress) {
  if (run.isDone) return
  run.isBatch = isBatch
  for (const [at, row] of run.rows.entries()) {
    if (isBatch || at === step - 1) row.outcome = waitsFor
    else row.outcome = at < step - 1 ? 'sent' : 'waiting'
  }
  const row = isBatch ? undefined : run.rows[step - 1]
  if (!row || waitsFor !== 'chain') return
  const known = run.rows.map(({ hash }) => hash)
  // The runtime stores the hash before it reports this step, so this row's transaction is in the list.
  const sent = kit.chain.sent().find(({ note: about, hash, at }) => {
    return about?.kind === 'send' && about.to === row.to && at >= run.since && !known.includes(hash)
  })
  row.hash = sent?.hash
}

const codeOf = (error: unknown) => (error instanceof WalletKitError ? error.code : undefined)

/** Sets each row's outcome after the run stopped with an error. */
export function settle(run: ManyRun, error: unknown): void {
  const code = codeOf(error)
  for (const row of run.rows) {
    if (row.outcome === 'wallet') row.outcome = afterWallet(error, code)
    else if (row.outcome === 'chain') row.outcome = afterChain(code, row)
    else if (row.outcome === 'waiting') row.outcome = 'unsent'
  }
}

/** The outcome of a row for which the wallet was asked and returned no hash. */
function afterWallet(error: unknown, code: string | undefined): Outcome {
  if (code === 'TX_UNCERTAIN') return 'unknown'
  return isUserRejection(error) ? 'declined' : 'failed'
}

/** The outcome of a row whose request the wallet had accepted. */
function afterChain(code: string | undefined, { hash }: ManyPaid): Outcome {
  // CALLS_CHANGED is thrown between two calls, so this row's transaction is in a block already.
  if (code === 'CALLS_CHANGED') return 'sent'
  if (code === 'CALLS_FAILED' || code === 'TX_NOT_FOUND') return 'failed'
  return hash === undefined ? 'unknown' : 'pending'
}

/**
 * Reports the failure. If some payments may have been sent, never says "Nothing was sent". Returns the reported text.
 */
function tell({ kit }: SendPanel, { rows }: ManyRun, error: unknown): string {
  const isPartly = rows.some(({ outcome }) => outcome === 'sent' || outcome === 'pending' || outcome === 'unknown')
  const shown = isPartly && !isUserRejection(error) && codeOf(error) !== 'TX_UNCERTAIN' ? partly(error) : inWords(error)
  return kit.report(shown, isPartly ? 'SEND_PARTLY' : 'SEND_FAILED', SEND_ERRORS).message
}

const partly = (error: unknown) => sendError('SEND_PARTLY', error)

/**
 * Keeps only rows that were not paid. Rows that were or may have been paid go, so that pressing again pays none twice.
 */
function keepUnpaid(many: ManyState, { rows }: ManyRun) {
  const open: readonly Outcome[] = ['declined', 'failed', 'unsent']
  const unpaid = new Set(rows.filter(({ outcome }) => open.includes(outcome)).map(({ id }) => id))
  many.rows = many.rows.filter(({ id }) => unpaid.has(id))
  many.repeats = []
}
