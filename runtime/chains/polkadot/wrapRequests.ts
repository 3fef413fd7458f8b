/** The provider over a remote session or an embedded wallet, through WalletConnect's Polkadot requests. */
import type { WrapRequests } from '../../contracts/chain.ts'
import { createProvider } from './createProvider.ts'
import { parseListed } from './provider.ts'

/** Reads the accounts from the kit's state. Sends messages as plain text, because a remote wallet wraps them itself. */
const wrapRequests: WrapRequests = (kit, { request, on, removeListener }) => {
  const { accounts, networks } = kit.state
  const signText = (message: string, address: string) =>
    request({ method: 'polkadot_signMessage', params: { address, message } })
  return createProvider(kit, {
    accounts: () => parseListed(accounts.polkadot.allAccounts.map(({ address }) => ({ address }))) ?? [],
    takes: (id) => networks.polkadot.approvedCaipNetworkIds?.includes(id) !== false,
    signRaw: ({ address, data }) => signText(data, address),
    signPayload: (payload) =>
      request({
        method: 'polkadot_signTransaction',
        params: { address: payload.address, transactionPayload: payload },
      }),
    signText,
    listeners: { on, removeListener },
  })
}
export default wrapRequests
