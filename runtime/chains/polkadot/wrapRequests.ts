/** Creates the provider of a remote session, which uses WalletConnect's Polkadot requests. */
import type { WrapRequests } from '../../contracts/chain.ts'
import { accountsBehind, sessionBehind } from '../../state/entries.ts'
import { createProvider } from './createProvider.ts'
import { parseListed } from './provider.ts'

/**
 * The provider lists the accounts that the kit's state has for the session. It sends messages as plain text, because a
 * remote wallet adds the `<Bytes>` tags itself.
 */
const wrapRequests: WrapRequests = (kit, { request, on, removeListener }) => {
  const signText = (message: string, address: string) =>
    request({ method: 'polkadot_signMessage', params: { address, message } })
  const provider = createProvider(kit, {
    accounts: () => parseListed(accountsBehind(kit, 'polkadot', provider).map(({ address }) => ({ address }))) ?? [],
    takes: (id) => sessionBehind(kit, 'polkadot', provider)?.approvedCaipNetworkIds?.includes(id) !== false,
    signRaw: ({ address, data }) => signText(data, address),
    signPayload: (payload) =>
      request({
        method: 'polkadot_signTransaction',
        params: { address: payload.address, transactionPayload: payload },
      }),
    signText,
    listeners: { on, removeListener },
  })
  return provider
}
export default wrapRequests
