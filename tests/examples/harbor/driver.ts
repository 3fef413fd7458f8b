import type { Driver, Session } from 'walletkit'
import { keyOf } from './address.ts'
import { toProvider } from './provider.ts'

/** The valid addresses of a wallet's answer. */
const addressesIn = (answer: unknown): string[] =>
  Array.isArray(answer) ? answer.filter((each): each is string => keyOf(each) !== undefined) : []

type Kit = Parameters<Driver['connect']>[0]

function sessionOf({ state }: Kit, provider: unknown, answer: unknown): Session | undefined {
  const network = state.networks.harbor.caipNetwork
  const addresses = addressesIn(answer)
  if (!network || !addresses.length) return undefined
  return { accounts: addresses.map((address) => ({ address })), caipNetworkId: network.caipNetworkId, provider }
}

const driver: Driver = {
  connect: async (kit, { provider }) => {
    const session = sessionOf(kit, provider, await toProvider(provider).connect())
    if (!session) throw new Error('The wallet shares no account')
    return session
  },
  resume: async (kit, { provider }) => sessionOf(kit, provider, await toProvider(provider).accounts()),
  // The wallet keeps its own list of sites, so there is nothing to tell it.
  disconnect: async () => {},
  watch: (_kit, { provider }, on) => toProvider(provider).onAccounts((answer) => on.accounts(addressesIn(answer))),
}
export default driver
