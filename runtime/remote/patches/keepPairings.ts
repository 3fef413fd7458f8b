import type { RelayClient } from '../client.ts'

/**
 * Runs a sign-in request of WalletConnect's library without the library's clean-up of pairings. The clean-up would
 * unsubscribe from older pairings, which a visitor may have scanned a moment ago. Only expired pairings are cleaned up.
 */
export function keepPairings<T>(client: RelayClient, request: () => T): T {
  const shadow = client as { cleanupPendingPairings?: RelayClient['cleanupPendingPairings'] }
  shadow.cleanupPendingPairings = () => dropExpired(client)
  try {
    return request()
  } finally {
    delete shadow.cleanupPendingPairings
  }
}

/**
 * Removes the topics on which answers to expired pairings would arrive. WalletConnect's library leaves them in its
 * store and subscribed at the relay.
 */
async function dropExpired({ client }: RelayClient): Promise<void> {
  const { auth, core, pairing } = client
  const reason = { code: 0, message: 'expired' }
  for (const { topic, pairingTopic } of auth?.pairingTopics.getAll() ?? []) {
    if (!pairing || pairing.keys.includes(pairingTopic)) continue
    await core.relayer.subscriber?.unsubscribe(topic).catch(() => undefined)
    await auth?.pairingTopics.delete(topic, reason).catch(() => undefined)
  }
}
