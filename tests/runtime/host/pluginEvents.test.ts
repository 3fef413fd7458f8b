/** The events of a plugin's `kit.on`, and which plugins get them. */
import { describe, expect, it } from 'vitest'
import type { AnyPlugin, Permissions } from '../../../runtime/contracts/definePlugin.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { resetAccount, setAccount } from '../../../runtime/state/setAccount.ts'
import { network, makeKit, solana } from '../../support/kit.ts'

const A = `0x${'a'.repeat(40)}` as const
const B = `0x${'b'.repeat(40)}` as const

const guest = (permissions: Permissions, rest: Partial<AnyPlugin> = {}): AnyPlugin => ({
  id: 'alerts',
  feature: 'alerts',
  engine: '^0.1',
  guest: true,
  permissions,
  ...rest,
})

function setup(permissions: Permissions = { events: ['transaction', 'signature', 'session'] }) {
  const kit = makeKit({ networks: [network(1), network(10), solana()] })
  kit.state.networks.activeChain = 'eip155'
  return { kit, own: createPluginKit(kit, guest(permissions)) }
}

function connect(kit: Kit, address: string = A) {
  setAccount(kit.state.accounts, 'eip155', { status: 'connected', address, caipAddress: `eip155:1:${address}` })
  kit.events.emit('connected', { namespace: 'eip155', address })
  kit.events.emit('changed', { namespace: 'eip155' })
}

it('each event needs its own permission', () => {
  const { own } = setup({ events: ['session'] })
  expect(() => own.on('transaction', () => undefined)).toThrow(
    'Plugin "alerts" did not declare the event transaction in its permissions',
  )
  expect(() => own.on('signature', () => undefined)).toThrow('event signature')
  expect(typeof own.on('session', () => undefined)).toBe('function')
})

it('a plugin of walletkit needs it too', () => {
  const kit = makeKit()
  const own = createPluginKit(kit, { ...guest({}), guest: undefined } as unknown as AnyPlugin)
  expect(() => own.on('session', () => undefined)).toThrow('event session')
})

it('an event that does not exist is refused by name', () => {
  const { own } = setup()
  expect(() => own.on('keystroke' as never, () => undefined)).toThrow('event keystroke')
})

describe('transaction', () => {
  it('tells hash, network and addresses of the active account, with the sender’s note, as a frozen copy', () => {
    const { kit, own } = setup()
    connect(kit)
    const told: unknown[] = []
    own.on('transaction', (event) => void told.push(event))
    const sent = { hash: '0x1', caipNetworkId: 'eip155:1', from: A, to: B }
    kit.events.emit('transaction', sent)
    kit.events.emit('transaction', { ...sent, from: B })
    expect(told).toEqual([sent])
    expect(Object.isFrozen(told[0])).toBe(true)
  })
})

describe('session', () => {
  it('tells a connection, another account, another network and the end, each once', () => {
    const { kit, own } = setup()
    const told: unknown[] = []
    const stop = own.on('session', (event) => void told.push(event))
    connect(kit)
    kit.events.emit('changed', { namespace: 'eip155' })
    connect(kit, B)
    kit.state.networks.eip155.caipNetwork = network(10)
    kit.events.emit('changed', { namespace: 'eip155' })
    resetAccount(kit.state.accounts, 'eip155')
    kit.events.emit('disconnected', { namespace: 'eip155', followed: false })
    expect(told).toEqual([
      { kind: 'connected', address: A, caipNetworkId: 'eip155:1' },
      { kind: 'account', address: B, caipNetworkId: 'eip155:1' },
      { kind: 'network', address: B, caipNetworkId: 'eip155:10' },
      { kind: 'disconnected', address: undefined, caipNetworkId: 'eip155:10' },
    ])
    stop()
    connect(kit)
    expect(told).toHaveLength(4)
  })
})

describe('tracking events', () => {
  it('a third-party plugin tracks only what its manifest declares', () => {
    const kit = makeKit()
    const own = createPluginKit(kit, guest({}, { events: ['TIP_SENT'] as never }))
    const tracked: string[] = []
    kit.events.on('track', ({ event }) => void tracked.push(event))
    own.track('TIP_SENT' as never)
    expect(() => own.track('MODAL_OPEN', { connected: true })).toThrow('did not declare the tracking event MODAL_OPEN')
    expect(() => own.track('STOLEN' as never)).toThrow(
      'Plugin "alerts" did not declare the tracking event STOLEN in its events',
    )
    expect(tracked).toEqual(['TIP_SENT'])
  })
})
