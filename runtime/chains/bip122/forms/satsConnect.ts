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

type Provider = Asked & { addListener?: (event: string, listener: (payload: unknown) => void) => unknown }

const PURPOSES = ['payment', 'ordinals']
const WORDS: Readonly<Record<Chain, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
}

export function openSatsConnect(wallet: unknown): Form {
  const provider = wallet as Provider
  const account = async () => readListing(await ask(provider, 'wallet_getAccount', null))
  return {
    connect: async (chain) => {
      try {
        return readListing(await ask(provider, 'wallet_connect', { addresses: PURPOSES, network: WORDS[chain] }))
      } catch (error) {
        if (!isUnknownMethod(error)) throw error
        // Older and smaller sats-connect wallets lack the permission methods and only have `getAccounts`.
        return { accounts: await ask(provider, 'getAccounts', { purposes: PURPOSES }) }
      }
    },
    resume: () => account().catch(unauthorised),
    disconnect: () =>
      ask(provider, 'wallet_disconnect', null).catch(() => ask(provider, 'wallet_renouncePermissions', null)),
    moveTo: async (chain) => {
      await ask(provider, 'wallet_changeNetwork', { name: WORDS[chain] })
      return account()
    },
    watch: (changed, gone) => {
      const read = (payload: unknown) => {
        const { addresses, bitcoin } = isRecord(payload) ? payload : {}
        changed(addresses ? readListing({ addresses, network: { bitcoin } }) : undefined)
      }
      const stops = Object.entries({ accountChange: read, networkChange: read, disconnect: gone }).map(
        ([event, listener]) => provider.addListener?.(event, listener),
      )
      return () => stops.forEach((stop) => typeof stop === 'function' && (stop as () => void)())
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
  if (!isUnknownMethod(error) && !refusals.includes(code)) throw error
}

export default createDriver(openSatsConnect)
