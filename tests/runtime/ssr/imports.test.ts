/** Importing any door on a server touches nothing of a browser, even where a server has stand-ins for it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ROOT } from '../../architecture/graph.ts'

const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: Record<string, string> }
/** What stands for a `*`: every chain and every plugin that there is. */
const folders = (room: string) =>
  readdirSync(join(ROOT, room), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** The source file of each door of the page; `vite` and `test/script` are for Node. */
const doors = Object.entries(exports)
  .filter(([door, file]) => file.startsWith('./dist/') && !/vite|test\/script/.test(door))
  .flatMap(([door, file]) => {
    const source = file.replace('./dist/', '').replace(/\.js$/, '')
    return door.includes('*') ? folders(dirname(dirname(source))).map((name) => source.replace('*', name)) : [source]
  })
  .map((path) => join(ROOT, path) + (/runtime\/(react|ssr)$/.test(path) ? '.tsx' : '.ts'))

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
      // Native parts that `ws` takes where somebody else's package brought them: their loader asks for a window.
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
