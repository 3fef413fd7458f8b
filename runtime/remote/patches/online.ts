import { isOnline } from '../../lib/online.ts'
import type { RelayClient } from '../client.ts'

/**
 * The library trusts the browser's online flag, which is wrong on a computer without a network that connects to itself.
 */
export function setOnline({ client: { core } }: RelayClient) {
  core.relayer.confirmOnlineStateOrThrow = async () => {
    if (!isOnline()) throw new Error('No network')
  }
}
