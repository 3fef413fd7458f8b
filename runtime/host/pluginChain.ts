/** The chain API of a plugin: reads from the active network, and requests to the wallet. */
import { awaitTransaction } from '../actions/awaitTransaction.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import { explorerTransactionUrl } from '../contracts/network.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import { readBatches } from '../data/batches.ts'
import { sentTransactions } from '../data/sent.ts'
import { networkUndefined } from '../errors/thrown.ts'
import { networkRpc } from '../http/networkRpc.ts'
import { plain } from '../lib/isRecord.ts'
import { unprompted } from '../lib/unprompted.ts'
import { activeAccount } from '../state/active.ts'
import { able, type ActiveChain, activeChain, connectedProvider, networkCopy } from '../actions/activeChain.ts'
import { chainReads } from './chainReads.ts'
import { dataOf } from './dataOf.ts'
import { type Allowed, refusal } from './permissions.ts'
import type { CallsOptions, NotedCall } from '../contracts/requests.ts'
import type { MoreRequests } from './moreRequests.ts'
import type { WalletRequests } from './walletRequests.ts'

/** Methods that ask a wallet or write to the chain; `request` only allows reads. */
const ASKS = /^(wallet|personal)_|(^|_)(send|sign|request)/i

export function pluginChain(kit: Kit, plugin: AnyPlugin, may: Allowed, life: AbortSignal): PluginKit['chain'] {
  return {
    ...chainReads(kit),
    ...lateRequests(kit, plugin, may),
    request: async (method, params = [], { caipNetworkId } = {}) => {
      if (ASKS.test(method)) throw refusal(`Plugin "${plugin.id}" may not request ${method}: ${verbFor(method)}`)
      may.method(method)
      const chain = networkCopy(kit, caipNetworkId)
      if (!chain) throw networkUndefined()
      return networkRpc(kit, chain).request({ method, params, signal: life })
    },
    sent: () => {
      const own = activeAccount(kit)?.address?.toLowerCase()
      return plain(sentTransactions(kit).filter(({ from }) => !plugin.guest || from.toLowerCase() === own))
    },
    batches: () => {
      const own = activeAccount(kit)?.address?.toLowerCase()
      return readBatches(kit).filter(({ from }) => from.toLowerCase() === own)
    },
    getCapabilities: async () => {
      may.method('wallet_getCapabilities')
      const { chain, from, adapter } = await activeChain(kit)
      const said = await unprompted(able(adapter, 'getCapabilities')(kit, connectedProvider(kit, chain), from))
      if (!said) throw new Error('The wallet does not say what it can do')
      return said
    },
    waitForTransaction: async (hash, { caipNetworkId, signal } = {}) => {
      const chain = networkCopy(kit, caipNetworkId)
      if (!chain) throw networkUndefined()
      return awaitTransaction(kit, chain, hash, signal)
    },
    explorerUrl: (hash, caipNetworkId) => {
      const chain = networkCopy(kit, caipNetworkId)
      return chain && explorerTransactionUrl(chain, hash)
    },
  }
}

type LateRequests = WalletRequests & MoreRequests

/** Copies what the plugin passes before the first await, so that the visitor reviews exactly what the wallet gets. */
function lateRequests(kit: Kit, plugin: AnyPlugin, may: Allowed): LateRequests {
  const late =
    <V extends keyof LateRequests>(verb: V, load: (active: Promise<ActiveChain>) => Promise<Pick<LateRequests, V>>) =>
    async (...given: unknown[]) => {
      const copied = dataOf(given) as unknown[]
      // Read at once: the account or the network may change while the file loads.
      const active = activeChain(kit)
      active.catch(() => undefined)
      return ((await load(active))[verb] as (...args: unknown[]) => unknown)(...copied)
    }
  const first = async (active: Promise<ActiveChain>) =>
    (await import('./walletRequests.ts')).walletRequests(kit, plugin, may, active)
  const more = async (active: Promise<ActiveChain>) =>
    (await import('./moreRequests.ts')).moreRequests(kit, plugin, may, active)
  return {
    sendTransaction: late('sendTransaction', first),
    signMessage: late('signMessage', first),
    grantPermissions: late('grantPermissions', first),
    revokePermissions: late('revokePermissions', first),
    signTypedData: late('signTypedData', more),
    watchAsset: late('watchAsset', more),
    sendCalls: late('sendCalls', more),
    // Pass `tell` and `signal` on as they are: `dataOf` refuses functions and instances, and the visitor reviews
    // neither.
    runCalls: async (calls: unknown, { tell, signal, ...rest }: CallsOptions = {}) => {
      const copied = dataOf([calls, rest]) as [NotedCall[], CallsOptions]
      const active = activeChain(kit)
      active.catch(() => undefined)
      const options = { ...copied[1], ...(tell && { tell }), ...(signal && { signal }) }
      return (await more(active)).runCalls(copied[0], options)
    },
    canBatch: late('canBatch', more),
    isSponsored: late('isSponsored', more),
    askPaymaster: late('askPaymaster', more),
    followCalls: late('followCalls', more),
    getCallsStatus: late('getCallsStatus', more),
    switchNetwork: late('switchNetwork', more),
  } as LateRequests
}

function verbFor(method: string): string {
  if (/calls/i.test(method)) return 'use kit.chain.sendCalls or kit.chain.getCallsStatus'
  if (/send/i.test(method)) return 'use kit.chain.sendTransaction'
  if (/typed/i.test(method)) return 'use kit.chain.signTypedData'
  if (/sign/i.test(method)) return 'use kit.chain.signMessage'
  if (/watchAsset/i.test(method)) return 'use kit.chain.watchAsset'
  if (/switch/i.test(method)) return 'use kit.chain.switchNetwork'
  if (/requestAccounts/i.test(method)) return 'use kit.connect'
  if (/chain/i.test(method)) return `use kit.push('Networks')`
  return 'use kit.account, kit.chain.sendTransaction or kit.chain.signMessage'
}
