/** Controllers that start at an event of their manifest, although no part of the plugin is shown. */
import { afterEach, expect, it, vi } from 'vitest'
import { close } from '../../../runtime/actions/close.ts'
import { open } from '../../../runtime/actions/open.ts'
import type { ActivationEvent, AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { startOnEvents } from '../../../runtime/host/activate.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { makeKit } from '../../support/kit.ts'

const A = `0x${'a'.repeat(40)}` as const
const B = `0x${'b'.repeat(40)}` as const
const sent = (from: string = A, hash = '0x1') => ({ hash, caipNetworkId: 'eip155:1', from, to: B })

/** A plugin that counts its starts, and keeps the transactions that it is told. */
const alerts = (activate: readonly ActivationEvent[] | undefined, start = (_kit: PluginKit): void => undefined) => {
  const seen = { starts: 0, hashes: [] as string[] }
  const plugin: AnyPlugin = {
    id: 'alerts',
    feature: 'alerts',
    engine: '^0.1',
    guest: true,
    permissions: { events: ['transaction'] },
    ...(activate && { activate }),
    controller: async () => ({
      default: ({ kit }) => {
        seen.starts++
        start(kit)
        kit.on('transaction', ({ hash }) => void seen.hashes.push(hash))
        return {}
      },
    }),
  }
  return { seen, plugin }
}

function connect(kit: Kit) {
  kit.state.networks.activeChain = 'eip155'
  setAccount(kit.state.accounts, 'eip155', { status: 'connected', address: A, caipAddress: `eip155:1:${A}` })
  kit.events.emit('connected', { namespace: 'eip155', address: A })
}

/** Waits until a controller of this file would be loaded and created. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

afterEach(() => void vi.useRealTimers())

it.each<[ActivationEvent, (kit: Kit) => void]>([
  ['onConnect', connect],
  ['onOpen', (kit) => open(kit)],
  [
    'onTransaction',
    (kit) => {
      connect(kit)
      kit.events.emit('transaction', sent())
    },
  ],
])('%s starts a controller once, and not before it happens', async (event, cause) => {
  const { seen, plugin } = alerts([event])
  const kit = makeKit({}, { plugins: [plugin] })
  startOnEvents(kit)
  await settled()
  expect(seen.starts).toBe(0)
  cause(kit)
  await settled()
  expect(seen.starts).toBe(1)
  cause(kit)
  await settled()
  expect(seen.starts).toBe(1)
})

it('onIdle starts it as soon as the host has loaded, and a manifest without events starts nothing', async () => {
  const idle = alerts(['onIdle'])
  const none = alerts(undefined)
  const kit = makeKit({}, { plugins: [idle.plugin, { ...none.plugin, id: 'none', feature: 'none' }] })
  startOnEvents(kit)
  connect(kit)
  open(kit)
  await settled()
  expect([idle.seen.starts, none.seen.starts]).toEqual([1, 0])
})

it('an account and a modal that were there before the host count too', async () => {
  const onConnect = alerts(['onConnect'])
  const onOpen = alerts(['onOpen'])
  const kit = makeKit({}, { plugins: [onConnect.plugin, { ...onOpen.plugin, id: 'open', feature: 'open' }] })
  connect(kit)
  open(kit)
  startOnEvents(kit)
  await settled()
  expect([onConnect.seen.starts, onOpen.seen.starts]).toEqual([1, 1])
})

it('the transaction that starts it reaches it, and so do those that follow while it starts', async () => {
  const { seen, plugin } = alerts(['onTransaction'])
  const kit = makeKit({}, { plugins: [plugin] })
  startOnEvents(kit)
  connect(kit)
  kit.events.emit('transaction', sent(A, '0x1'))
  kit.events.emit('transaction', sent(A, '0x2'))
  await settled()
  kit.events.emit('transaction', sent(A, '0x3'))
  await settled()
  expect(seen.hashes).toEqual(['0x1', '0x2', '0x3'])
})

it('a transaction of another account starts nothing', async () => {
  const { seen, plugin } = alerts(['onTransaction'])
  const kit = makeKit({}, { plugins: [plugin] })
  startOnEvents(kit)
  connect(kit)
  kit.events.emit('transaction', sent(B))
  await settled()
  expect(seen.starts).toBe(0)
})

it.each<ActivationEvent>(['onIdle', 'onConnect', 'onOpen'])(
  'a feature that is off does not start at %s; switching it on catches up',
  async (event) => {
    const { seen, plugin } = alerts([event])
    const kit = makeKit({ features: { alerts: false } }, { plugins: [plugin] })
    startOnEvents(kit)
    connect(kit)
    open(kit)
    await settled()
    expect(seen.starts).toBe(0)
    kit.state.options.features['alerts'] = true
    await settled()
    expect(seen.starts).toBe(1)
  },
)

it('a controller that fails is reported once, and tried again at the next event', async () => {
  let fails = true
  const { seen, plugin } = alerts(['onOpen'], () => {
    if (fails) throw new Error('no server')
  })
  const kit = makeKit({}, { plugins: [plugin] })
  const errors: string[] = []
  kit.events.on('error', ({ code }) => void errors.push(code))
  startOnEvents(kit)
  for (let turn = 0; turn < 3; turn++) {
    if (turn === 2) fails = false
    open(kit)
    await settled()
    close(kit)
    await settled()
  }
  expect([seen.starts, errors]).toEqual([3, ['PLUGIN_FAILED']])
})

it('ends with the kit', async () => {
  const { seen, plugin } = alerts(['onOpen'])
  const kit = makeKit({}, { plugins: [plugin] })
  startOnEvents(kit)
  for (const stop of kit.teardown.splice(0).reverse()) stop()
  open(kit)
  await settled()
  expect(seen.starts).toBe(0)
})

it('a kit that is destroyed before the page is idle starts nothing', async () => {
  const { seen, plugin } = alerts(['onIdle'])
  const kit = makeKit({}, { plugins: [plugin] })
  startOnEvents(kit)
  for (const stop of kit.teardown.splice(0).reverse()) stop()
  await settled()
  expect(seen.starts).toBe(0)
})
