/**
 * Requests to the wallet that few plugins make. This file loads with the first of these requests. The caller has copied
 * the parameters, so the plugin cannot change them after the visitor reviewed them. `active` is the account and network
 * at the time of the request.
 */
import { able, type ActiveChain, connectedProvider, networkCopy } from '../actions/activeChain.ts'
import { canBatch, paymasterFor } from '../actions/canBatch.ts'
import { callsOf } from '../actions/callsOf.ts'
import { runCalls } from '../actions/sendCalls.ts'
import { followCalls } from '../actions/followCalls.ts'
import { switchNetwork } from '../actions/switchNetwork.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import { readBatches } from '../data/batches.ts'
import type { SentNote } from '../data/sent.ts'
import { coreError } from '../errors/catalogue.ts'
import { networkUndefined } from '../errors/thrown.ts'
import { askPaymaster } from '../http/paymaster.ts'
import { plain } from '../lib/isRecord.ts'
import { findNetwork } from '../state/findNetwork.ts'
import { requestedNetworks } from '../state/networks.ts'
import { noteOf } from './noteOf.ts'
import { type Allowed, refusal } from './permissions.ts'
import { review } from './review.ts'
import { complete, typedDataJson } from './typedData.ts'
import { tellSigned, walletFor } from './walletRequests.ts'

export type MoreRequests = Pick<
  PluginKit['chain'],
  | 'signTypedData'
  | 'watchAsset'
  | 'sendCalls'
  | 'runCalls'
  | 'canBatch'
  | 'isSponsored'
  | 'askPaymaster'
  | 'getCallsStatus'
  | 'followCalls'
  | 'switchNetwork'
>

/** By namespace: the permission for changing the network, where it is not `<namespace>_switchNetwork`. */
const SWITCH: Readonly<Record<string, string>> = { eip155: 'wallet_switchEthereumChain' }

/** `runCalls` sends calls as one batch only if the plugin has all of these permissions; otherwise, one by one. */
const BATCH = ['wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus']

/**
 * The network of a stored batch, which need not be the active one. `undefined` if no such batch is stored, or if the
 * site no longer lists the network.
 */
function networkOf(kit: Kit, from: string, id: string): ActiveChain['chain'] | undefined {
  const sent = readBatches(kit).find((each) => each.id === id && each.from.toLowerCase() === from.toLowerCase())
  return plain(findNetwork(kit.state.networks, sent?.caipNetworkId))
}

export function moreRequests(kit: Kit, plugin: AnyPlugin, may: Allowed, active: Promise<ActiveChain>): MoreRequests {
  return {
    signTypedData: async (typedData) => {
      may.method('eth_signTypedData_v4')
      const now = await active
      const whole = complete(typedData, Number(now.chain.id))
      const json = typedDataJson(whole)
      const sign = able(now.adapter, 'signTypedData')
      const signature = await sign(kit, await walletFor(kit, plugin, now, { typedData: whole }), now.from, json)
      tellSigned(kit, plugin, now, 'typedData', json)
      return signature
    },
    watchAsset: async (asset) => {
      may.method('wallet_watchAsset')
      const now = await active
      const watch = able(now.adapter, 'watchAsset')
      if (now.adapter.isAddress?.(asset.address) === false) throw new Error(`${asset.address} is not an address`)
      const { address, symbol, decimals, image } = asset
      if ([address, symbol, image ?? ''].some((text) => typeof text !== 'string'))
        throw new TypeError('The address, symbol and image of a token are texts')
      if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255)
        throw new Error(`${decimals} is no number of decimals`)
      const shown = { address, symbol, decimals, ...(image !== undefined && { image }) }
      return watch(kit, await walletFor(kit, plugin, now, { asset: shown }), shown)
    },
    sendCalls: async (given, { isAtomic = true } = {}) => {
      may.method('wallet_sendCalls')
      const calls = callsOf(given)
      const now = await active
      const send = able(now.adapter, 'sendCalls')
      const provider = await walletFor(kit, plugin, now, { calls })
      return send(kit, provider, { from: now.from, chain: now.chain, calls, isAtomic })
    },
    canBatch: async () => BATCH.every(may.hasMethod) && canBatch(kit, await active),
    isSponsored: async () => BATCH.every(may.hasMethod) && (await paymasterFor(kit, await active)) !== undefined,
    askPaymaster: async (method, params, chainId) => {
      may.method(method)
      if (!/^pm_\w+$/.test(method)) throw refusal(`Plugin "${plugin.id}" may not ask a paymaster for ${method}`)
      const network = requestedNetworks(kit.state.networks).find(
        ({ chainNamespace, id }) => chainNamespace === 'eip155' && Number(id) === chainId,
      )
      if (!network) throw networkUndefined()
      return askPaymaster(kit, plain(network), method, params)
    },
    runCalls: async (given, options = {}) => {
      may.method('eth_sendTransaction')
      const calls = callsOf(given)
      const now = await active
      await walletFor(kit, plugin, now, { calls })
      const noted = calls.map(({ note, ...call }) => withNote(call, noteOf(plugin, now.chain, [call], note)))
      const { note: whole = calls.at(-1)?.note, ...rest } = options
      const about = noteOf(plugin, now.chain, calls, whole)
      return runCalls(kit, now, noted, withNote({ ...rest, mayBatch: BATCH.every(may.hasMethod) }, about))
    },
    followCalls: async (id) => {
      may.method('wallet_getCallsStatus')
      const { chain, from } = await active
      return followCalls(kit, { chain: networkOf(kit, from, String(id)) ?? chain, from, id: String(id) })
    },
    getCallsStatus: async (id) => {
      may.method('wallet_getCallsStatus')
      const { chain, adapter } = await active
      return able(adapter, 'getCallsStatus')(kit, connectedProvider(kit, chain), String(id))
    },
    switchNetwork: async (id) => {
      const wanted = findNetwork(kit.state.networks, id)
      if (!wanted) throw coreError('NETWORK_NOT_FOUND')
      const { chainNamespace: namespace } = wanted
      may.method(SWITCH[namespace] ?? `${namespace}_switchNetwork`)
      const network = networkCopy(kit)
      if (!network) throw networkUndefined()
      if (network.caipNetworkId === id) return
      if (plugin.guest) await review(kit, { plugin: plugin.id, network, switchTo: plain(wanted) })
      await switchNetwork(kit, id)
    },
  }
}

const withNote = <T extends object>(value: T, note: SentNote | undefined): T & { note?: SentNote } =>
  note === undefined ? value : { ...value, note }
