/** Sign-in code is only in builds that enable it, and loads after the page. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../../cli/report.ts'
import { build, site } from './builder.ts'
import { CONFIG, write } from './project.ts'

async function buildWith(
  root: string,
  siwx: unknown,
  siweConfig: unknown = false,
): Promise<{ report: Report; code: string }> {
  await write(root, {
    'walletkit.config.json': JSON.stringify({ ...(JSON.parse(CONFIG) as object), siwx, siweConfig }),
  })
  const { report, out, err } = await build(root)
  expect(out, err).not.toBe('')
  const names = await readdir(join(root, 'dist'), { recursive: true })
  const files = names.filter((name) => name.endsWith('.js')).map((name) => readFile(join(root, 'dist', name), 'utf8'))
  return { report, code: (await Promise.all(files)).join('\n') }
}

/** Texts that are only in the sign-in code. */
const WORDS = ['Signature declined', 'Prove you own this account', 'Nobody said whether there is a session']

it('sign-in code is only in a build that enables it', { timeout: 240_000 }, async () => {
  const root = await site()
  const without = await buildWith(root, false)
  expect(without.report.leftovers).toEqual([])
  expect(WORDS.filter((word) => without.code.includes(word))).toEqual([])

  const local = await buildWith(root, true)
  expect(local.report.leftovers).toEqual([])
  expect(WORDS.filter((word) => !local.code.includes(word))).toEqual([])
  expect(local.report.budgets.filter(({ holds }) => !holds)).toEqual([])

  const server = await buildWith(root, { storage: 'server', endpoint: 'https://api.shop.example/siwx' })
  expect(server.report.leftovers).toEqual([])

  const older = await buildWith(root, false, true)
  expect(older.report.leftovers).toEqual([])
  expect(WORDS.filter((word) => !older.code.includes(word))).toEqual([])
})
