/**
 * What only a wallet can do: sign, send, and grant permissions. This file loads with the first request. The caller has
 * copied the parameters, so the plugin cannot change them after the visitor reviewed them. `active` is the account and
 * network at the time of the request.
 */
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import type { PluginEvents } from '../contracts/pluginEvents.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import { tellSent } from '../data/sent.ts'
import { plain } from '../lib/isRecord.ts'
import { activeAccount } from '../state/active.ts'
import { able, type ActiveChain, connectedProvider, networkCopy } from '../actions/activeChain.ts'
import { noteOf } from './noteOf.ts'
import { type Allowed, refusal } from './permissions.ts'
import { type Asked, review } from './review.ts'
import { transactionOf } from '../actions/callsOf.ts'
import { orUncertain } from '../actions/uncertain.ts'

/** By namespace: the permission that signing a text needs, where it is not `<namespace>_signMessage`. */
const SIGN: Readonly<Record<string, string>> = { eip155: 'personal_sign' }
const SEND = 'eth_sendTransaction'
const GRANT = 'wallet_grantPermissions'
const REVOKE = 'wallet_revokePermissions'

export type WalletRequests = Pick<
  PluginKit['chain'],
  'sendTransaction' | 'signMessage' | 'grantPermissions' | 'revokePermissions'
>

export function walletRequests(
  kit: Kit,
  plugin: AnyPlugin,
  may: Allowed,
  active: Promise<ActiveChain>,
): WalletRequests {
  /**
   * Makes a wallet request that only walletkit's own plugins may make, because it changes who can act for the account.
   */
  const askOwn = async (
    method: string,
    verb: 'grantPermissions' | 'revokePermissions',
    request: Readonly<Record<string, unknown>>,
  ) => {
    may.method(method)
    if (plugin.guest) throw refusal(`Plugin "${plugin.id}" may not request ${method}: only plugins of walletkit may`)
    const { chain, adapter } = await active
    return able(adapter, verb)(kit, connectedProvider(kit, chain), plain(request))
  }
  return {
    sendTransaction: async (given, note) => {
      may.method(SEND)
      const transaction = transactionOf(given)
      const now = await active
      const { chain, from, adapter } = now
      const send = able(adapter, 'sendTransaction')
      const provider = await walletFor(kit, plugin, now, { transaction })
      const hash = await orUncertain(kit, chain, from, () => send(kit, provider, { ...transaction, from, chain }))
      const sent = { hash, caipNetworkId: chain.caipNetworkId, from, to: transaction.to }
      const about = noteOf(plugin, chain, [transaction], note)
      tellSent(kit, about ? { ...sent, note: about } : sent)
      return hash
    },
    signMessage: async (text) => {
      const message = String(text)
      const namespace = networkCopy(kit)?.chainNamespace ?? 'eip155'
      may.method(SIGN[namespace] ?? `${namespace}_signMessage`)
      const now = await active
      if (now.chain.chainNamespace !== namespace) throw new Error('The network changed during the request')
      const sign = able(now.adapter, 'signMessage')
      const signature = await sign(kit, await walletFor(kit, plugin, now, { message }), now.from, message)
      tellSigned(kit, plugin, now, 'message', message)
      return signature
    },
    grantPermissions: (request) => askOwn(GRANT, 'grantPermissions', request),
    revokePermissions: (request) => askOwn(REVOKE, 'revokePermissions', request),
  }
}

export function tellSigned(
  kit: Kit,
  { id }: AnyPlugin,
  { chain, from }: ActiveChain,
  kind: PluginEvents['signature']['kind'],
  text: string,
) {
  kit.events.emit('signature', { by: id, account: from, caipNetworkId: chain.caipNetworkId, kind, text })
}

/**
 * Returns the wallet's provider; for a third-party plugin, only after the visitor has confirmed the request. Throws if
 * the account or the network has changed by then.
 */
export async function walletFor(
  kit: Kit,
  plugin: AnyPlugin,
  { chain, from, adapter }: ActiveChain,
  asked: Asked,
): Promise<unknown> {
  const provider = connectedProvider(kit, chain)
  if (!plugin.guest) return provider
  const wrong = receiversOf(asked).find((to) => adapter.isAddress?.(to) === false)
  if (wrong !== undefined) throw new Error(`${wrong} is not an address`)
  await review(kit, { plugin: plugin.id, network: chain, ...asked })
  if (networkCopy(kit)?.caipNetworkId !== chain.caipNetworkId || activeAccount(kit)?.address !== from)
    throw new Error('The account or the network changed during the review')
  return connectedProvider(kit, chain)
}

const receiversOf = (asked: Asked) =>
  'transaction' in asked ? [asked.transaction.to] : 'calls' in asked ? asked.calls.map(({ to }) => to) : []
