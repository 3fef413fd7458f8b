import type { RelayClient } from '../client.ts'

const SHARED_CORE = '_walletConnectCore_'

/**
 * WalletConnect's library shares the first client's core, with its sessions and keys, with every later client of the
 * page. This makes the next client create its own core, which reads sessions and keys from the store.
 */
export function forgetCore({ client: { core } }: RelayClient) {
  const page = globalThis as Record<string, unknown>
  if (page[SHARED_CORE] === core) delete page[SHARED_CORE]
  delete page[`${SHARED_CORE}_count`]
}
