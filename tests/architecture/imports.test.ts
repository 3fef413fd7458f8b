import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Import, importsOf, ROOT, sources } from './graph.ts'

/** The layers of the runtime, lowest first: a file may import values of its own layer and of lower ones. */
const FLOORS: [name: string, pattern: RegExp][] = [
  [
    'lib, plain errors, events, contracts',
    /^runtime\/(lib|vendor|events)\/|^runtime\/errors\/(?!report)|^runtime\/(page|views|config)\.ts|^runtime\/chains\/(chain|network|adapter)\.ts|^runtime\/connectors\/connector\.ts/,
  ],
  ['state', /^runtime\/state\//],
  ['verbs of one noun', /^runtime\/actions\/(router|toast|alert|shake|account|connection)\.ts/],
  ['report, http, data, chains, connectors', /^runtime\/(errors\/report|http\/|data\/|chains\/|connectors\/)/],
  ['actions, analytics', /^runtime\/(actions|analytics)\//],
  ['host', /^runtime\/host\//],
  ['ui, siwx, auth', /^runtime\/(ui|siwx|auth)\//],
  ['the kit', /^runtime\/(kit|instance|start|walletKit|button)\.ts$/],
  ['doors', /^runtime\/(index|plugin|ui|elements|react|ssr)\.tsx?$|^runtime\/(interop|test)\//],
]
const floorOf = (file: string) => FLOORS.findIndex(([, pattern]) => pattern.test(file))

const runtime = sources('runtime').flatMap(importsOf)
const values = runtime.filter(({ kind }) => kind === 'value')
const told = (list: readonly Import[]) => list.map(({ from, to }) => `${from} -> ${to}`)

it('every file of the runtime belongs to a layer', () => {
  expect(sources('runtime').filter((file) => floorOf(file) < 0)).toEqual([])
})

it('runtime files import values only from their own layer and lower ones', () => {
  const wrong = values.filter(({ from, to }) => {
    const [own, used] = [floorOf(from), floorOf(to)]
    return used > own
  })
  expect(told(wrong), `floors from the ground up: ${FLOORS.map(([name]) => name).join(' < ')}`).toEqual([])
})

it('eager files load the modal only through dynamic imports', () => {
  const eager = /^runtime\/(walletKit|kit|start|button|react|elements|index|instance)\.tsx?$/
  const wrong = values.filter(
    ({ from, to }) => eager.test(from) && /^runtime\/(ui|host|actions|data|http|chains\/eip155)\//.test(to),
  )
  // The public entry point exports the chain and plugin helpers, which contain no code.
  expect(told(wrong)).toEqual([])
})

it('runtime imports nothing from plugins, schema and CLI', () => {
  const wrong = runtime.filter(
    ({ to }) => /^(plugins|schema|cli|templates)\//.test(to) || /^walletkit\/plugins/.test(to),
  )
  expect(told(wrong)).toEqual([])
})

it('plugins import only the public entry points, and no other plugin', () => {
  const doors = /^(walletkit|walletkit\/(plugin|ui)|react|react-dom|valtio\/vanilla)$/
  const wrong = sources('plugins')
    .flatMap(importsOf)
    .filter(({ from, to }) => {
      const [, id = ''] = from.split('/')
      return !to.startsWith(`plugins/${id}/`) && !doors.test(to)
    })
  expect(told(wrong)).toEqual([])
})

it('schema imports nothing from the runtime, and the CLI only schema and manifests', () => {
  const schema = sources('schema')
    .flatMap(importsOf)
    .filter(({ to, kind }) => kind !== 'type' && to.startsWith('runtime/'))
  expect(told(schema)).toEqual([])
  const cli = sources('cli/commands', 'cli/stages').flatMap(importsOf)
  expect(told(cli.filter(({ to, kind }) => kind !== 'type' && to.startsWith('runtime/')))).toEqual([])
})

it('value imports have no cycles', () => {
  const graph = new Map<string, string[]>()
  for (const { from, to, kind } of [...runtime, ...sources('schema', 'cli', 'plugins').flatMap(importsOf)]) {
    if (kind === 'value') graph.set(from, [...(graph.get(from) ?? []), to])
  }
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  expect(cycles).toEqual([])
})

it('no source file is longer than 400 lines', () => {
  const long = sources('runtime', 'plugins', 'schema', 'cli', 'tests')
    .filter((file) => !/generated|artifacts/.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 400)
  expect(long).toEqual([])
})

it('no source file is named util, helper, service or manager', () => {
  const bags = sources('runtime', 'plugins', 'schema', 'cli').filter(
    (file) => /(util|helper|service|(?<!package)manager)s?\.tsx?$/i.test(file) && file !== 'schema/services.ts',
  )
  expect(bags).toEqual([])
})
