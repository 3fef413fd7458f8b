import { isOnline } from '../../lib/online.ts'
import type { RelayClient } from '../client.ts'

/**
 * Replaces the check of WalletConnect's library for a network, which trusts the browser's online flag: the flag is
 * wrong on a computer that has no network but runs the relay itself.
 */
export function setOnline({ client: { core } }: RelayClient) {
  core.relayer.confirmOnlineStateOrThrow = async () => {
    if (!isOnline()) throw new Error('No network')
  }
}
