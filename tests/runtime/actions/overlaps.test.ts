/** Connects, switches and disconnects that overlap. */
import { expect, it } from 'vitest'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { Abandoned, connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { switchConnection } from '../../../runtime/actions/switchConnection.ts'
import { follow } from '../../../runtime/actions/tabs.ts'
import { defineChain } from '../../../runtime/contracts/chain.ts'
import type { Connector, Driver, Session } from '../../../runtime/contracts/connector.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import type { Namespace } from '../../../runtime/lib/namespace.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { allConnections } from '../../../runtime/state/entries.ts'
import { makeKit, memoryStorage, network, solana } from '../../support/kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const A = `0x${'1'.repeat(40)}`
const B = `0x${'2'.repeat(40)}`
const solanaChain = defineChain({ namespace: 'solana', adapter: async () => ({ default: { namespace: 'solana' } }) })
const NETWORKS = [network(1), network(137), solana()]
const kitWith = (storage = memoryStorage()) =>
  makeKit({ networks: NETWORKS }, { chains: [eip155, solanaChain], storage })

/** A made-up wallet; `hold` says when it answers. */
function made(chain: Namespace, id: string, address: string) {
  const session = (): Session => ({
    accounts: [{ address }],
    caipNetworkId: chain === 'solana' ? solana().caipNetworkId : 'eip155:1',
    provider: { id },
  })
  const hold: { connect: Promise<void>; resume: Promise<void> } = {
    connect: Promise.resolve(),
    resume: Promise.resolve(),
  }
  const driver: Driver = {
    connect: async () => (await hold.connect, session()),
    resume: async () => (await hold.resume, session()),
    disconnect: async () => undefined,
    watch: () => () => undefined,
  }
  const connector: Connector = {
    id,
    name: id,
    type: 'ANNOUNCED',
    chain,
    chains: [],
    driver: async () => ({ default: driver }),
  }
  return { connector, hold, driver }
}
const SOL = 'So11111111111111111111111111111111111111112'

it('an attempt that one on another namespace replaced does not stay connecting', async () => {
  const kit = kitWith()
  const evm = made('eip155', 'e', A)
  const sol = made('solana', 's', SOL)
  let go = () => {}
  evm.hold.connect = new Promise((resolve) => (go = resolve))
  const first = connect(kit, evm.connector)
  first.catch(() => undefined)
  await Promise.resolve()
  await connect(kit, sol.connector)
  go()
  await expect(first).rejects.toBeInstanceOf(Abandoned)
  expect(kit.state.accounts.solana.status).toBe('connected')
  expect(kit.state.accounts.eip155.status).toBe('disconnected')
})

it('a disconnect during a switch to the wallet ends it', async () => {
  const kit = kitWith()
  const [alpha, beta] = [made('eip155', 'a', A), made('eip155', 'b', B)]
  await connect(kit, alpha.connector)
  await connect(kit, beta.connector)
  let go = () => {}
  alpha.hold.resume = new Promise((resolve) => (go = resolve))
  alpha.driver.disconnect = () => new Promise((resolve) => setTimeout(resolve, 30))
  const switching = switchConnection(kit, { connection: { id: 'eip155:a' } })
  const ending = disconnect(kit)
  go()
  await Promise.allSettled([switching, ending])
  expect(allConnections(kit).map(({ connector }) => connector.id)).toEqual([])
})

it('a page that follows late follows the active wallet of every namespace', async () => {
  const storage = memoryStorage()
  const [first, second] = [kitWith(storage), kitWith(storage)]
  const all = [
    made('eip155', 'a', A),
    made('eip155', 'b', B),
    made('solana', 's', SOL),
    made('solana', 't', 'So11111111111111111111111111111111111111113'),
  ]
  for (const kit of [first, second]) for (const { connector } of all) register(kit, connector)
  await waitFor(() => expect(second.state.connectors.list).toHaveLength(4))
  for (const { connector } of all) await connect(first, connector)
  await follow(second)
  const actives = (kit: Kit) => [connectionOf(kit, 'eip155')?.connector.id, connectionOf(kit, 'solana')?.connector.id]
  expect(actives(second)).toEqual(['b', 't'])
  await switchConnection(first, { connection: { id: 'eip155:a' } })
  await switchConnection(first, { connection: { id: 'solana:s' } })
  await follow(second)
  expect(actives(first)).toEqual(['a', 's'])
  expect(actives(second)).toEqual(['a', 's'])
})
