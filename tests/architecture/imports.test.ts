import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { circlesOf, ENTRY_POINTS, type Import, importsOf, LAYERS, layerOf, ROOT, sources, upward } from './graph.ts'

const runtime = sources('runtime').flatMap(importsOf)
const values = runtime.filter(({ kind }) => kind === 'value')
const told = (list: readonly Import[]) => list.map(({ from, to }) => `${from} -> ${to}`)

it('every folder of the runtime is a layer', () => {
  const folders = new Set(sources('runtime').map(layerOf))
  expect([...folders].sort()).toEqual([...LAYERS, ENTRY_POINTS].sort())
})

it('runtime/README.md lists the layers, the highest first', () => {
  const [, table = ''] =
    /\| Layer [^|]*\|[^\n]*\n([^]*?)\n\n/.exec(readFileSync(join(ROOT, 'runtime/README.md'), 'utf8')) ?? []
  const rows = table.split('\n').flatMap((row) => /^\|([^|]*)\|/.exec(row)?.[1]?.match(/(?<=`)\w+(?=\/`)/g) ?? [])
  expect(rows).toEqual([...LAYERS].reverse())
})

it('runtime files import only from their own layer and lower ones', () => {
  expect(told(upward(runtime)), `lowest first: ${LAYERS.join(', ')}`).toEqual([])
})

it('eager files load the modal only through dynamic imports', () => {
  const eager = /^runtime\/(kit\/\w+|react|elements|index)\.tsx?$/
  const wrong = values.filter(
    ({ from, to }) => eager.test(from) && /^runtime\/(ui|host|actions|data|http|chains\/eip155)\//.test(to),
  )
  // The public entry point exports the chain and plugin helpers, which contain no code.
  expect(told(wrong)).toEqual([])
})

it('what loads with the page runs lazy code only after the rest of the config', () => {
  const free: Readonly<Record<string, string>> = {
    'runtime/headless/store.ts': 'reads the text of an error, which needs no config',
  }
  const wrong = sources('runtime/kit', 'runtime/headless').filter((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8').replace(/^ *(?:\/\/|\/?\*).*$/gm, '')
    return /(?<!completed\(kit, )(?<!typeof )\bimport\(/.test(code) !== file in free
  })
  expect(wrong).toEqual([])
})

it('runtime imports nothing from plugins, schema and CLI', () => {
  const wrong = runtime.filter(
    ({ to }) => /^(plugins|schema|cli|templates)\//.test(to) || /^walletkit\/plugins/.test(to),
  )
  expect(told(wrong)).toEqual([])
})

it('plugins import only the public entry points, and no other plugin', () => {
  const doors = /^(walletkit|walletkit\/(plugin|ui)|react|react-dom|valtio\/vanilla)$/
  // Dependencies of walletkit itself; a third party names them in the plugin's package.json.
  const shipped = /^(viem(\/account-abstraction)?|@noble\/curves\/p256)$/
  const wrong = sources('plugins')
    .flatMap(importsOf)
    .filter(({ from, to }) => {
      const [, id = ''] = from.split('/')
      return !to.startsWith(`plugins/${id}/`) && !doors.test(to) && !(id === 'passkey' && shipped.test(to))
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

it('value imports have no cycle, and with import() no cycle has more than three files', () => {
  const all = [...runtime, ...sources('schema', 'cli', 'sandbox', 'plugins').flatMap(importsOf)]
  const circles = (kinds: readonly Import['kind'][]) => circlesOf(all.filter(({ kind }) => kinds.includes(kind)))
  expect(circles(['value']).map((files) => files.join(' -> '))).toEqual([])
  const large = circles(['value', 'dynamic']).filter(({ length }) => length > 3)
  expect(large.map((files) => files.join(' -> '))).toEqual([])
})

it('no source file is longer than 400 lines', () => {
  const long = sources('runtime', 'plugins', 'schema', 'cli', 'sandbox', 'tests')
    .filter((file) => !/generated|artifacts/.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 400)
  expect(long).toEqual([])
})

it('no source file is named util, helper, service or manager', () => {
  const bags = sources('runtime', 'plugins', 'schema', 'cli', 'sandbox').filter(
    (file) => /(util|helper|service|(?<!package)manager)s?\.tsx?$/i.test(file) && file !== 'schema/services.ts',
  )
  expect(bags).toEqual([])
})
