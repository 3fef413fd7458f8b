import { adapterOf } from '../chains/adapterOf.ts'
import { plain } from '../lib/plain.ts'
import { fill } from '../lib/fill.ts'
import { connectionClientNotSet, networkClientNotSet, networkUndefined } from '../errors/thrown.ts'
import { goBack } from '../actions/goBack.ts'
import { close } from '../actions/close.ts'
import type { Adapter, TransactionRequest } from '../chains/adapter.ts'
import { explorerTransactionUrl } from '../chains/network.ts'
import { fetchBalances, updateBalances, updateNativeBalance } from '../data/balances.ts'
import { fetchNativePrice } from '../data/prices.ts'
import { resolveName } from '../data/resolveName.ts'
import { WalletKitError } from '../errors/base.ts'
import { report } from '../errors/report.ts'
import type { Kit } from '../kit.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import { requestedNetworks } from '../state/networks.ts'
import { push, replace, reset } from '../actions/router.ts'
import { hideToast, showError, showLoading, showSuccess } from '../actions/toast.ts'
import type { AnyPlugin } from './definePlugin.ts'
import type { PluginAccount, PluginKit } from './pluginKit.ts'

/** The wallet method that each verb needs; a plugin that did not declare it is refused, by name. */
const SEND = 'eth_sendTransaction'

export function createPluginKit(kit: Kit, plugin: AnyPlugin): PluginKit {
  const { state } = kit
  const need = (method: string) => {
    if (plugin.permissions?.methods?.includes(method)) return
    throw new WalletKitError(
      'PERMISSION',
      `Plugin "${plugin.id}" did not declare the method ${method} in its permissions`,
    )
  }
  const own = (key: string): `@appkit/${string}` => {
    if (plugin.permissions?.storage?.includes(key)) return `@appkit/${key}`
    throw new WalletKitError(
      'PERMISSION',
      `Plugin "${plugin.id}" did not declare the storage key ${key} in its permissions`,
    )
  }
  const network = () => plain(activeNetworkOf(kit))
  const listed = (id: string | undefined) =>
    id === undefined ? network() : plain(requestedNetworks(state.networks).find((each) => each.caipNetworkId === id))
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

  const life = new AbortController()
  kit.teardown.push(() => life.abort())

  return {
    id: plugin.id,
    signal: life.signal,
    locale: kit.config.locale,
    account: () => readAccount(kit),
    network,
    networks: () => plain(requestedNetworks(state.networks)),
    onChange: (listener) => {
      const stop = kit.events.on('changed', listener)
      kit.teardown.push(stop)
      return () => {
        stop()
        const at = kit.teardown.indexOf(stop)
        if (at >= 0) kit.teardown.splice(at, 1)
      }
    },

    push: (view, ...[params]) => push(state.router, view, params),
    replace: (view, ...[params]) => replace(state.router, view, params),
    reset: (view, ...[params]) => reset(state.router, view, params),
    back: () => goBack(kit),
    close: () => close(kit),

    toast: {
      success: (message) => showSuccess(state.toast, message),
      error: (message) => showError(state.toast, message),
      loading: (message) => showLoading(state.toast, message),
      hide: () => hideToast(state.toast),
    },
    report: (error, code, rows) => report(kit, error, code, rows),
    track: (event, ...[properties]) => kit.track(event, properties),
    text: (key, english, values) => fill(kit.text(key, english), values),

    fetchBalances: (options) => fetchBalances(kit, options),
    fetchNativePrice: () => fetchNativePrice(kit),
    resolveName: (name) => resolveName(kit, name),
    isAddress: (text) => adapterCheck(kit, text),
    storage: {
      get: (key) => kit.storage.get(own(key)),
      set: (key, value) => kit.storage.set(own(key), value),
      remove: (key) => kit.storage.remove(own(key)),
    },

    chain: {
      getBalance: async () => {
        const { chain, from, adapter } = await active()
        return able(adapter, 'getBalance')(kit, chain, from)
      },
      getGasPrice: async () => {
        const { chain, adapter } = await active()
        return able(adapter, 'getGasPrice')(kit, chain)
      },
      estimateGas: async (transaction) => {
        const { chain, from, adapter } = await active()
        return able(adapter, 'estimateGas')(kit, { ...transaction, from, chain })
      },
      getToken: async (address) => {
        const { chain, from, adapter } = await active()
        return able(adapter, 'getToken')(kit, chain, address, from)
      },
      buildTransfer: async (transfer) => {
        const { chain, from, adapter } = await active()
        const { to, value, data, gas } = await able(adapter, 'buildTransfer')(kit, { ...transfer, from, chain })
        return {
          to,
          ...(value === undefined ? {} : { value }),
          ...(data === undefined ? {} : { data }),
          ...(gas === undefined ? {} : { gas }),
        }
      },
      sendTransaction: async (transaction) => {
        need(SEND)
        const { chain, from, adapter } = await active()
        const provider = kit.providers.get(chain.chainNamespace)
        if (provider === undefined) throw connectionClientNotSet()
        const request: TransactionRequest = { ...transaction, from, chain }
        const hash = await able(adapter, 'sendTransaction')(kit, provider, request)
        kit.events.emit('transaction', { hash, caipNetworkId: chain.caipNetworkId, from, to: transaction.to })
        return hash
      },
      waitForTransaction: async (hash, { caipNetworkId, signal } = {}) => {
        const chain = listed(caipNetworkId)
        if (!chain) throw networkUndefined()
        const adapter = await adapterOf(kit, chain.chainNamespace)
        const receipt = await able(adapter, 'waitForTransaction')(kit, chain, hash, signal)
        void updateBalances(kit, { force: true })
        void updateNativeBalance(kit, { force: true }).catch(() => undefined)
        return receipt
      },
      explorerUrl: (hash, caipNetworkId) => {
        const chain = listed(caipNetworkId)
        return chain && explorerTransactionUrl(chain, hash)
      },
      isAddress: async (text) => {
        const chain = network()
        return chain ? able(await adapterOf(kit, chain.chainNamespace), 'isAddress')(text) : false
      },
    },
  }
}

/** By the loaded adapter's own grammar where it has one; the field's first check before it is loaded. */
function adapterCheck(kit: Kit, text: string): boolean {
  return activeNetworkOf(kit)?.chainNamespace === 'eip155'
    ? /^(0x)?[0-9a-fA-F]{40}$/.test(text)
    : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
}

/** A frozen copy, with what a plugin may read. */
function readAccount(kit: Kit): PluginAccount {
  const namespace = kit.state.networks.activeChain
  const account = kit.state.accounts[namespace ?? 'eip155']
  const { addressLabels: _labels, user: _user, ...shown } = account
  return Object.freeze({ ...plain(shown), namespace })
}
