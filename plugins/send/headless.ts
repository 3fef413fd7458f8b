/** Sending for pages without the form: the same checks and the same request to the wallet. */
import { type HeadlessFeatures, type SendResult, WalletKitError } from 'walletkit/plugin'
import { accept, setAmount, setReceiver, setToken } from './choose.ts'
import { sendError } from './errors.ts'
import { intent, isLoading, label, lookAlike } from './form.ts'
import type { SendLabel } from './label.ts'
import { sendMessages } from './messages.ts'
import { resetPanel, type SendPanel } from './panel.ts'
import { findToken } from './preselect.ts'
import { fetchGas, fetchKnown, fetchTokens, inspectToken } from './reads.ts'
import { deliver } from './send.ts'

/** Codes of what the form's button would say is missing. */
const CODES: Readonly<Record<Exclude<SendLabel, 'previewSend'>, string>> = {
  selectToken: 'SEND_ARGUMENT_TOKEN',
  incorrectValue: 'SEND_ARGUMENT_AMOUNT',
  addAmount: 'SEND_ARGUMENT_AMOUNT',
  insufficientFunds: 'SEND_INSUFFICIENT_FUNDS',
  insufficientGas: 'SEND_INSUFFICIENT_GAS',
  addAddress: 'SEND_ARGUMENT_TO',
  invalidAddress: 'SEND_ARGUMENT_TO',
  blocked: 'SEND_BLOCKED',
}

export const createHeadless = (panel: SendPanel): HeadlessFeatures['send'] => ({
  send: async ({ to, amount, token, acceptLookAlike }, on) => {
    const { kit, state, outbox } = panel
    if (isLoading(panel))
      throw new WalletKitError(
        'SEND_PENDING',
        kit.text('send.waiting', sendMessages['send.waiting'], { wallet: walletOf(panel) }),
      )
    resetPanel(panel)
    await Promise.all([fetchTokens(panel), fetchKnown(panel)])
    // Without a name of a token, the network's own currency.
    const found = findToken(state.tokenBalances, token ?? kit.network()?.caipNetworkId ?? '')
    if (!found) throw sendError('SEND_ARGUMENT_TOKEN')
    setToken(panel, found)
    setAmount(panel, amount)
    await Promise.all([setReceiver(panel, to), inspectToken(panel)])
    await fetchGas(panel)
    if (acceptLookAlike) accept(panel)
    const missing = label(panel)
    if (missing !== 'previewSend') {
      const key = `send.label.${missing}` as const
      throw new WalletKitError(CODES[missing], state.receiver.note ?? kit.text(key, sendMessages[key]))
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

const walletOf = ({ kit }: SendPanel) =>
  kit.account().connectedWalletInfo?.name ?? kit.text('send.wallet', sendMessages['send.wallet'])
