/** The developer tools add nothing to a production build, and a build that contains them fails. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { build, site } from './builder.ts'

const KIT = `import { createWalletKit } from 'walletkit'
import { generated } from 'virtual:walletkit'
const kit = globalThis.kit = createWalletKit(generated)
`
const START = "import('walletkit/devtools').then(({ startDevtools }) => startDevtools(kit))\n"

async function built(main: string) {
  const root = await site({ 'main.js': main })
  const { report } = await build(root)
  const files = await readdir(join(root, 'dist'), { recursive: true })
  const code = await Promise.all(
    files.filter((file) => file.endsWith('.js')).map((file) => readFile(join(root, 'dist', file), 'utf8')),
  )
  return { report, code: code.join('\n') }
}

it('has no byte in a production build of a page that imports it in development', async () => {
  const without = await built(KIT)
  const { report, code } = await built(`${KIT}if (import.meta.env.DEV) void ${START}`)
  expect(report.ok).toBe(true)
  expect(report.leftovers).toEqual([])
  expect(report.weights.devtools).toBe(0)
  expect(report.weights.eager).toEqual(without.report.weights.eager)
  expect(report.weights.total).toEqual(without.report.weights.total)
  expect(code).not.toMatch(/walletkit[ -]devtools/)
}, 120_000)

it('fails a production build that contains it, and says how to import it', async () => {
  const { report, code } = await built(`${KIT}void ${START}`)
  expect(code).toContain('walletkit devtools')
  expect(report.weights.devtools).toBeGreaterThan(1000)
  expect(report.ok).toBe(false)
  // The leftovers list more too, because the panel has the names of all views.
  expect(report.leftovers).toContainEqual(expect.stringContaining('import.meta.env.DEV'))
}, 120_000)
