import { isOnline } from '../../lib/online.ts'
import type { RelayClient } from '../client.ts'

/**
 * Replaces the online check of WalletConnect's library. The library's check trusts the browser's online flag, which is
 * wrong on a computer that has no network but runs the relay itself.
 */
export function setOnline({ client: { core } }: RelayClient) {
  core.relayer.confirmOnlineStateOrThrow = async () => {
    if (!isOnline()) throw new Error('No network')
  }
}
