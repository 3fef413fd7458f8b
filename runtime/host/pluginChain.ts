/** The chain API of a plugin: reads from the active network, and requests to the wallet. */
import { adapterOf } from '../state/adapterOf.ts'
import type { Adapter } from '../contracts/adapter.ts'
import { type CaipNetwork, explorerTransactionUrl } from '../contracts/network.ts'
import { updateBalances, updateNativeBalance } from '../data/balances.ts'
import { sentTransactions, settleSent, tellSent } from '../data/sent.ts'
import { WalletKitError } from '../errors/base.ts'
import { connectionClientNotSet, networkClientNotSet, networkUndefined } from '../errors/thrown.ts'
import { networkRpc } from '../http/networkRpc.ts'
import type { Kit } from '../contracts/kit.ts'
import { NAMESPACES } from '../lib/namespace.ts'
import { plain } from '../lib/plain.ts'
import { unprompted } from '../lib/unprompted.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import { requestedNetworks } from '../state/networks.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import { type Allowed, refusal } from './permissions.ts'
import type { PluginKit, PluginTransaction } from '../contracts/pluginKit.ts'
import { review } from './review.ts'
import { orUncertain } from './uncertain.ts'

/** The permission that signing a text needs, where it is not `<namespace>_signMessage`. */
const SIGN: Readonly<Record<string, string>> = { eip155: 'personal_sign' }
const SEND = 'eth_sendTransaction'
const GRANT = 'wallet_grantPermissions'

/** Methods that ask a wallet or write to the chain; `request` only allows reads. */
const ASKS = /^(wallet|personal)_|(^|_)(send|sign|request)/i

