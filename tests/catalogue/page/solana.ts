/** A reduced Solana namespace, with a wallet that approved one of its networks. */
import { type CaipNetwork, type Chain, type Connector, defineChain, type Driver, type Session } from 'walletkit'

const ADDRESS = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

const session: Session = {
  accounts: [{ address: ADDRESS, type: 'eoa' }],
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  provider: {},
  approvedCaipNetworkIds: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
}
const driver: Driver = {
  connect: async () => session,
  resume: async () => undefined,
  disconnect: async () => undefined,
  watch: () => () => undefined,
}
const connector: Connector = {
  id: 'example.harbor',
  name: 'Harbor',
  type: 'ANNOUNCED',
  chain: 'solana',
  chains: [],
  driver: async () => ({ default: driver }),
}
/** The Solana connector of a wallet that the fixtures announce on EVM chains too. */
const both: Connector = { ...connector, id: 'Northstar', name: 'Northstar' }

export const solana: Chain = defineChain({
  namespace: 'solana',
  discover: async () => ({
    default: ({ found }) => {
      found(connector)
      found(both)
      return () => undefined
    },
  }),
  adapter: async () => ({
    default: { namespace: 'solana', getBalance: async (_kit: unknown, _network: CaipNetwork) => 1_842_731_000n },
  }),
})
