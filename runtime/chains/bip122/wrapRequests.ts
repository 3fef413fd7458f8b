/** The provider over a wallet that only answers requests: a remote session, or an embedded wallet (reference 1.17). */
import { AnswerError } from '../../errors/answer.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { WrapRequests } from '../chain.ts'
import { chainOf } from './chains.ts'
import { createProvider, onNetwork } from './createProvider.ts'
import { parseAccounts } from './parse.ts'

/** Accounts are those of the kit's state that the active network spells so; their keys are known once they were asked for. */
const wrapRequests: WrapRequests = (kit, { request, on, removeListener }) => {
  const { accounts, networks } = kit.state
  const keys = new Map<string, string>()
  // The state holds the accounts of one network once the visitor has switched: the session's others are remembered here.
  const shown = new Map<string, { address: string; purpose: 'payment' | 'ordinals' }>()
  const active = () => chainOf(networks.bip122.caipNetwork?.caipNetworkId ?? '')
  const listed = (chain = active()) => {
    for (const { address, type } of accounts.bip122.allAccounts)
      shown.set(address, { address, purpose: type === 'ordinal' ? 'ordinals' : 'payment' })
    const own = [...shown.values()].map((account) => ({ ...account, publicKey: keys.get(account.address) ?? '' }))
    return onNetwork(parseAccounts(own), chain)
  }
  const account = () => listed()[0]?.address ?? ''
  const ask = (method: string, params: object) => request({ method, params })

  return createProvider({
    accounts: () => listed(),
    chain: active,
    read: async () => {
      const answer = await ask('getAccountAddresses', { account: account() })
      const parsed = parseAccounts(answer)
      if (!parsed?.length) throw new AnswerError('getAccountAddresses', answer)
      for (const { address, publicKey } of parsed) if (publicKey) keys.set(address, publicKey)
      return parsed
    },
    // The session has its accounts on every network that it approved: nobody has to move.
    moveTo: async (id) => {
      const { approvedCaipNetworkIds: approved } = networks.bip122
      return approved?.includes(id as CaipNetworkId) === false ? undefined : listed(chainOf(id))
    },
    choosesProtocol: true,
    listeners: { on, removeListener },
    verbs: {
      signMessage: ({ address, message, protocol }) =>
        // Wallets name the signing account either way.
        ask('signMessage', { account: address, address, message, ...(protocol && { protocol }) }),
      signPsbt: ({ psbt, signInputs = [], broadcast }) =>
        ask('signPsbt', { account: account(), psbt, signInputs, broadcast }),
      sendTransfer: ({ from, recipient, amount }) =>
        ask('sendTransfer', { account: from, recipientAddress: recipient, amount: amount.toString() }),
    },
  })
}
export default wrapRequests
