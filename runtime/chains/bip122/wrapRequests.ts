/** Creates the provider of a remote session, which uses WalletConnect's Bitcoin requests. */
import { AnswerError } from '../../errors/answer.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { WrapRequests } from '../../contracts/chain.ts'
import type { SessionAccount } from '../../contracts/connector.ts'
import { accountsBehind, sessionBehind } from '../../state/entries.ts'
import { chainOf } from './chains.ts'
import { createProvider, onNetwork } from './createProvider.ts'
import { parseAccounts } from './parse.ts'

/**
 * The provider lists the session's accounts that are valid on the active network. Their public keys are empty until
 * `read` has asked the wallet for them, because a session lists no keys.
 */
const wrapRequests: WrapRequests = (kit, { request, on, removeListener }) => {
  const { networks } = kit.state
  const keys = new Map<string, string>()
  // The session's accounts that have been seen on any network. `accountsBehind` has only those of the active network,
  // and the others are needed when the page switches back.
  const shown = new Map<string, { address: string; purpose: 'payment' | 'ordinals' }>()
  const active = () => chainOf(networks.bip122.caipNetwork?.caipNetworkId ?? '')
  const keep = (accounts: readonly SessionAccount[]) => {
    for (const { address, type } of accounts)
      shown.set(address, { address, purpose: type === 'ordinal' ? 'ordinals' : 'payment' })
  }
  const listed = (chain = active()) => {
    keep(accountsBehind(kit, 'bip122', provider))
    const own = [...shown.values()].map((account) => ({ ...account, publicKey: keys.get(account.address) ?? '' }))
    return onNetwork(parseAccounts(own), chain)
  }
  const account = () => listed()[0]?.address ?? ''
  const ask = (method: string, params: object) => request({ method, params })

  const provider = createProvider({
    accounts: () => listed(),
    chain: active,
    shown: () => accountsBehind(kit, 'bip122', provider)[0]?.address,
    read: async () => {
      const answer = await ask('getAccountAddresses', { account: account() })
      const parsed = parseAccounts(answer)
      if (!parsed?.length) throw new AnswerError('getAccountAddresses', answer)
      for (const { address, publicKey } of parsed) if (publicKey) keys.set(address, publicKey)
      return parsed
    },
    // A session has its accounts on every network that it approved, so the wallet need not switch.
    moveTo: async (id) => {
      const network = id as CaipNetworkId
      const { approvedCaipNetworkIds: approved, accountsOn } = sessionBehind(kit, 'bip122', provider) ?? {}
      if (approved?.includes(network) === false) return undefined
      keep(accountsOn?.[network] ?? [])
      return listed(chainOf(id))
    },
    choosesProtocol: true,
    listeners: { on, removeListener },
    verbs: {
      signMessage: ({ address, message, protocol }) =>
        // Some wallets read `account`, others `address`.
        ask('signMessage', { account: address, address, message, ...(protocol && { protocol }) }),
      signPsbt: ({ psbt, signInputs = [], broadcast }) =>
        ask('signPsbt', { account: account(), psbt, signInputs, broadcast }),
      sendTransfer: ({ from, recipient, amount }) =>
        ask('sendTransfer', { account: from, recipientAddress: recipient, amount: amount.toString() }),
    },
  })
  return provider
}
export default wrapRequests
