/** Where receipts are read: at the network's node and, while Safe's own app is connected, from that too. */
import { CONNECTOR_IDS } from '../../contracts/connector.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { CaipNetwork } from '../../contracts/network.ts'
import { networkRpc } from '../../http/networkRpc.ts'
import type { Rpc } from '../../http/rpc.ts'
import { THREE_SECONDS } from '../../lib/time.ts'
import { within } from '../../lib/wait.ts'
import { connectionOf } from '../../state/connections.ts'
import { toProvider } from './provider.ts'

/**
 * Returns the source of receipts for a network: its node and, while Safe's own app is the active wallet, Safe's
 * provider if the node has no receipt. Safe answers a request to send with a hash of its own, because others may still
 * have to sign. No node ever knows that hash, but Safe's provider finds the receipt of the transaction that executed
 * it.
 */
export function receiptSource(kit: Kit, network: CaipNetwork): Rpc {
  const node = networkRpc(kit, network)
  return {
    request: async (call) => {
      const found = await node.request(call)
      const own = connectionOf(kit, 'eip155')
      if (found || own?.connector.id !== CONNECTOR_IDS.safe) return found
      const { method, params } = call
      return within(THREE_SECONDS, toProvider(own.provider).request({ method, params })).catch(() => found)
    },
  }
}
