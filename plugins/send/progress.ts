/** Shows a send's progress in the Account view: to confirm in the wallet, sent, or arrived. */
import { isLogin, type PluginKit, receiversOf, type Sent, shortAddress } from 'walletkit/plugin'
import { sendMessages } from './messages.ts'
import type { SendIntent } from './transfer.ts'

const say = (kit: PluginKit, key: keyof typeof sendMessages, values?: Record<string, string>) =>
  kit.text(key, sendMessages[key], values)

/** Asks to confirm the send: in which wallet, unless the account is a login, which asks by itself. */
export function askText(kit: PluginKit): string {
  const account = kit.account()
  if (isLogin(account)) return say(kit, 'send.step.confirm')
  return say(kit, 'send.waiting', { wallet: account.connectedWalletInfo?.name || say(kit, 'send.wallet') })
}

/** Shows in which wallet to confirm. Does nothing for a login, which asks in the modal itself. */
export function showAsked(
  kit: PluginKit,
  { amountText, symbol, iconUrl, name, to, caipNetworkId: network, contract }: SendIntent,
): void {
  if (isLogin(kit.account())) return
  kit.progress.show({
    state: 'wallet',
    title: askText(kit),
    text: say(kit, 'send.waitingText', { amount: `${amountText} ${symbol}`, receiver: name ?? shortAddress(to) }),
    image: { name: symbol, src: iconUrl || undefined, network, ...(contract && { address: contract }) },
  })
}

/** Shows a send that the wallet has accepted, and whose transaction is not known yet. */
export function showGoing(
  kit: PluginKit,
  { amountText, symbol, iconUrl, name, to, caipNetworkId, contract }: SendIntent,
) {
  kit.progress.show({
    state: 'chain',
    title: say(kit, 'send.started'),
    text: say(kit, 'send.waitingText', { amount: `${amountText} ${symbol}`, receiver: name ?? shortAddress(to) }),
    image: { name: symbol, src: iconUrl || undefined, network: caipNetworkId, ...(contract && { address: contract }) },
  })
}

/** Shows a send that the wallet has sent: pending, or with `isDone` included in a block. */
export function showSent(kit: PluginKit, sent: Pick<Sent, 'hash' | 'caipNetworkId' | 'note' | 'to'>, isDone: boolean) {
  const { amount = '', symbol = '', iconUrl } = sent.note?.out ?? {}
  const paid = `${amount} ${symbol}`
  const [receiver = '', ...others] = receiversOf(sent)
  // The token's address, for its picture: a transfer of a token goes to the token's contract. A transaction that pays
  // several receivers may go to the account itself, so its receiver does not tell the token.
  const address = others.length || sent.to.toLowerCase() === receiver.toLowerCase() ? undefined : sent.to
  const url = kit.chain.explorerUrl(sent.hash, sent.caipNetworkId)
  kit.progress.show({
    state: isDone ? 'done' : 'chain',
    title: say(kit, isDone ? 'send.confirmed' : 'send.started'),
    text: say(kit, 'send.waitingText', { amount: paid, receiver: receiverText(kit, sent) }),
    image: { name: symbol, src: iconUrl, network: sent.caipNetworkId, ...(address && { address }) },
    ...(url && { link: { url, label: say(kit, 'send.explorer') } }),
  })
}

/** The receiver of a transaction; if it pays several, how many. */
function receiverText(kit: PluginKit, sent: Pick<Sent, 'note' | 'to'>): string {
  const [first = '', ...others] = receiversOf(sent)
  return others.length ? say(kit, 'send.receivers', { count: String(others.length + 1) }) : shortAddress(first)
}
