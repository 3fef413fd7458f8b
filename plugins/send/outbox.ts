/** Sends that left: kept, and watched until a block took them. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import { SEND_ERRORS, sendError } from './errors.ts'
import { sendMessages } from './messages.ts'
import { keepSend, PENDING_LIFETIME, readSends, type Sent } from './sends.ts'

/** ms that 'Transaction started' is left to be read before another notice takes its place. */
export const NOTICE_PAUSE = 3_000

export function createOutbox(kit: PluginKit) {
  const sends = proxy<Sent[]>(readSends(kit))

  function keep(sent: Sent) {
    const list = keepSend(kit, sent)
    sends.splice(0, sends.length, ...list)
  }

  /** Follows a send on its own network to its end, wherever the visitor goes meanwhile. */
  async function watch(sent: Sent, notice = Promise.resolve()) {
    const { hash, caipNetworkId } = sent
    try {
      const receipt = await kit.chain.waitForTransaction(hash, { caipNetworkId, signal: kit.signal })
      const isConfirmed = receipt.status === 'success'
      keep({ ...sent, status: isConfirmed ? 'confirmed' : 'failed' })
      await notice
      if (isConfirmed) kit.toast.success(kit.text('send.confirmed', sendMessages['send.confirmed']))
      else kit.report(sendError('SEND_REVERTED'), 'SEND_REVERTED', SEND_ERRORS)
    } catch (error) {
      // The network is not in the config any more, or the kit is gone: the send stays pending, and is looked for later.
      if (!kit.signal.aborted && sent.status !== 'pending') throw error
    }
  }

  for (const sent of sends)
    if (sent.status === 'pending' && Date.now() - sent.at < PENDING_LIFETIME) void watch({ ...sent })

  return {
    sends,
    /** The wallet gave a hash: it is kept first, then watched. */
    add: (sent: Sent) => {
      keep(sent)
      void watch(sent, new Promise((resolve) => setTimeout(resolve, NOTICE_PAUSE)))
    },
    /** Every address that was ever sent to from here. */
    recipients: () => sends.map(({ to }) => to),
  }
}
