/** Code for logins without a wallet is only in builds that enable them, and loads after the page. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../../cli/report.ts'
import { build, site } from './builder.ts'
import { CONFIG, write } from './project.ts'

async function buildWith(root: string, features: object): Promise<{ report: Report; code: string }> {
  const config = JSON.parse(CONFIG) as { features: object }
  await write(root, {
    'walletkit.config.json': JSON.stringify({ ...config, features: { ...config.features, ...features } }),
  })
  const { report, out, err } = await build(root)
  expect(out, err).not.toBe('')
  const names = await readdir(join(root, 'dist'), { recursive: true })
  const files = names.filter((name) => name.endsWith('.js')).map((name) => readFile(join(root, 'dist', name), 'utf8'))
  return { report, code: (await Promise.all(files)).join('\n') }
}

/** Texts that are only in the embedded wallet's code. */
const WORDS = ['w3m-secure-iframe', '@w3m-frame/READY', 'Request was aborted']

it('login code is only in a build that enables it, and within its budget', { timeout: 240_000 }, async () => {
  const root = await site()
  const without = await buildWith(root, {})
  expect(without.report.leftovers).toEqual([])
  expect(WORDS.filter((word) => without.code.includes(word))).toEqual([])
  expect(without.report.weights.parts).toEqual({})
  expect(without.report.hosts.frames).toEqual([])

  for (const features of [{ email: true }, { socials: true }, { email: true, socials: true }]) {
    const { report, code } = await buildWith(root, features)
    expect(report.leftovers).toEqual([])
    expect(report.budgets.filter(({ holds }) => !holds)).toEqual([])
    expect(WORDS.filter((word) => !code.includes(word))).toEqual([])
    expect(report.hosts.frames).toEqual(['http://127.0.0.1:4748'])
    const { eager, lazy } = report.weights.parts['auth'] ?? { eager: 1, lazy: 0 }
    expect(eager).toBe(0)
    expect(lazy).toBeGreaterThan(5_000)
    expect(lazy).toBeLessThanOrEqual(22_400)
  }
})
