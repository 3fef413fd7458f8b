/** Sends that left, as the core wrote them down, and watched until a block took them. */
import { type PluginKit, proxy, type Sent, WalletKitError } from 'walletkit/plugin'
import { SEND_ERRORS, sendError } from './errors.ts'
import { sendMessages } from './messages.ts'

/** ms that 'Transaction started' is left to be read before another notice takes its place. */
export const NOTICE_PAUSE = 3_000
/** A send that no block took for this long is not looked for any more after a reload. */
export const PENDING_LIFETIME = 86_400_000

/** Who receives: of a token's transfer the note says it, because the transaction goes to the contract. */
export const receiverOf = ({ note, to }: Pick<Sent, 'note' | 'to'>): string => note?.to ?? to

export function createOutbox(kit: PluginKit) {
  const sends = proxy<Sent[]>([])

  function refresh() {
    const own = kit.chain.sent().filter(({ note }) => note?.kind === 'send')
    sends.splice(0, sends.length, ...structuredClone(own))
  }

  /** Follows a send on its own network to its end, wherever the visitor goes meanwhile; the core writes down which. */
  async function watch({ hash, caipNetworkId }: Pick<Sent, 'hash' | 'caipNetworkId'>, notice = Promise.resolve()) {
    try {
      const receipt = await kit.chain.waitForTransaction(hash, { caipNetworkId, signal: kit.signal })
      refresh()
      await notice
      if (receipt.status === 'success') kit.toast.success(kit.text('send.confirmed', sendMessages['send.confirmed']))
      else kit.report(sendError('SEND_REVERTED'), 'SEND_REVERTED', SEND_ERRORS)
    } catch (error) {
      // Else the network is not in the config any more, or the kit is gone: it stays pending, and is looked for later.
      if (kit.signal.aborted || !(error instanceof WalletKitError) || error.code !== 'TX_NOT_FOUND') return
      refresh()
      kit.report(sendError('SEND_EXPIRED', error), 'SEND_EXPIRED', SEND_ERRORS)
    }
  }

  refresh()
  for (const sent of sends)
    if (sent.status === 'pending' && Date.now() - sent.at < PENDING_LIFETIME) void watch({ ...sent })

  return {
    sends,
    /** The wallet gave a hash, which the core has kept: it is watched. */
    add: (sent: Pick<Sent, 'hash' | 'caipNetworkId'>) => {
      refresh()
      void watch(sent, new Promise((resolve) => setTimeout(resolve, NOTICE_PAUSE)))
    },
    /** Everybody who was sent to from here. */
    recipients: () => sends.map(receiverOf),
  }
}
