/** Validates a manifest's data. Pure functions. */
import { fitsEngine, isEngine } from '../../../schema/engine.ts'
import { KIT_FEATURES } from '../../../schema/kitKeys.ts'
import { show } from '../../../schema/issue.ts'
import { nearest } from '../../../schema/nearest.ts'
import type { Piece } from '../../../schema/pieces.ts'
import { checkPermissions, oneOf } from './checkPermissions.ts'
import { checkSlots } from './checkSlots.ts'
import { type Finding, finding } from './finding.ts'
import { ACTIVATION, CORE_EVENTS, CORE_VIEWS, MANIFEST_KEYS } from './known.ts'
import { isId, namesOf, takenBy } from './names.ts'
import { rangeOf } from './rangeOf.ts'
import { isRecord, type Manifest, SourceFunction } from '../../record.ts'

export type Facts = {
  /** The plugins that walletkit ships. */
  ours: readonly Pick<Piece, 'id' | 'feature'>[]
  /** The version of walletkit. */
  version: string
}

export function checkManifest(manifest: Manifest, facts: Facts): Finding[] {
  return [
    ...unknownKeys(manifest),
    ...names(manifest, facts),
    ...engine(manifest, facts),
    ...checkPermissions(manifest.permissions, typeof manifest.id === 'string' ? manifest.id : undefined),
    ...thunks(manifest),
    ...views(manifest.views),
    ...checkSlots(manifest),
    ...lists(manifest),
    ...activation(manifest),
    ...provision(manifest.provides),
    ...budget(manifest.budget),
  ]
}

function unknownKeys(manifest: Manifest): Finding[] {
  return Object.keys(manifest)
    .filter((key) => !(MANIFEST_KEYS as readonly string[]).includes(key))
    .map((key) => {
      const near = nearest(key, MANIFEST_KEYS)
      const fix = near ? `Write ${near}.` : 'Remove the key.'
      return finding([key], `A manifest has no ${show(key)}`, `one of: ${MANIFEST_KEYS.join(', ')}`, fix, near)
    })
}

function names({ id, feature }: Manifest, { ours }: Facts): Finding[] {
  if (typeof id !== 'string' || !isId(id))
    return [
      finding(['id'], `${show(id)} is not an id`, 'words in kebab-case, as tip-jar', 'Write it in small letters.'),
    ]
  const found: Finding[] = []
  const taken = takenBy(id, ours)
  if (taken !== undefined)
    found.push(
      finding(
        ['id'],
        `${show(id)} is, or could be taken for, walletkit's own ${taken}`,
        'a name of its own',
        'Choose another id.',
      ),
    )
  const wanted = namesOf(id).feature
  if (typeof feature !== 'string' || !/^[a-z][A-Za-z0-9]*$/.test(feature))
    found.push(
      finding(['feature'], `${show(feature)} is not a config key`, 'a word in camelCase', `Write "${wanted}".`, wanted),
    )
  else if (KIT_FEATURES.includes(feature) || ours.some((piece) => piece.feature === feature))
    found.push(
      feature === wanted
        ? finding(['feature'], `features.${feature} is walletkit's own`, 'a key of its own', 'Choose another key.')
        : finding(
            ['feature'],
            `features.${feature} is walletkit's own`,
            'a key of its own',
            `Write "${wanted}".`,
            wanted,
          ),
    )
  return found
}

function engine({ engine: range }: Manifest, { version }: Facts): Finding[] {
  const wanted = rangeOf(version)
  if (typeof range !== 'string' || !isEngine(range))
    return [
      finding(
        ['engine'],
        range === undefined ? 'The manifest has no engine' : `${show(range)} is not a range`,
        'a caret and a version, as ^0.1',
        range === undefined ? `Write engine: '${wanted}'.` : `Write "${wanted}".`,
      ),
    ]
  if (fitsEngine(version, range)) return []
  return [
    finding(
      ['engine'],
      `${range} does not hold ${version}, the walletkit that is here`,
      `a range that holds ${version}`,
      `Write "${wanted}".`,
    ),
  ]
}

/** Lazy parts must be functions; otherwise the page would load them from the start. */
function thunks(manifest: Manifest): Finding[] {
  return (['controller', 'api', 'messages'] as const)
    .filter((key) => manifest[key] !== undefined && !(manifest[key] instanceof SourceFunction))
    .map((key) => finding([key], `${key} is not a thunk`, "() => import('./…')", `Write () => import('./${key}.ts').`))
}

