/**
 * sats-connect wallets: Xverse, those that register in `window.btc_providers` (WBIP-004, WBIP-005), and Wallet Standard
 * wallets with a sats-connect provider.
 */
import { parseRpcError, RPC_CODES } from '../../../errors/rpc.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { type Chain, parseChain } from '../chains.ts'
import { createDriver } from '../driver.ts'
import type { Form, Listing } from '../form.ts'
import { ask, type Asked } from './ask.ts'

type Hear = (payload: unknown) => void
type Provider = Asked & { addListener?: (...event: [event: string, listener: Hear] | [Info]) => unknown }
/** How sats-connect 3 and newer name a listener. */
type Info = { eventName: string; cb: Hear }

const PURPOSES = ['payment', 'ordinals']
const WORDS: Readonly<Record<Chain, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
}

/**
 * Adapts a sats-connect wallet to `Form`. `listed` reads the accounts without a prompt, for wallets that lack
 * `wallet_getAccount`. If such a wallet has no `listed`, it counts as connected, with its last accounts, while the page
 * watches it.
 */
export function openSatsConnect(wallet: unknown, listed?: () => Promise<Listing | undefined>): Form {
  const provider = wallet as Provider
  let last: Listing | undefined
  let watched = false
  const keep = (listing: Listing) => (last = listing)
  const account = async () => readListing(await ask(provider, 'wallet_getAccount', null))
  return {
    connect: async (chain) => {
      try {
        return keep(readListing(await ask(provider, 'wallet_connect', { addresses: PURPOSES, network: WORDS[chain] })))
      } catch (error) {
        if (!isUnknownMethod(error)) throw error
        // Older and smaller sats-connect wallets lack the permission methods and only have `getAccounts`.
        return keep({ accounts: await ask(provider, 'getAccounts', { purposes: PURPOSES }) })
      }
    },
    resume: () =>
      account().catch((error: unknown) => {
        if (!isUnknownMethod(error)) return unauthorised(error)
        return listed ? listed() : watched ? last : undefined
      }),
    disconnect: () =>
      ask(provider, 'wallet_disconnect', null).catch(() => ask(provider, 'wallet_renouncePermissions', null)),
    moveTo: async (chain) => {
      await ask(provider, 'wallet_changeNetwork', { name: WORDS[chain] })
      return account()
    },
    watch: (changed, gone) => {
      const read = (payload: unknown) => {
        const { addresses, bitcoin } = isRecord(payload) ? payload : {}
        changed(addresses ? keep(readListing({ addresses, network: { bitcoin } })) : undefined)
      }
      const stops = Object.entries({ accountChange: read, networkChange: read, disconnect: gone }).map(
        ([event, listener]) => listen(provider, event, listener),
      )
      watched = true
      return () => {
        watched = false
        stops.forEach((stop) => typeof stop === 'function' && (stop as () => void)())
      }
    },
    signMessage: ({ address, message, protocol }) =>
      ask(provider, 'signMessage', { address, message, ...(protocol && { protocol: protocol.toUpperCase() }) }),
    signPsbt: ({ psbt, signInputs, broadcast }) => {
      const byAddress: Record<string, number[]> = {}
      for (const { address, index } of signInputs ?? []) (byAddress[address] ??= []).push(index)
      return ask(provider, 'signPsbt', { psbt, ...(signInputs && { signInputs: byAddress }), broadcast })
    },
    // `Number` is exact: all bitcoin that will ever exist is fewer satoshi than 2^53.
    sendTransfer: ({ recipient, amount }) =>
      ask(provider, 'sendTransfer', { recipients: [{ address: recipient, amount: Number(amount) }] }),
  }
}

/**
 * Listens to one event. Older wallets expect the event and the listener as two parameters, newer ones an object with
 * both. Only the function's number of parameters, or its error, shows which form a wallet expects.
 */
function listen(provider: Provider, eventName: string, cb: Hear): unknown {
  try {
    if ((provider.addListener?.length ?? 0) < 2) return provider.addListener?.({ eventName, cb })
  } catch {
    // The older form, with its parameters hidden behind `...args`.
  }
  return provider.addListener?.(eventName, cb)
}

function readListing(answer: unknown): Listing {
  const { addresses, network } = isRecord(answer) ? answer : {}
  const { bitcoin } = isRecord(network) ? network : {}
  const { name } = isRecord(bitcoin) ? bitcoin : {}
  // The list can also contain addresses of other chains; `parseAccounts` drops them.
  return { accounts: addresses, chain: parseChain(name) }
}

/** Whether the wallet lacks the method. sats-connect also uses the code -32001 (resource not found) for that. */
const isUnknownMethod = (error: unknown) =>
  [RPC_CODES.methodNotFound, RPC_CODES.resourceNotFound].some((code) => code === parseRpcError(error).code)

/**
 * Returns `undefined` for an error that means that the site is not authorised, or that the wallet cannot answer without
 * a prompt. Rethrows any other error, because it does not say whether the site is still authorised.
 */
function unauthorised(error: unknown): undefined {
  const { code } = parseRpcError(error)
  const refusals: unknown[] = [RPC_CODES.resourceUnavailable, RPC_CODES.unauthorized, RPC_CODES.userRejected]
  if (!refusals.includes(code)) throw error
}

export default createDriver((wallet) => openSatsConnect(wallet))
