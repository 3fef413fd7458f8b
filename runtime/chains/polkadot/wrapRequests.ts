/** Creates the provider of a remote session, which uses WalletConnect's Polkadot requests. */
import type { WrapRequests } from '../../contracts/chain.ts'
import type { SessionAccount } from '../../contracts/connector.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { accountsBehind, sessionBehind } from '../../state/entries.ts'
import { createProvider } from './createProvider.ts'
import { parseListed } from './provider.ts'

/**
 * The provider lists the accounts that the session has on each network: a wallet may share other keys on another one. It
 * sends messages as plain text, because a remote wallet adds the `<Bytes>` tags itself.
 */
const wrapRequests: WrapRequests = (kit, { request, on, removeListener }) => {
  const signText = (message: string, address: string) =>
    request({ method: 'polkadot_signMessage', params: { address, message } })
  const accountsOn = (id: CaipNetworkId): readonly SessionAccount[] => {
    const { caipNetworkId, accountsOn: byNetwork } = sessionBehind(kit, 'polkadot', provider) ?? {}
    const own = accountsBehind(kit, 'polkadot', provider)
    return id === caipNetworkId ? own : (byNetwork?.[id] ?? own)
  }
  const provider = createProvider(kit, {
    accounts: (id) => parseListed(accountsOn(id).map(({ address }) => ({ address }))) ?? [],
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
