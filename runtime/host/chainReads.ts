/**
 * The functions of a plugin's `kit.chain` that read, or build a transaction without sending it. They use the adapter
 * and the RPC node of the active network; only `getToken` can read another network.
 */
import type { Kit } from '../contracts/kit.ts'
import type { PluginTransaction } from '../contracts/pluginChain.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import { adapterOf } from '../contracts/adapter.ts'
import { able, activeChain, networkCopy } from '../actions/activeChain.ts'
import { networkUndefined } from '../errors/thrown.ts'

type ChainReads = Pick<
  PluginKit['chain'],
  | 'getBalance'
  | 'getGasPrice'
  | 'estimateGas'
  | 'estimateFee'
  | 'simulate'
  | 'getToken'
  | 'buildTransfer'
  | 'buildRevocation'
  | 'isAddress'
>

export function chainReads(kit: Kit): ChainReads {
  return {
    getBalance: async (address) => {
      const { chain, from, adapter } = await activeChain(kit)
      return able(adapter, 'getBalance')(kit, chain, address ?? from)
    },
    getGasPrice: async () => {
      const { chain, adapter } = await activeChain(kit)
      return able(adapter, 'getGasPrice')(kit, chain)
    },
    estimateGas: async (transaction) => {
      const { chain, from, adapter } = await activeChain(kit)
      return able(adapter, 'estimateGas')(kit, { ...transaction, from, chain })
    },
    estimateFee: async (transaction) => {
      const { chain, from, adapter } = await activeChain(kit)
      return able(adapter, 'estimateFee')(kit, { ...transaction, from, chain })
    },
    simulate: async (transaction, { after = [] } = {}) => {
      const { chain, from, adapter } = await activeChain(kit)
      return able(adapter, 'simulate')(kit, { ...copy(transaction), from, chain }, after.map(copy))
    },
    getToken: async (address, { caipNetworkId } = {}) => {
      const asked = networkCopy(kit, caipNetworkId)
      const { chain, from, adapter } = await activeChain(kit)
      if (asked?.chainNamespace !== chain.chainNamespace) throw networkUndefined()
      return able(adapter, 'getToken')(kit, asked, address, from)
    },
    buildTransfer: async (transfer) => {
      const { chain, from, adapter } = await activeChain(kit)
      return copy(await able(adapter, 'buildTransfer')(kit, { ...transfer, from, chain }))
    },
    buildRevocation: async ({ accounts }) => {
      const { chain, from, adapter } = await activeChain(kit)
      return copy(await able(adapter, 'buildRevocation')(kit, { accounts, from, chain }))
    },
    isAddress: async (text) => {
      const chain = networkCopy(kit)
      return chain ? able(await adapterOf(kit, chain.chainNamespace), 'isAddress')(text) : false
    },
  }
}

/**
 * Copies only those fields of a transaction that plugins know. An adapter's answer also has `from` and `chain`, and a
 * plugin may pass any other field.
 */
function copy({ to, value, data, gas, gasPrice }: PluginTransaction): PluginTransaction {
  return {
    to,
    ...(value === undefined ? {} : { value }),
    ...(data === undefined ? {} : { data }),
    ...(gas === undefined ? {} : { gas }),
    ...(gasPrice === undefined ? {} : { gasPrice }),
  }
}
