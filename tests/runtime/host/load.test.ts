/** A plugin whose feature is switched off while the page runs. */
import { expect, it, vi } from 'vitest'
import { open } from '../../../runtime/actions/open.ts'
import { push } from '../../../runtime/state/navigate.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { activations, loadPluginView } from '../../../runtime/host/load.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { progress } from '../../../runtime/data/progress.ts'
import { makeKit } from '../../support/kit.ts'

const setup = () => {
  const made: { kit: PluginKit; destroy: () => void; changed: () => void; closed: () => void }[] = []
  const tip: AnyPlugin = {
    id: 'tip',
    feature: 'tipJar',
    engine: '^0.1',
    controller: async () => ({
      default: ({ kit }) => {
        const own = { kit, destroy: vi.fn(), changed: vi.fn(), closed: vi.fn() }
        kit.onChange(own.changed)
        kit.onClose(own.closed)
        made.push(own)
        return own
      },
    }),
    views: { Tip: { title: 'Tip', load: async () => ({ default: () => null }) }, Thanks: { title: '', load: vi.fn() } },
  }
  const other: AnyPlugin = {
    id: 'other',
    feature: 'other',
    engine: '^0.1',
    views: { Other: { title: '', load: vi.fn() } },
  }
  const kit = makeKit({ features: { tipJar: {} } }, { plugins: [tip, other] })
  const ended = vi.fn()
  const load = () => loadPluginView(kit, 'Tip', ended)
  return { kit, made, ended, load, features: kit.state.options.features }
}

it('ends its controller once, stops its listeners, and makes another when it is on again', async () => {
  const { kit, made, ended, load, features } = setup()
  const first = (await load()).props['controller']
  expect(first).toBe(made[0])
  expect((await load()).props['controller']).toBe(first)
  const others = activations(kit).get('other')

  features['tipJar'] = false
  expect(made[0]?.kit.signal.aborted).toBe(true)
  expect(made[0]?.destroy).toHaveBeenCalledOnce()
  expect(ended).toHaveBeenCalledOnce()
  kit.events.emit('changed', { namespace: 'eip155' })
  expect(made[0]?.changed).not.toHaveBeenCalled()
  await expect(load()).rejects.toThrow('No view is called Tip')

  features['tipJar'] = {}
  expect((await load()).props['controller']).toBe(made[1])
  kit.events.emit('changed', { namespace: 'eip155' })
  expect(made[1]?.changed).toHaveBeenCalledOnce()
  expect(activations(kit).get('other')).toBe(others)

  for (const stop of kit.teardown.splice(0).reverse()) stop()
  expect(made.map(({ destroy }) => vi.mocked(destroy).mock.calls.length)).toEqual([1, 1])
})

it('tells the ended one nothing, also when it begins to listen only then', async () => {
  const { kit, made, load, features } = setup()
  await load()
  features['tipJar'] = false
  const [told, opened] = [vi.fn(), vi.fn()]
  made[0]?.kit.onChange(told)
  made[0]?.kit.onOpen(opened)
  kit.events.emit('changed', { namespace: 'eip155' })
  open(kit)
  await Promise.resolve()
  expect([told.mock.calls, opened.mock.calls]).toEqual([[], []])
})

it('takes the card of what it was working on along', async () => {
  const { kit, made, load, features } = setup()
  await load()
  made[0]?.kit.progress.show({ state: 'chain', title: 'Sending your tip' })
  expect(progress(kit)).toHaveLength(1)
  features['tipJar'] = false
  expect(progress(kit)).toEqual([])
  made[0]?.kit.progress.show({ state: 'done', title: 'Sent' })
  expect(progress(kit)).toEqual([])
})

it('keeps nothing of the ended one in what runs when the kit is destroyed', async () => {
  const { kit, load, features } = setup()
  await load()
  const held = kit.teardown.length
  for (let turn = 0; turn < 3; turn++) {
    features['tipJar'] = false
    features['tipJar'] = {}
    await load()
  }
  expect(kit.teardown).toHaveLength(held)
})

it('is left by the screens, and by what Back leads to', async () => {
  const { kit, load, features } = setup()
  await load()
  const { router } = kit.state
  open(kit, { view: 'Connect' })
  for (const view of ['Tip', 'Thanks', 'Other']) push(router, view)
  features['tipJar'] = false
  expect([router.view, router.history.map(({ view }) => view)]).toEqual(['Other', ['Connect', 'Other']])

  features['tipJar'] = {}
  for (const view of ['Tip', 'Thanks']) push(router, view, { of: view })
  features['tipJar'] = false
  expect(router).toMatchObject({ view: 'Other', params: undefined, direction: 'back' })

  features['tipJar'] = {}
  open(kit, { view: 'Thanks' })
  features['tipJar'] = false
  expect([router.view, router.history]).toEqual(['Connect', [{ view: 'Connect', params: undefined }]])
})

it('is left when it is switched off while its code is on its way', async () => {
  const { kit, load, features } = setup()
  open(kit, { view: 'Tip' })
  features['tipJar'] = false
  await expect(load()).rejects.toThrow('No view is called Tip')
  expect(kit.state.router.view).toBe('Connect')
})
