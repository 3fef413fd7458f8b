/** Breaks a plugin at one point of its lifecycle, or in its titles. A plugin without views gets one, `Broken`. */
import type { ComponentType } from 'react'
import type { AnyPlugin, Load, ViewProps } from '../../../runtime/contracts/definePlugin.ts'

export const POINTS = ['import', 'manifest', 'setup', 'render', 'effect', 'event', 'async', 'teardown'] as const
export type Point = (typeof POINTS)[number]
/** `title`: the function for the titles of its views returns no text. That causes no error. */
export type Sabotage = Point | 'title'

/** The name of the view to open for a broken plugin: its first one, or the one that {@link sabotage} adds. */
export const brokenView = ({ views }: AnyPlugin) => Object.keys(views ?? {})[0] ?? 'Broken'

export function sabotage(plugin: AnyPlugin, point: Sabotage): AnyPlugin {
  const whole: AnyPlugin = plugin.views
    ? plugin
    : { ...plugin, views: { Broken: { title: 'Broken', load: () => import('./broken/effect.tsx') } } }
  switch (point) {
    case 'manifest':
      return { ...whole, slots: 'no slots' as never }
    case 'title':
      return {
        ...whole,
        views: Object.fromEntries(
          Object.entries(whole.views ?? {}).map(([name, view]) => [name, { ...view, title: () => ({}) as never }]),
        ),
      }
    case 'setup':
      return { ...whole, controller: () => import('./broken/setup.ts') }
    case 'import':
      return withLoad(whole, () => import('./broken/import.ts'))
    case 'render':
      return withLoad(whole, () => import('./broken/render.tsx'))
    case 'effect':
      return withLoad(whole, () => import('./broken/effect.tsx'))
    case 'event':
      return withLoad(whole, () => import('./broken/event.tsx'))
    case 'async':
      return withLoad(whole, () => import('./broken/async.tsx'))
    case 'teardown':
      return {
        ...withLoad(whole, () => import('./broken/teardown.tsx')),
        controller: () => import('./broken/ending.ts'),
      }
  }
}

/** Replaces the `load` function of every view, and of every slot item that has one. */
function withLoad({ views = {}, slots = {}, ...plugin }: AnyPlugin, load: Load<ComponentType<ViewProps>>): AnyPlugin {
  const loaded = (item: object) => ('load' in item ? { ...item, load } : item)
  return {
    ...plugin,
    views: Object.fromEntries(Object.entries(views).map(([name, view]) => [name, { ...view, load: load as never }])),
    slots: Object.fromEntries(
      Object.entries(slots).map(([name, items]) => [name, (items as readonly object[]).map(loaded)]),
    ),
  }
}