function views(value: unknown): Finding[] {
  if (value === undefined) return []
  if (!isRecord(value))
    return [finding(['views'], 'views is not an object', 'views by name', 'Write { MyView: { … } }.')]
  return Object.entries(value).flatMap(([name, view]) => {
    const at = ['views', name]
    const found: Finding[] = []
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
      found.push(finding(at, `${show(name)} is not a name of a view`, 'a word as TipJar', 'Begin it with a capital.'))
    if (CORE_VIEWS.includes(name))
      found.push(finding(at, `The view ${name} is walletkit's own`, 'a name of its own', 'Choose another name.'))
    if (!isRecord(view)) return [...found, finding(at, 'The view is not an object', 'title and load', 'Write both.')]
    if (!(view.title instanceof SourceFunction) && (typeof view.title !== 'string' || !view.title.trim()))
      found.push(finding([...at, 'title'], 'The view has no title', 'an English title', "Write title: '…'."))
    if (!(view.load instanceof SourceFunction))
      found.push(
        finding(
          [...at, 'load'],
          'load is not a thunk',
          "() => import('./…')",
          `Write () => import('./views/${name}View.tsx').`,
        ),
      )
    return found
  })
}

function lists({ events, requires }: Manifest): Finding[] {
  const wrong = (key: string, value: unknown, word: RegExp, expected: string) => {
    if (value === undefined) return []
    if (!Array.isArray(value)) return [finding([key], `${key} is not a list`, expected, 'Write a list.')]
    return value.flatMap((each: unknown, index) =>
      typeof each === 'string' && word.test(each)
        ? []
        : [finding([key, index], `${show(each)} does not fit in ${key}`, expected, 'Correct the word.')],
    )
  }
  const ours = (Array.isArray(events) ? events : []).flatMap((each: unknown, index) =>
    typeof each === 'string' && CORE_EVENTS.includes(each)
      ? [finding(['events', index], `walletkit itself tracks ${each}`, 'events of the plugin', 'Remove it.')]
      : [],
  )
  return [
    ...ours,
    ...wrong('events', events, /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/, 'words as TIP_SENT'),
    ...wrong(
      'requires',
      requires,
      /^[a-z][a-z0-9]*(-[a-z0-9]+)*\??(@\^\d+(\.\d+){0,2})?$/,
      'ids of plugins, each with the range of its API if it uses one, as tip-jar@^1, or tip-jar?@^1 to do without it',
    ),
  ]
}

/** Reports unknown activation events, and `activate` without a controller: only a controller can start by itself. */
function activation({ activate, controller }: Manifest): Finding[] {
  if (activate === undefined) return []
  if (!Array.isArray(activate))
    return [finding(['activate'], 'activate is not a list', "events, as ['onIdle']", 'Write a list.')]
  const unknown = activate.flatMap((each: unknown, index) => {
    const wrong = oneOf(each, Object.keys(ACTIVATION), 'is no event that starts a plugin')
    return wrong
      ? [finding(['activate', index], `${show(each)} ${wrong.message}`, wrong.expected, wrong.fix, wrong.near)]
      : []
  })
  if (controller !== undefined) return unknown
  const fix = "Write controller: () => import('./controller.ts')."
  return [...unknown, finding(['activate'], 'The plugin has no controller that could start', 'a controller', fix)]
}

function provision(value: unknown): Finding[] {
  const api = isRecord(value) ? value.api : undefined
  if (value === undefined || (typeof api === 'string' && /^\d+(\.\d+){0,2}$/.test(api))) return []
  return [finding(['provides'], 'provides names no version', "{ api: '1.0' }", "Write provides: { api: '1.0' }.")]
}

function budget(value: unknown): Finding[] {
  if (value === undefined) return []
  const expected = 'gzip bytes, as { eager: 600, lazy: 3000 }'
  if (!isRecord(value)) return [finding(['budget'], 'budget is not an object', expected, 'Write an object.')]
  return Object.entries(value).flatMap(([key, bytes]) => {
    if (key !== 'eager' && key !== 'lazy')
      return [finding(['budget', key], `budget has no ${show(key)}`, expected, 'Remove the key.')]
    if (Number.isSafeInteger(bytes) && Number(bytes) > 0) return []
    return [finding(['budget', key], `${show(bytes)} is not a number of bytes`, expected, 'Write a whole number.')]
  })
}
