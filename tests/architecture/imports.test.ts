import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Import, importsOf, ROOT, sources } from './graph.ts'

/** The rooms of the runtime from the ground up: a file may use values of its own floor and of those below. */
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

it('has a floor for every file of the runtime', () => {
  expect(sources('runtime').filter((file) => floorOf(file) < 0)).toEqual([])
})

it('lets a room of the runtime use values of its own floor and below only', () => {
  const wrong = values.filter(({ from, to }) => {
    const [own, used] = [floorOf(from), floorOf(to)]
    return used > own
  })
  expect(told(wrong), `floors from the ground up: ${FLOORS.map(([name]) => name).join(' < ')}`).toEqual([])
})

it('reaches the modal from the eager part by thunk only', () => {
  const eager = /^runtime\/(walletKit|kit|start|button|react|elements|index|instance)\.tsx?$/
  const wrong = values.filter(
    ({ from, to }) => eager.test(from) && /^runtime\/(ui|host|actions|data|http|chains\/eip155)\//.test(to),
  )
  // The public door names the chain and plugin helpers, which hold no code.
  expect(told(wrong)).toEqual([])
})

it('keeps the runtime ignorant of plugins, schema and CLI', () => {
  const wrong = runtime.filter(
    ({ to }) => /^(plugins|schema|cli|templates)\//.test(to) || /^walletkit\/plugins/.test(to),
  )
  expect(told(wrong)).toEqual([])
})

it('lets plugins use the public doors only, and no other plugin', () => {
  const doors = /^(walletkit|walletkit\/(plugin|ui)|react|react-dom|valtio\/vanilla)$/
  const wrong = sources('plugins')
    .flatMap(importsOf)
    .filter(({ from, to }) => {
      const [, id = ''] = from.split('/')
      return !to.startsWith(`plugins/${id}/`) && !doors.test(to)
    })
  expect(told(wrong)).toEqual([])
})

it('keeps the schema apart from the runtime, and the CLI to schema and manifests', () => {
  const schema = sources('schema')
    .flatMap(importsOf)
    .filter(({ to, kind }) => kind !== 'type' && to.startsWith('runtime/'))
  expect(told(schema)).toEqual([])
  const cli = sources('cli/commands', 'cli/stages').flatMap(importsOf)
  expect(told(cli.filter(({ to, kind }) => kind !== 'type' && to.startsWith('runtime/')))).toEqual([])
})

it('has no cycles of values', () => {
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

it('has files of a size that a person reads', () => {
  const long = sources('runtime', 'plugins', 'schema', 'cli', 'tests')
    .filter((file) => !/generated|artifacts/.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 400)
  expect(long).toEqual([])
})

it('has no grab-bags by name', () => {
  const bags = sources('runtime', 'plugins', 'schema', 'cli').filter(
    (file) => /(util|helper|service|(?<!package)manager)s?\.tsx?$/i.test(file) && file !== 'schema/services.ts',
  )
  expect(bags).toEqual([])
})
