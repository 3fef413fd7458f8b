/** What the Account view says about a send: where to confirm it, that it is on its way, that it arrived. */
import { type PluginKit, receiversOf, type Sent, shortAddress } from 'walletkit/plugin'
import { sendMessages } from './messages.ts'
import type { SendIntent } from './transfer.ts'

const say = (kit: PluginKit, key: keyof typeof sendMessages, values?: Record<string, string>) =>
  kit.text(key, sendMessages[key], values)

/** Says in which wallet to confirm. An account without a wallet of its own is asked in the modal, which says it itself. */
export function showAsked(
  kit: PluginKit,
  { amountText, symbol, iconUrl, name, to, caipNetworkId: network, contract }: SendIntent,
): void {
  const { name: wallet, identifier } = kit.account().connectedWalletInfo ?? {}
  if (identifier === 'AUTH') return
  kit.progress.show({
    state: 'wallet',
    title: say(kit, 'send.waiting', { wallet: wallet || say(kit, 'send.wallet') }),
    text: say(kit, 'send.waitingText', { amount: `${amountText} ${symbol}`, receiver: name ?? shortAddress(to) }),
    image: { name: symbol, src: iconUrl || undefined, network, ...(contract && { address: contract }) },
  })
}

/** Shows a send that the network has, by its stored hash. */
export function showSent(kit: PluginKit, sent: Pick<Sent, 'hash' | 'caipNetworkId' | 'note' | 'to'>, isDone: boolean) {
  const { amount = '', symbol = '', iconUrl } = sent.note?.out ?? {}
  const paid = `${amount} ${symbol}`
  const [receiver = '', ...others] = receiversOf(sent)
  // A token's transaction goes to its contract; one that pays several may go to the account itself.
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

/** The receiver of a transaction; of one that pays several, how many. */
function receiverText(kit: PluginKit, sent: Pick<Sent, 'note' | 'to'>): string {
  const [first = '', ...others] = receiversOf(sent)
  return others.length ? say(kit, 'send.receivers', { count: String(others.length + 1) }) : shortAddress(first)
}
