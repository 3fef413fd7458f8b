/** Sending for pages without the form: the same checks and the same request to the wallet. */
import { type HeadlessFeatures, type SendResult, WalletKitError } from 'walletkit/plugin'
import { accept, setAmount, setReceiver, setToken } from './choose.ts'
import { sendError } from './errors.ts'
import { contract, intent, isLoading, label, lookAlike } from './form.ts'
import type { SendLabel } from './label.ts'
import { sendMessages } from './messages.ts'
import { sendingNamespace } from './namespaces.ts'
import { resetPanel, type SendPanel } from './panel.ts'
import { findToken } from './preselect.ts'
import { askText } from './progress.ts'
import { fetchGas, fetchKnown, fetchTokens, inspectToken } from './reads.ts'
import { deliver } from './send.ts'
import { contractOf } from './tokens.ts'

/**
 * For each label of the form's disabled button: the error that a page without the form gets instead. `text` says why,
 * as the form would.
 */
const MISSING: Readonly<Record<Exclude<SendLabel, 'previewSend'>, (text: string) => WalletKitError>> = {
  selectToken: (text) => new WalletKitError('SEND_ARGUMENT_TOKEN', text),
  incorrectValue: (text) => new WalletKitError('SEND_ARGUMENT_AMOUNT', text),
  addAmount: (text) => new WalletKitError('SEND_ARGUMENT_AMOUNT', text),
  insufficientFunds: (text) => new WalletKitError('SEND_INSUFFICIENT_FUNDS', text),
  insufficientGas: (text) => new WalletKitError('SEND_INSUFFICIENT_GAS', text),
  addAddress: (text) => new WalletKitError('SEND_ARGUMENT_TO', text),
  invalidAddress: (text) => new WalletKitError('SEND_ARGUMENT_TO', text),
  blocked: (text) => new WalletKitError('SEND_BLOCKED', text),
}

export const createHeadless = (panel: SendPanel): HeadlessFeatures['send'] => ({
  send: async ({ to, amount, token, acceptLookAlike }, on) => {
    const { kit, state, outbox } = panel
    sendingNamespace(kit)
    if (isLoading(panel)) throw new WalletKitError('SEND_PENDING', askText(kit))
    const isNewest = panel.calls.begin()
    const stay = () => {
      if (!isNewest()) throw sendError('SEND_CHANGED')
    }
    resetPanel(panel)
    await Promise.all([fetchTokens(panel), fetchKnown(panel)])
    stay()
    if (state.lastRetry !== undefined) throw new WalletKitError('TOKEN_BALANCE', 'Token Balance Unavailable')
    // Without `token`, the network's CAIP-2 id selects its native currency.
    const found = findToken(state.tokenBalances, token ?? kit.network()?.caipNetworkId ?? '')
    if (!found) throw sendError('SEND_ARGUMENT_TOKEN')
    setToken(panel, found)
    setAmount(panel, amount)
    await Promise.all([setReceiver(panel, to), inspectToken(panel)])
    stay()
    await fetchGas(panel)
    stay()
    // The modal's form has the same state, and the visitor may have changed it meanwhile, so check that it still
    // contains this send. Do not `await` from here to `deliver`, so that it cannot change in between.
    const isAsked =
      (state.sendTokenAmount ?? '') === amount.trim() &&
      state.receiver.text === to &&
      state.token !== undefined &&
      contract(panel) === contractOf(found)
    if (!isAsked || isLoading(panel)) throw sendError('SEND_CHANGED')
    if (acceptLookAlike) accept(panel)
    const missing = label(panel)
    if (missing !== 'previewSend') {
      const key = `send.label.${missing}` as const
      throw MISSING[missing](state.receiver.note ?? kit.text(key, sendMessages[key]))
    }
    const twin = lookAlike(panel)
    if (twin !== undefined && !acceptLookAlike)
      throw new WalletKitError(
        'SEND_LOOK_ALIKE',
        kit.text('send.lookAlike', sendMessages['send.lookAlike'], { address: twin }),
      )
    const wanted = intent(panel)
    if (!wanted) throw sendError('SEND_INCOMPLETE')
    on('wallet')
    const { hash, followed } = await deliver(panel, wanted)
    const result = {
      hash,
      caipNetworkId: wanted.caipNetworkId as SendResult['caipNetworkId'],
      to: wanted.to,
      amount: wanted.amountText,
      symbol: wanted.symbol,
    }
    on('chain', result)
    await followed
    const status = outbox.sends.find((sent) => sent.hash === hash)?.status
    if (status === 'failed') throw sendError('SEND_REVERTED')
    return result
  },
})
