/**
 * Finds the plugin of an uncaught error: by the call that it passed, or by the file that threw it, never by a guess.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { blame, filesOf } from '../../../runtime/host/blame.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { watchPage } from '../../../runtime/host/watchPage.ts'
import { makeKit } from '../../support/kit.ts'
import { stubPage } from '../lib/page.ts'

stubPage()

const folder = mkdtempSync(join(tmpdir(), 'walletkit-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * A manifest whose `load` is this text. The text must stay as it is, as a bundler would write it, because it is read.
 */
function built(id: string, load: string): AnyPlugin {
  const file = join(folder, `${Math.random()}.cjs`)
  writeFileSync(file, `module.exports = (preload) => (${load})`)
  const make = createRequire(import.meta.url)(file) as (preload: unknown) => unknown
  const views = { [id]: { title: id, load: make((run: () => unknown) => run()) as never } }
  return { id, feature: id, engine: '^0.1', views }
}
const tip = built('tip', `() => import("./TipView-BWx0q2Rz.js")`)
const kitWith = (...plugins: AnyPlugin[]) => makeKit({}, { plugins })
const thrown = (stack: string, message = 'no') => Object.assign(new Error(message), { stack })
const TIP = 'https://site.example/assets/TipView-BWx0q2Rz.js'
const SITE = 'https://site.example/assets/index-Ck2_1aaa.js'

it.each([
  [`() => import("./TipView-BWx0q2Rz.js")`, ['TipView-BWx0q2Rz.js']],
  ['() => import(`./TipView-BWx0q2Rz.js`)', ['TipView-BWx0q2Rz.js']],
  [`() => preload(() => import('./TipView-BWx0q2Rz.js'), ['./style-AAAABBBB.css'])`, ['TipView-BWx0q2Rz.js']],
  [`() => import("../chunks/TipView.BWx0q2Rz.js?v=2")`, ['chunks/TipView.BWx0q2Rz.js']],
  [`() => import(/* @vite-ignore */ "/plugins/tip/TipView.tsx?t=17")`, ['plugins/tip/TipView.tsx']],
  // Another file of the site may have this name, so it proves nothing.
  [`() => import("./controller.js")`, []],
  [`() => Promise.all([preload.e(1)]).then(preload.bind(preload, 123))`, []],
])('reads the files of %s', (load, files) => {
  expect(filesOf(built('tip', load))).toEqual(files)
})

describe('by the file that threw', () => {
  it.each([
    ['Chromium', `Error: no\n    at fail (${TIP}:3:11)\n    at ${SITE}:9:9`],
    ['Chromium, without a name', `Error: no\n    at ${TIP}:3:11`],
    ['Chromium, from a call of the language', `Error: no\n    at BigInt (<anonymous>)\n    at x (${TIP}:1:1)`],
    ['Firefox', `fail@${TIP}:3:11\n@${SITE}:9:9\n`],
    ['Safari', `fail@${TIP}:3:11\nglobal code@${SITE}:9:9`],
  ])('%s', (_name, stack) => {
    expect(blame(kitWith(tip), thrown(stack))).toBe('tip')
  })

  it.each([
    ['the site’s code that the plugin called', `Error: no\n    at listener (${SITE}:1:1)\n    at fail (${TIP}:3:11)`],
    ['another file', `Error: no\n    at fail (https://site.example/assets/TipView-CCCCCCCC.js:3:11)`],
    ['no stack', ''],
  ])('is nobody for %s', (_name, stack) => {
    expect(blame(kitWith(tip), thrown(stack))).toBeUndefined()
  })

  it('is nobody for an error that only speaks of the file', () => {
    const message = `Failed to fetch ${TIP}:1:1`
    expect(blame(kitWith(tip), thrown(`TypeError: ${message}\n    at ${SITE}:1:1`, message))).toBeUndefined()
  })

  it('is nobody for a file that two plugins import', () => {
    const other = built('other', `() => import("./TipView-BWx0q2Rz.js")`)
    expect(blame(kitWith(tip, other), thrown(`Error: no\n    at ${TIP}:3:11`))).toBeUndefined()
  })

  it('reads the place that the browser tells of a value that is no error', () => {
    expect(blame(kitWith(tip), 'just a text', TIP)).toBe('tip')
    expect(blame(kitWith(tip), 'just a text', SITE)).toBeUndefined()
  })
})

describe('by what it passed through', () => {
  it('knows what a verb of the kit threw and rejected with, for this kit alone', async () => {
    const [kit, other] = [kitWith(tip), kitWith(tip)]
    const pluginKit = createPluginKit(kit, tip)
    const caught: unknown[] = []
    try {
      pluginKit.storage.get('x')
    } catch (error) {
      caught.push(error)
    }
    await pluginKit.chain.getBalance().catch((error: unknown) => caught.push(error))
    expect(caught.map((error) => blame(kit, error))).toEqual(['tip', 'tip'])
    expect(caught.map((error) => blame(other, error))).toEqual([undefined, undefined])
  })

  it('lets a rejection that nobody waits for be one', async () => {
    const unhandled = vi.fn()
    const before = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', unhandled)
    void createPluginKit(kitWith(tip), tip).chain.getBalance()
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.removeAllListeners('unhandledRejection')
    for (const listener of before) process.on('unhandledRejection', listener)
    expect(unhandled).toHaveBeenCalledOnce()
  })
})

describe('the page’s listeners', () => {
  const setup = () => {
    const kit = kitWith(tip)
    const causes: string[] = []
    kit.events.on('error', ({ code, cause }) => void causes.push(`${code}: ${(cause as Error).message}`))
    watchPage(kit)
    const tell = (type: string, values: object) => {
      const event = Object.assign(new Event(type, { cancelable: true }), values)
      dispatchEvent(event)
      return event.defaultPrevented
    }
    return { kit, causes, tell }
  }
  const own = () => thrown(`Error: no\n    at fail (${TIP}:3:11)`)

  it('report a plugin’s error once, and prevent nothing', () => {
    const { causes, tell } = setup()
    const error = own()
    expect(tell('error', { error, filename: TIP })).toBe(false)
    expect(tell('unhandledrejection', { reason: error })).toBe(false)
    expect(tell('unhandledrejection', { reason: own() })).toBe(false)
    expect(causes).toEqual([
      'PLUGIN_FAILED: Plugin "tip" failed',
      'PLUGIN_FAILED: Plugin "tip" failed in an unhandled rejection',
    ])
  })

  it('leave what is not a plugin’s, and what it reported itself', () => {
    const { kit, causes, tell } = setup()
    tell('error', { error: thrown(`Error: no\n    at ${SITE}:1:1`), filename: SITE })
    tell('unhandledrejection', { reason: undefined })
    const error = own()
    createPluginKit(kit, tip).report(error, 'TIP_FAILED', { TIP_FAILED: { message: 'No tip', show: 'inline' } })
    tell('error', { error })
    expect(causes).toEqual(['TIP_FAILED: no'])
  })

  it('go with the kit', async () => {
    const { kit, causes, tell } = setup()
    for (const stop of kit.teardown.splice(0).reverse()) stop()
    tell('error', { error: own() })
    expect(causes).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve))
    tell('error', { error: own() })
    expect(causes).toHaveLength(1)
  })
})
