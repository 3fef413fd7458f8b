/** Unchecked manifests: an invalid one is left out and named, and the others work. */
import { expect, it } from 'vitest'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { findView } from '../../../runtime/host/findView.ts'
import { ownerOf, plugins } from '../../../runtime/state/plugins.ts'
import { slotItems } from '../../../runtime/state/slotItems.ts'
import { makeKit } from '../../support/kit.ts'

const view = { title: 'A', load: async () => ({ default: () => null }) }
const guard = { key: 'g', order: 1, mayClose: () => true }
const good: AnyPlugin = {
  id: 'good',
  feature: 'good',
  engine: '^0.1',
  views: { Good: view },
  slots: { guards: [guard] },
}
const kitWith = (...list: unknown[]) => makeKit({}, { plugins: list as AnyPlugin[] })

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'Plugin "number 2" failed: its manifest is no object'],
  ['a text', 'send', 'Plugin "number 2" failed: its manifest is no object'],
  ['no id', { feature: 'tip' }, 'Plugin "tip" failed: its manifest has no id'],
  [
    'slots that are no object',
    { id: 'x', slots: 'none' },
    'Plugin "x" failed: its manifest has slots that are no object',
  ],
  ['slots of null', { id: 'x', slots: null }, 'Plugin "x" failed: its manifest has slots that are no object'],
  ['a slot that is no list', { id: 'x', slots: { guards: {} } }, 'a slot guards that is no list'],
  ['an item of null', { id: 'x', slots: { guards: [null] } }, 'an item of guards without a string as key'],
  ['a guard without its function', { id: 'x', slots: { guards: [{ key: 'k' }] } }, 'without a function as mayClose'],
  ['a feature without a label', { id: 'x', slots: { walletFeatures: [{ key: 'k', view: 'V' }] } }, 'string as label'],
  ['namespaces that are a text', { id: 'x', slots: { guards: [{ ...guard, namespaces: 'eip155' }] } }, 'are no list'],
  ['views that are a list', { id: 'x', views: [view] }, 'has views that are no object'],
  ['a view without load', { id: 'x', views: { V: { title: 'V' } } }, 'has a view V without a title or a load function'],
  ['a view without title', { id: 'x', views: { V: { load: view.load } } }, 'has a view V without a title'],
  ['a controller that is none', { id: 'x', controller: {} }, 'has a controller that is no function'],
  ['permissions as a text', { id: 'x', permissions: { methods: 'personal_sign' } }, 'permissions that are no lists'],
  ['the id of another', { id: 'good' }, 'Plugin "good" failed: its manifest has the id of another plugin'],
  ['the view of another', { id: 'x', views: { Good: view } }, 'has the view Good of another plugin'],
])('leaves out a manifest with %s', (_name, bad, told) => {
  const last = { ...good, id: 'last', views: { Last: view }, slots: {} }
  const kit = kitWith(good, bad, last)
  expect(plugins(kit).sound.map(({ id }) => id)).toEqual(['good', 'last'])
  expect(plugins(kit).faults.map(({ message }) => message)).toEqual([expect.stringContaining(told)])
  expect(slotItems(kit, 'guards')).toEqual([guard])
  expect(findView(kit, 'Good')?.plugin.id).toBe('good')
  expect(findView(kit, 'Last')?.plugin.id).toBe('last')
})

it('leaves out a manifest that throws when it is read', () => {
  const trap = Object.defineProperty({ id: 'trap' }, 'slots', {
    get: () => {
      throw new Error('no')
    },
  })
  const kit = kitWith(trap, good)
  expect(plugins(kit).faults.map(({ message }) => message)).toEqual([
    'Plugin "trap" failed: its manifest cannot be read',
  ])
  expect(ownerOf(kit, guard)?.id).toBe('good')
})

it('finds no view by the name of something that every object has', () => {
  expect(findView(kitWith(good), 'toString')).toBeUndefined()
})
