/** Checks that every registered view has, for each state, a fixture or a reason why it cannot have that state. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import type { AnyPlugin } from '../../runtime/contracts/definePlugin.ts'
import { coreViews } from '../../runtime/ui/screens/index.ts'
import { REASONS, shotsOf, STATES } from '../catalogue/states.ts'
import { catalogue } from '../catalogue/views/index.ts'
import { ROOT } from './graph.ts'

const manifests = await Promise.all(
  readdirSync(join(ROOT, 'plugins')).map(async (id) => {
    const path = pathToFileURL(join(ROOT, 'plugins', id, 'index.ts')).href
    return ((await import(path)) as { default: AnyPlugin }).default
  }),
)
const views = [
  ...Object.keys(coreViews),
  ...manifests.filter(({ available }) => available !== false).flatMap((plugin) => Object.keys(plugin.views ?? {})),
]

it('finds the views of the runtime and of the plugins', () => {
  expect(views).toContain('Connect')
  expect(views).toContain('WalletSend')
})

it.each(views)('%s has at least one picture, and a reason for each state that it lacks', (view) => {
  expect(shotsOf(catalogue).some((shot) => shot.view === view)).toBe(true)
  const unsaid = STATES.filter((state) => {
    const entry = catalogue[view]?.[state]
    return typeof entry === 'string' ? !(entry in REASONS) : !entry
  })
  expect(unsaid).toEqual([])
})

it('has no entry for an unregistered view', () => {
  expect(Object.keys(catalogue).filter((view) => !views.includes(view))).toEqual([])
})

it('gives each picture a unique name', () => {
  const names = shotsOf(catalogue).map(({ view, state }) => `${view}-${state}`)
  expect(names).toEqual([...new Set(names)])
})
