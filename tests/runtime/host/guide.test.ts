/** Checks every code block of the plugin guide: it compiles, runs, or names what exists. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AnyPlugin, Plugin } from '../../../runtime/contracts/definePlugin.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { createTestPluginKit } from '../../../runtime/test/index.ts'
import { call } from '../../cli/project.ts'
import { filesOfGuide } from '../../support/guide.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
const GUIDE = 'runtime/host/README.md'
const text = readFileSync(join(ROOT, GUIDE), 'utf8')
const files = filesOfGuide(GUIDE)

type Block = { at: number; language: string; code: string; heading: string }

const blocks: Block[] = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
  ({ 1: language = '', 2: code = '', index }) => ({
    at: text.slice(0, index).split('\n').length,
    language,
    code,
    heading: /^## (?:\d\. )?(.*)$/m.exec([...text.slice(0, index).matchAll(/^## .*$/gm)].at(-1)?.[0] ?? '')?.[1] ?? '',
  }),
)
/** The blocks that are not files of the example, which its own tests and the repository's compiler check. */
const loose = blocks.filter(({ code }) => ![...files.values()].includes(code))
const of = (...languages: string[]) => loose.filter(({ language }) => languages.includes(language))
const folder = join(ROOT, '.cache/pluginGuide')
const nameOf = ({ at, language }: Block) => `line${at}.${language}`
let errors = ''

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const block of of('ts', 'tsx')) writeFileSync(join(folder, nameOf(block)), block.code)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts', '*.tsx'], exclude: [] }),
  )
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', folder, '--noEmit', '--pretty', 'false'], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    errors = (error as { stdout: string }).stdout
  }
})

it('finds them, and knows every language that they are in', () => {
  expect([files.size, of('ts', 'tsx').length]).toEqual([11, 9])
  expect(errors).toBe('')
  expect(loose.filter(({ language }) => !['ts', 'tsx', 'sh', 'json'].includes(language))).toEqual([])
})

describe('code', () => {
  it.each(of('ts', 'tsx').map((block) => [`${block.heading}, line ${block.at}`, block] as const))(
    '%s: compiles',
    (_title, block) => {
      expect(errors.split('\n').filter((line) => line.includes(nameOf(block)))).toEqual([])
    },
  )
})

describe('JSON', () => {
  it.each(of('json').map((block) => [`line ${block.at}`, block] as const))('%s: is JSON', (_title, { code }) => {
    expect(() => void JSON.parse(code)).not.toThrow()
  })
})

describe('commands', () => {
  const scripts = (file: string) =>
    Object.keys((JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { scripts: object }).scripts)
  const npm = [...scripts('package.json'), ...scripts('templates/plugin/_package.json')]
  const lines = of('sh').flatMap(({ code }) => code.trim().split('\n'))
  it.each(lines)('%s', async (line) => {
    const [, script] = /^npm (?:run )?([\w:-]+)/.exec(line) ?? []
    if (script !== undefined) return expect([...npm, 'install']).toContain(script)
    const [, words = ''] = /walletkit(?:\.js)? (.*)$/.exec(line) ?? []
    if (!words) return expect(line).toMatch(/^cd /)
    const [name = '', verb = '', ...rest] = words.split(' ')
    const { code, out } = await call([name, ...(name === 'plugin' ? [verb] : []), '--help'], ROOT)
    expect(code).toBe(0)
    for (const flag of [verb, ...rest].filter((word) => word.startsWith('--'))) expect(out).toContain(flag)
  })
})

describe('runs', () => {
  const load = async <T>(found: Block | undefined) => {
    if (!found) throw new Error('The guide has no such block')
    return (await import(/* @vite-ignore */ join(folder, nameOf(found)))) as T
  }
  const under = (heading: string) => of('ts', 'tsx').filter((block) => block.heading === heading)

  it('the plugin that starts at a transaction, with the listeners of the next block', async () => {
    const { default: manifest } = await load<{ default: AnyPlugin }>(under('Start before a visitor opens a view')[0])
    const listens = await load<{ default: (deps: { kit: PluginKit }) => object }>(under('Listen to the account')[0])
    const posted: string[] = []
    const plugin = {
      ...manifest,
      permissions: { ...manifest.permissions, events: ['transaction', 'session'] },
      controller: async () => listens,
    }
    const test = createTestPluginKit(plugin as unknown as Plugin, {
      fetch: async (_url, { body }) => {
        posted.push(body as string)
        return new Response()
      },
    })
    await test.connect()
    test.sent({ hash: '0x1' })
    await test.controller()
    await expect.poll(() => posted).toEqual(['0x1 on eip155:31337: sent'])
    await test.disconnect()
    expect(posted.at(-1)).toMatch(/^disconnected/)
    test.end()
  })

  it('the plugin that offers an API, and the one that uses it', async () => {
    const [offers, uses] = under('Use the API of another plugin')
    const { default: coin } = await load<{ default: AnyPlugin }>(offers)
    const { decide } = await load<{ decide: (kit: PluginKit) => Promise<boolean> }>(uses)
    const user = { id: 'user', feature: 'user', engine: '^0.1', requires: ['coin@^1'] }
    const test = createTestPluginKit(user, { plugins: [coin] })
    expect([true, false]).toContain(await decide(test.kit))
    test.end()
  })

  it('the plugin that listens to another one, until it ends itself', async () => {
    const [, , listens] = under('Use the API of another plugin')
    const { follow } = await load<{ follow: (kit: PluginKit, show: (side: string) => void) => Promise<void> }>(listens)
    const listeners = new Set<(side: string) => void>()
    const onFlip = (listener: (side: string) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    const coin = {
      id: 'coin',
      feature: 'coin',
      engine: '^0.1',
      provides: { api: '1.0' },
      controller: async () => ({ default: () => ({ api: { onFlip } }) }),
    }
    const test = createTestPluginKit(
      { id: 'user', feature: 'user', engine: '^0.1', requires: ['coin@^1'] },
      { plugins: [coin] },
    )
    const shown: string[] = []
    await follow(test.kit, (side) => shown.push(side))
    for (const listener of listeners) listener('heads')
    expect(shown).toEqual(['heads'])
    test.setOptions(false)
    expect(listeners.size).toBe(0)
    test.end()
  })
})