export function pluginChain(kit: Kit, plugin: AnyPlugin, may: Allowed, life: AbortSignal): PluginKit['chain'] {
  const network = () => plain(activeNetworkOf(kit))
  const found = (id: string | undefined) =>
    id === undefined
      ? activeNetworkOf(kit)
      : requestedNetworks(kit.state.networks).find((each) => each.caipNetworkId === id)
  const listed = (id: string | undefined) => plain(found(id))
  const active = async () => {
    const chain = network()
    const from = activeAccount(kit)?.address
    if (!chain || !from) throw networkUndefined()
    return { chain, from, adapter: await adapterOf(kit, chain.chainNamespace) }
  }
  const able = <K extends keyof Adapter>(adapter: Adapter, verb: K): NonNullable<Adapter[K]> => {
    const method = adapter[verb]
    if (method === undefined) throw networkClientNotSet()
    return method
  }
  /** Returns the wallet's provider; for a third-party plugin, only after the visitor confirmed the request. */
  const wallet = async (
    { chain, from, adapter }: Active,
    asked: { transaction: PluginTransaction } | { message: string },
  ) => {
    if (!kit.providers.has(chain.chainNamespace)) throw connectionClientNotSet()
    if (plugin.guest) {
      if ('transaction' in asked && adapter.isAddress?.(asked.transaction.to) === false)
        throw new Error(`${asked.transaction.to} is not an address`)
      await review(kit, { plugin: plugin.id, network: chain, ...asked })
      if (network()?.caipNetworkId !== chain.caipNetworkId || activeAccount(kit)?.address !== from)
        throw new Error('The account or the network changed during the review')
    }
    const provider = kit.providers.get(chain.chainNamespace)
    if (provider === undefined) throw connectionClientNotSet()
    return provider
  }

  return {
    getBalance: async (address) => {
      const { chain, from, adapter } = await active()
      return able(adapter, 'getBalance')(kit, chain, address ?? from)
    },
    getGasPrice: async () => {
      const { chain, adapter } = await active()
      return able(adapter, 'getGasPrice')(kit, chain)
    },
    estimateGas: async (transaction) => {
      const { chain, from, adapter } = await active()
      return able(adapter, 'estimateGas')(kit, { ...transaction, from, chain })
    },
    estimateFee: async (transaction) => {
      const { chain, from, adapter } = await active()
      return able(adapter, 'estimateFee')(kit, { ...transaction, from, chain })
    },
    getToken: async (address) => {
      const { chain, from, adapter } = await active()
      return able(adapter, 'getToken')(kit, chain, address, from)
    },
    buildTransfer: async (transfer) => {
      const { chain, from, adapter } = await active()
      return copy(await able(adapter, 'buildTransfer')(kit, { ...transfer, from, chain }))
    },
    sendTransaction: async (given, note) => {
      may.method(SEND)
      // Copy before the first await, so that the visitor reviews exactly what is sent.
      const transaction = copy(given)
      const now = await active()
      const { chain, from, adapter } = now
      const send = able(adapter, 'sendTransaction')
      const provider = await wallet(now, { transaction })
      const hash = await orUncertain(kit, chain, from, () => send(kit, provider, { ...transaction, from, chain }))
      const sent = { hash, caipNetworkId: chain.caipNetworkId, from, to: transaction.to }
      tellSent(kit, note ? { ...sent, note: plain(note) } : sent)
      return hash
    },
    signMessage: async (text) => {
      const message = String(text)
      const namespace = network()?.chainNamespace ?? NAMESPACES[0]
      may.method(SIGN[namespace] ?? `${namespace}_signMessage`)
      const now = await active()
      const sign = able(now.adapter, 'signMessage')
      return sign(kit, await wallet(now, { message }), now.from, message)
    },
    request: async (method, params = []) => {
      if (ASKS.test(method)) throw refusal(`Plugin "${plugin.id}" may not request ${method}: ${verbFor(method)}`)
      may.method(method)
      const chain = network()
      if (!chain) throw networkUndefined()
      return networkRpc(kit, chain).request({ method, params, signal: life })
    },
    sent: () => {
      const own = activeAccount(kit)?.address?.toLowerCase()
      return plain(sentTransactions(kit).filter(({ from }) => !plugin.guest || from.toLowerCase() === own))
    },
    getCapabilities: async () => {
      may.method('wallet_getCapabilities')
      const { chain, from, adapter } = await active()
      const provider = kit.providers.get(chain.chainNamespace)
      if (provider === undefined) throw connectionClientNotSet()
      const said = await unprompted(able(adapter, 'getCapabilities')(kit, provider, from))
      if (!said) throw new Error('The wallet does not say what it can do')
      return said
    },
    grantPermissions: async (request) => {
      may.method(GRANT)
      if (plugin.guest) throw refusal(`Plugin "${plugin.id}" may not request ${GRANT}: only plugins of walletkit may`)
      const { chain, adapter } = await active()
      const provider = kit.providers.get(chain.chainNamespace)
      if (provider === undefined) throw connectionClientNotSet()
      return able(adapter, 'grantPermissions')(kit, provider, plain(request))
    },
    waitForTransaction: async (hash, { caipNetworkId, signal } = {}) => {
      const chain = listed(caipNetworkId)
      if (!chain) throw networkUndefined()
      const adapter = await adapterOf(kit, chain.chainNamespace)
      const receipt = await able(adapter, 'waitForTransaction')(kit, chain, hash, signal).catch((error: unknown) => {
        // The network will never confirm this transaction; mark it failed.
        if (error instanceof WalletKitError && error.code === 'TX_NOT_FOUND') settleSent(kit, hash, 'failed')
        throw error
      })
      settleSent(kit, hash, receipt.status === 'success' ? 'confirmed' : 'failed')
      void updateBalances(kit, { force: true })
      void updateNativeBalance(kit, { force: true }).catch(() => undefined)
      return receipt
    },
    explorerUrl: (hash, caipNetworkId) => {
      const chain = found(caipNetworkId)
      return chain && explorerTransactionUrl(chain, hash)
    },
    isAddress: async (text) => {
      const chain = network()
      return chain ? able(await adapterOf(kit, chain.chainNamespace), 'isAddress')(text) : false
    },
  }
}

type Active = { chain: CaipNetwork; from: string; adapter: Adapter }

function copy({ to, value, data, gas, gasPrice }: PluginTransaction): PluginTransaction {
  return {
    to,
    ...(value === undefined ? {} : { value }),
    ...(data === undefined ? {} : { data }),
    ...(gas === undefined ? {} : { gas }),
    ...(gasPrice === undefined ? {} : { gasPrice }),
  }
}

function verbFor(method: string): string {
  if (/send/i.test(method)) return 'use kit.chain.sendTransaction'
  if (/sign/i.test(method)) return 'use kit.chain.signMessage'
  if (/chain/i.test(method)) return `use kit.push('Networks')`
  return 'use kit.account, kit.chain.sendTransaction or kit.chain.signMessage'
}
