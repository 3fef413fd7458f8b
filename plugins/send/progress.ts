/** What the Account view says about a send: where to confirm it, that it is on its way, that it arrived. */
import { type PluginKit, type Sent, shortAddress } from 'walletkit/plugin'
import { sendMessages } from './messages.ts'
import { receiverOf } from './receiverOf.ts'
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
  // A token's transaction goes to its contract.
  const address = sent.to.toLowerCase() === receiverOf(sent).toLowerCase() ? undefined : sent.to
  const url = kit.chain.explorerUrl(sent.hash, sent.caipNetworkId)
  kit.progress.show({
    state: isDone ? 'done' : 'chain',
    title: say(kit, isDone ? 'send.confirmed' : 'send.started'),
    text: say(kit, 'send.waitingText', { amount: paid, receiver: shortAddress(receiverOf(sent)) }),
    image: { name: symbol, src: iconUrl, network: sent.caipNetworkId, ...(address && { address }) },
    ...(url && { link: { url, label: say(kit, 'send.explorer') } }),
  })
}
