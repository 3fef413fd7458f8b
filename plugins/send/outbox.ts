/** Lists the sends that the runtime stored, and follows the pending ones until a block includes them. */
import { knownReceivers, type PluginKit, proxy, type Sent, WalletKitError } from 'walletkit/plugin'
import { SEND_ERRORS, sendError } from './errors.ts'
import { showSent } from './progress.ts'

/** ms that the toast 'Transaction started' stays before a toast about a failed transaction may replace it. */
export const NOTICE_PAUSE = 3_000
/** Sends that are pending for longer than this, in ms, are no longer followed after a reload: 24 hours. */
export const PENDING_LIFETIME = 86_400_000

export function createOutbox(kit: PluginKit) {
  const sends = proxy<Sent[]>([])

  function refresh() {
    const own = kit.chain.sent().filter(({ note }) => note?.kind === 'send')
    sends.splice(0, sends.length, ...structuredClone(own))
  }

  function show(hash: string, isDone: boolean) {
    const sent = sends.find((each) => each.hash === hash)
    if (sent) showSent(kit, sent, isDone)
  }

  /** Waits for the outcome on the send's own network, even if the visitor switches. The runtime stores the outcome. */
  async function watch({ hash, caipNetworkId }: Pick<Sent, 'hash' | 'caipNetworkId'>, notice = Promise.resolve()) {
    try {
      const receipt = await kit.chain.waitForTransaction(hash, { caipNetworkId, signal: kit.signal })
      refresh()
      if (receipt.status === 'success') return show(hash, true)
      kit.progress.hide()
      await notice
      kit.report(sendError('SEND_REVERTED'), 'SEND_REVERTED', SEND_ERRORS)
    } catch (error) {
      // After any other error (such as a network removed from the config) the send stays pending, for the next page
      // load.
      if (kit.signal.aborted || !(error instanceof WalletKitError) || error.code !== 'TX_NOT_FOUND') return
      refresh()
      kit.progress.hide()
      kit.report(sendError('SEND_EXPIRED', error), 'SEND_EXPIRED', SEND_ERRORS)
    }
  }

  refresh()
  for (const sent of sends)
    if (sent.status === 'pending' && Date.now() - sent.at < PENDING_LIFETIME) void watch({ ...sent })

  // A batch that the wallet had not settled when the page was left has no hash yet: ask the wallet by the batch's id.
  for (const { id, note } of kit.chain.batches())
    if (note?.kind === 'send')
      kit.chain.followCalls(id).then(
        () => refresh(),
        // The wallet does not answer or is not connected: the next page load asks again.
        () => undefined,
      )

  return {
    sends,
    /** Reads again which sends the runtime has stored. */
    refresh,
    /** Follows a send that the runtime stored. Resolves when the outcome is known, or when waiting for it fails. */
    add: (sent: Pick<Sent, 'hash' | 'caipNetworkId'>): Promise<void> => {
      refresh()
      show(sent.hash, false)
      return watch(sent, new Promise((resolve) => setTimeout(resolve, NOTICE_PAUSE)))
    },
    /** The receivers of all sends from this browser, except those of third-party plugins. */
    recipients: () => knownReceivers(sends),
  }
}
