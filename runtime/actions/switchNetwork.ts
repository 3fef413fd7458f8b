import { adapterOf } from '../contracts/adapter.ts'
import { networkClientNotSet } from '../errors/thrown.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import { coreError } from '../errors/catalogue.ts'
import type { Kit } from '../contracts/kit.ts'
import { plain } from '../lib/isRecord.ts'
import { findNetwork } from '../state/findNetwork.ts'
import { connectionOf } from '../state/connections.ts'
import { setNetwork } from './activeNetwork.ts'
import { onNetwork } from './session.ts'
import { settleSignIn } from './signIn.ts'

/**
 * Makes a listed network the active one. Asks the wallet that is connected on the network's namespace to switch, unless
 * that namespace was not active and its wallet is on the network already. Throws `NETWORK_NOT_FOUND` for an unlisted
 * id, `NETWORK_CLIENT` if the adapter cannot switch, what the adapter throws (the wallet's own error, for example), or
 * code 4900 if the connection ended or another one became active before the wallet answered.
 */
export async function switchNetwork(kit: Kit, caipNetworkId: string): Promise<void> {
  const { state } = kit
  const network = findNetwork(state.networks, caipNetworkId)
  if (!network) throw coreError('NETWORK_NOT_FOUND')
  const namespace = network.chainNamespace
  const crossing = state.networks.activeChain !== namespace
  if (crossing) state.networks.switchingNamespace = true
  // If the wallet of the network's namespace is on this network already, change only what the page shows, and do not
  // ask the wallet.
  const there =
    crossing &&
    state.accounts[namespace].status === 'connected' &&
    state.networks[namespace].caipNetwork?.caipNetworkId === network.caipNetworkId
  try {
    const provider = there ? undefined : connectionOf(kit, namespace)?.provider
    const accounts = provider === undefined ? undefined : await askWallet(kit, provider, network)
    // Reject if the session has ended, or another connection has become active, while the wallet was asked: its answer
    // does not concern the current state.
    if (provider !== undefined && connectionOf(kit, namespace)?.provider !== provider)
      throw Object.assign(new Error('The connection changed before the wallet answered'), {
        code: RPC_CODES.disconnected,
      })
    state.networks.activeChain = namespace
    if (provider === undefined) setNetwork(kit, network.caipNetworkId)
    else onNetwork(kit, network.caipNetworkId, accounts)
    kit.track('SWITCH_NETWORK', { network: network.caipNetworkId })
    kit.events.emit('changed', { namespace })
    await settleSignIn(kit)
  } finally {
    state.networks.switchingNamespace = false
  }
}

async function askWallet(kit: Kit, provider: unknown, network: CaipNetwork) {
  const adapter = await adapterOf(kit, network.chainNamespace)
  if (!adapter.switchNetwork) throw networkClientNotSet()
  return (await adapter.switchNetwork(kit, provider, plain(network))) ?? undefined
}
