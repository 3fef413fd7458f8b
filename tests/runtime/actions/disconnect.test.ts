/** Disconnecting: every wallet is told, but none can delay the end for long. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { startSession } from '../../../runtime/actions/session.ts'
import type { Connector, ConnectorType, Driver } from '../../../runtime/contracts/connector.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import type { Namespace } from '../../../runtime/lib/namespace.ts'
import { makeKit, network, solana } from '../../support/kit.ts'
import { useRemote } from '../../support/remote.ts'

const remote = useRemote()
afterEach(() => void vi.useRealTimers())

const addresses: Partial<Record<Namespace, string>> = {
  eip155: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  solana: 'So1',
}
const networks = { eip155: network(1), solana: solana() } as const

/** Starts a session whose driver disconnects as the test says. */
async function session(
  kit: Kit,
  chain: 'eip155' | 'solana',
  goodbye: Driver['disconnect'],
  type: ConnectorType = 'EXTERNAL',
) {
  const driver: Driver = {
    connect: () => Promise.reject(new Error('connected already')),
    resume: () => Promise.resolve(undefined),
    disconnect: goodbye,
    watch: () => () => undefined,
  }
  const connector: Connector = {
    id: type,
    name: type,
    type,
    chain,
    chains: [],
    driver: async () => ({ default: driver }),
  }
  const session = {
    accounts: [{ address: addresses[chain] ?? '' }],
    caipNetworkId: networks[chain].caipNetworkId,
    provider: {},
  }
  await startSession(kit, { connector, driver, session })
}
const makeTwo = () => makeKit({ networks: [network(1), solana()] })
const events = (kit: Kit) => {
  const seen: [string, unknown][] = []
  kit.events.on('track', ({ event, properties }) => void seen.push([event, properties]))
  return seen
}
const statuses = ({ state: { accounts } }: Kit) => [accounts.eip155.status, accounts.solana.status]

describe('disconnect', () => {
  it('disconnects every namespace, shows the loading flag until then, and tracks one event', async () => {
    const kit = makeTwo()
    const told: [string, boolean][] = []
    const goodbye: Driver['disconnect'] = async (_kit, { chain }) => void told.push([chain, kit.state.modal.loading])
    await session(kit, 'eip155', goodbye)
    await session(kit, 'solana', goodbye)
    const seen = events(kit)
    await disconnect(kit)
    expect(told).toEqual([
      ['eip155', true],
      ['solana', true],
    ])
    expect(statuses(kit)).toEqual(['disconnected', 'disconnected'])
    expect(kit.state.modal.loading).toBe(false)
    expect(seen).toEqual([['DISCONNECT_SUCCESS', { namespace: 'all' }]])
  })

  it('disconnects the other namespaces when one fails, throws one joined error, and clears the flag', async () => {
    const kit = makeTwo()
    let told = 0
    await session(kit, 'eip155', () => Promise.reject(new Error('gone')))
    await session(kit, 'solana', () => (told++, Promise.reject(new Error('away'))))
    const seen = events(kit)
    await expect(disconnect(kit)).rejects.toMatchObject({ code: 'DISCONNECT_FAILED', message: 'Failed to disconnect' })
    expect(told).toBe(1)
    expect(statuses(kit)).toEqual(['disconnected', 'disconnected'])
    expect(kit.state.modal.loading).toBe(false)
    expect(seen).toEqual([['DISCONNECT_ERROR', { message: 'gone; away' }]])
  })

  it('leaves other namespaces connected unless they share the session', async () => {
    const apart = makeTwo()
    await session(apart, 'eip155', () => Promise.resolve())
    await session(apart, 'solana', () => Promise.resolve())
    const seen = events(apart)
    await disconnect(apart, 'solana')
    expect(statuses(apart)).toEqual(['connected', 'disconnected'])
    expect(seen).toEqual([['DISCONNECT_SUCCESS', { namespace: 'solana' }]])
    for (const type of ['WALLET_CONNECT', 'AUTH'] as const) {
      const shared = makeTwo()
      await session(shared, 'eip155', () => Promise.resolve(), type)
      await session(shared, 'solana', () => Promise.resolve(), type)
      await disconnect(shared, 'solana')
      expect(statuses(shared)).toEqual(['disconnected', 'disconnected'])
    }
  })

  it('ends after a timeout when the wallet never answers', async () => {
    const kit = makeTwo()
    await session(kit, 'eip155', () => new Promise(() => undefined))
    vi.useFakeTimers()
    const leaving = disconnect(kit)
    await vi.advanceTimersByTimeAsync(5_000)
    await leaving
    expect([kit.state.accounts.eip155.status, kit.state.modal.loading]).toEqual(['disconnected', false])
  })
})

describe('a remote session without a relay', () => {
  it('is removed within five seconds, does not come back, and a new one can be made', async () => {
    const storages = { page: remote.pageStorage(), client: remote.clientStorage() }
    const opened = await remote.page(storages)
    const wallet = await remote.wallet({ policy: 'approve' })
    await remote.connected(opened, wallet)
    remote.sandbox().relay.refuse(true)
    remote.sandbox().relay.drop()
    const began = Date.now()
    await disconnect(opened.kit)
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(opened.account().status).toBe('disconnected')
    remote.sandbox().relay.refuse(false)
    // The library takes the first session of its store, so an old one must not be in it.
    const kept = (await storages.client.getEntries()).find(([key]) => key.endsWith('//session'))
    expect(kept?.[1]).toEqual([])
    await remote.connected(opened, wallet)
    expect(opened.account().status).toBe('connected')
  }, 40_000)
})
