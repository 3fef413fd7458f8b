/** Sends what the form shows, and stops waiting for the wallet. */
import { WalletKitError } from 'walletkit/plugin'
import { SEND_ERRORS, sendError } from './errors.ts'
import { intent, isComplete, isLoading } from './form.ts'
import { sendMessages } from './messages.ts'
import { sendingNamespace } from './namespaces.ts'
import { resetPanel, type SendPanel } from './panel.ts'
import { showAsked } from './progress.ts'
import { type SendIntent, transfer } from './transfer.ts'

const eventOf = ({ isSmartAccount, caipNetworkId, symbol, amountText }: SendIntent) => ({
  isSmartAccount,
  network: caipNetworkId,
  token: symbol,
  amount: amountText,
})

/**
 * Sends what the form shows. Opens the Account view before the wallet request. Does nothing while a request is pending
 * or the form is incomplete; on Solana, reports a missing amount or receiver. Reports failures and never throws them.
 * @throws 'Unsupported chain' on a namespace that is not in `SEND_NAMESPACES`.
 */
export async function sendToken(panel: SendPanel): Promise<void> {
  const namespace = sendingNamespace(panel.kit)
  if (isLoading(panel)) return
  if (namespace === 'solana' && !isComplete(panel)) return reportIncomplete(panel)
  const wanted = intent(panel)
  if (wanted) await deliver(panel, wanted).catch(() => undefined)
}

/**
 * Sends the transfer. Resolves with the wallet's hash, and with a promise that resolves when the transfer's outcome is
 * known or waiting for it has failed. Reports a failure, then throws it.
 */
export async function deliver(
  panel: SendPanel,
  wanted: SendIntent,
): Promise<{ hash: string; followed: Promise<void> }> {
  const { kit, state, options, outbox } = panel
  const { namespace } = kit.account()
  const isCurrent = panel.sends.begin()
  state.since = Date.now()
  kit.reset('Account')
  showAsked(kit, wanted)
  kit.track('SEND_INITIATED', eventOf(wanted))
  try {
    const hash = await transfer(kit, wanted, options)
    const followed = outbox.add({ hash, caipNetworkId: wanted.caipNetworkId })
    kit.toast.success(kit.text('send.started', sendMessages['send.started']))
    kit.track('SEND_SUCCESS', eventOf(wanted))
    if (isCurrent()) resetPanel(panel)
    return { hash, followed }
  } catch (error) {
    if (isCurrent()) {
      abandon(panel)
      // The wallet accepted the transfer: clear the form, or one press could send it a second time.
      if (error instanceof WalletKitError && error.code === 'SEND_UNSEEN') resetPanel(panel)
    }
    const { message } = kit.report(error, namespace === 'solana' ? 'SEND_FAILED_SOLANA' : 'SEND_FAILED', SEND_ERRORS)
    kit.track('SEND_ERROR', { ...eventOf(wanted), message })
    throw error
  }
}

/** Stops waiting for the wallet: the form can be used again. A late answer of the wallet is still stored and shown. */
export function abandon({ kit, state, sends }: SendPanel): void {
  if (state.since !== undefined) kit.progress.hide()
  sends.end()
  state.since = undefined
}

/** Stops waiting for the wallet and clears the form. */
export function leave(panel: SendPanel): void {
  abandon(panel)
  resetPanel(panel)
}

/** Reports to the visitor that an amount or a receiver is missing. */
export const reportIncomplete = ({ kit }: SendPanel): void =>
  void kit.report(sendError('SEND_INCOMPLETE'), 'SEND_INCOMPLETE', SEND_ERRORS)
