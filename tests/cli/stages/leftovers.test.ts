import { expect, it } from 'vitest'
import { leftovers, markersOf, quotedIn } from '../../../cli/stages/leftovers.ts'
import { loadPieces, pluginFolder, sourceRoot } from '../../../cli/package.ts'
import { folder } from '../project.ts'
import type { OutputFile } from '../../../cli/stages/collect.ts'

const pieces = await loadPieces()
const off = pieces.filter(({ id }) => id === 'receive')
const on = pieces.filter(({ id }) => id === 'send')
const file = (code: string, id = '/page/main.js'): OutputFile => ({
  name: 'index.js',
  content: Buffer.from(code),
  kind: 'script',
  isEntry: true,
  imports: [],
  lazyImports: [],
  modules: [{ id, code, bytes: code.length }],
})

it('uses as markers the names that only the plugin has: views, events, endpoints, message keys', () => {
  const code = `kit.track('OPEN_FEES'); kit.text("fees.title"); get(\`/v1/fees/quote\`); kit.text('button.ok')`
  expect(markersOf(code, ['Fees'], quotedIn(`text('button.ok')`))).toEqual([
    '/v1/fees/quote',
    'Fees',
    'OPEN_FEES',
    'fees.title',
  ])
})

it('finds a module of a disabled plugin', async () => {
  expect(await leftovers([file('x', `${pluginFolder('receive')}/index.ts`)], off, on, [], ['eip155'])).toEqual([
    expect.stringContaining('features.receive is off, and the build holds its module'),
  ])
})

it('finds a view of a disabled plugin in any output file', async () => {
  const [view = ''] = off[0]?.views ?? []
  expect(view).not.toBe('')
  expect(await leftovers([file(`open({view:"${view}"})`)], off, on, [], ['eip155'])).toEqual([
    `features.receive is off, and index.js holds its "${view}". Remove what uses it.`,
  ])
})

it('looks for no words of what is installed in a plugin’s folder, nor of its playground', async () => {
  const root = await folder({
    'index.ts': 'export default { name: "tips" }',
    'node_modules/react-dom/index.js': 'Symbol.for("react.portal")',
    'playground/dist/a.js': 'open("cart.checkout")',
  })
  const [piece] = off
  if (!piece) throw new Error('There is a piece')
  const guest = { ...piece, id: 'tips', feature: 'tips', folder: root, views: [] }
  expect(await leftovers([file('a("react.portal");b("cart.checkout")')], [guest], on, [], ['eip155'])).toEqual([])
})

it('finds nothing in a clean build', async () => {
  expect(await leftovers([file('open({view:"Connect"})')], off, on, [], ['eip155'])).toEqual([])
})

it('finds the analytics module when analytics is disabled, and accepts it when enabled', async () => {
  const part = file('x', `${sourceRoot}/runtime/analytics/send.ts`)
  expect(await leftovers([part], off, on, [], ['eip155'])).toEqual([
    expect.stringContaining('features.analytics is off, and the build holds its module'),
  ])
  expect(await leftovers([part], off, on, ['analytics'], ['eip155'])).toEqual([])
})

it('finds a kind of chain that the config does not name', async () => {
  const part = file('x', `${sourceRoot}/runtime/chains/solana/adapter.ts`)
  expect(await leftovers([part], off, on, [], ['eip155'])).toEqual([
    expect.stringContaining('No network of solana is configured, and the build holds its module'),
  ])
  expect(await leftovers([part], off, on, [], ['eip155', 'solana'])).toEqual([])
})

it('finds sign-in code when sign-in is disabled, and accepts it when enabled', async () => {
  const part = file('x', `${sourceRoot}/runtime/siwx/index.ts`)
  expect(await leftovers([part], off, on, [], ['eip155'])).toEqual([
    expect.stringContaining('siwx is off, and the build holds its module'),
  ])
  expect(await leftovers([part], off, on, ['siwx'], ['eip155'])).toEqual([])
})

it('finds the devtools once, and not where the bundler removed them', async () => {
  const part = file('x', `${sourceRoot}/runtime/test/devtools/index.ts`)
  const removed = { ...part, modules: part.modules.map((module) => ({ ...module, code: '', bytes: 0 })) }
  expect(await leftovers([part, part], off, on, [], ['eip155'])).toEqual([
    expect.stringContaining('The build holds walletkit/devtools'),
  ])
  expect(await leftovers([removed], off, on, [], ['eip155'])).toEqual([])
})
