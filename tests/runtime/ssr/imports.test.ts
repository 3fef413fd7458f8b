/** Importing an entry point on a server uses no global of a browser, even if the server defines them. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { entryPoints } from '../../../cli/repo/entryPoints.ts'
import { ROOT } from '../../architecture/graph.ts'

/** The source files of the page's entry points. `vite` and `test/script` are for Node. */
const doors = entryPoints()
  .filter(({ name }) => name !== 'walletkit/vite' && name !== 'walletkit/test/script')
  .map(({ source }) => join(ROOT, source))

const GLOBALS = [
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'navigator',
  'location',
  'history',
]

const trapped = (trap: boolean, files: readonly string[]) => `
  const touched = []
  // Vue and Svelte look for a document when they load: this is about our code.
  await Promise.all([import('vue'), import('svelte'), import('svelte/reactivity')])
  const stand = (name) => new Proxy(function () {}, Object.fromEntries(
    ['get', 'set', 'has', 'apply', 'construct', 'getOwnPropertyDescriptor', 'ownKeys', 'defineProperty'].map((verb) => [verb, (_, key) => {
      touched.push(name + '.' + String(key))
      return verb === 'set' || verb === 'has' ? true : undefined
    }]),
  ))
  if (${trap}) for (const name of ${JSON.stringify(GLOBALS)})
    Object.defineProperty(globalThis, name, { value: stand(name), configurable: true })
  for (const file of ${JSON.stringify(files.map((file) => pathToFileURL(file).href))}) await import(file)
  if (${trap}) { void window.proof; }
  process.stdout.write(JSON.stringify(touched))
`
const run = (trap: boolean, files: readonly string[]) =>
  JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', trapped(trap, files)], {
      cwd: ROOT,
      encoding: 'utf8',
      // `ws` may load native modules, whose loader looks for a window.
      env: { ...process.env, WS_NO_BUFFER_UTIL: '1', WS_NO_UTF_8_VALIDATE: '1' },
    }),
  ) as string[]

it('finds every door', () => expect(doors.length).toBeGreaterThanOrEqual(20))

it('touches no browser global, stand-ins of a server included', () => {
  expect(run(true, doors)).toEqual(['window.proof'])
}, 60_000)

it('needs none either', () => {
  expect(run(false, doors)).toEqual([])
}, 60_000)
