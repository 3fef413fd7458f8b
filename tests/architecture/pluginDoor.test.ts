/** Checks that walletkit's own plugins import, request and do only what third-party plugins may. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inspect } from '../../cli/stages/plugin/inspect.ts'
import type { AnyPlugin, Plugin } from '../../runtime/contracts/definePlugin.ts'
import { createTestPluginKit } from '../../runtime/test/index.ts'
import { importsOf, ROOT, sources } from './graph.ts'

const ids = readdirSync(join(ROOT, 'plugins'))

/**
 * Findings of `plugin validate` that are right, because the plugin is walletkit's own: its names, and the place of its
 * texts.
 */
const OWN =
  /is, or could be taken for, walletkit's own|^features\.\w+ is walletkit's own|names no catalogue|is a text of walletkit/

/** Other findings that third-party plugins would get, with the reason why they stay. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'a window of the login or payment service has to open within the click, and the kit has no verb for windows': [
    'email: window.open goes past the plugin',
    'onramp: window.open goes past the plugin',
    'socials: window.open goes past the plugin',
  ],
  'the address to which the payment service returns is the page': ['onramp: location goes past the plugin'],
  'ERC-7715 gives a key power over the account, which no third party gets': [
    'smart-sessions: "wallet_grantPermissions" is for plugins of walletkit only',
    'smart-sessions: "wallet_revokePermissions" is for plugins of walletkit only',
  ],
  'visitors have this key in their browsers from AppKit': ['names: "ens_cache" is not a key of its own'],
  'the view is a result, and shows a panel instead of a title': [
    'names: The view has no title',
    'smart-sessions: The view has no title',
  ],
  'walletkit itself depends on these packages; a stranger’s plugin names them in its package.json': [
    'passkey: The plugin does not name this package',
  ],
  'its options are a list of logins, as in AppKit': [
    'socials: A misspelt option would be taken',
    'socials: The options are no object',
  ],
}
const allowed = Object.values(EXCEPTIONS).flat()

const manifestOf = async (id: string) =>
  ((await import(/* @vite-ignore */ join(ROOT, 'plugins', id, 'index.ts'))) as { default: AnyPlugin }).default

afterEach(() => void vi.unstubAllGlobals())

it('finds the eleven plugins', () => expect(ids).toHaveLength(11))

describe.each(ids)('%s', (id) => {
  it('imports the door of plugins, the parts, React, and what it ships', () => {
    const doors = /^(walletkit\/(plugin|ui)|react)$/
    const shipped = id === 'passkey' ? /^(viem(\/account-abstraction)?|@noble\/curves\/p256)$/ : undefined
    const wrong = sources(`plugins/${id}`)
      .flatMap(importsOf)
      .filter(({ to }) => !to.startsWith(`plugins/${id}/`) && !doors.test(to) && !shipped?.test(to))
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('passes plugin validate, as a stranger’s would', async () => {
    const { findings } = await inspect(join(ROOT, 'plugins', id))
    const told = findings.filter(({ message }) => !OWN.test(message)).map(({ message }) => `${id}: ${message}`)
    expect(told.filter((each) => !allowed.some((start) => each.startsWith(start)))).toEqual([])
    const unused = allowed.filter(
      (start) => start.startsWith(`${id}: `) && !told.some((each) => each.startsWith(start)),
    )
    expect(unused).toEqual([])
  })

  it('starts as a third-party plugin, with the permissions of its manifest', async () => {
    const manifest = await manifestOf(id)
    // The social login reads `navigator` and listens to `window`.
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('navigator', { userAgent: '', onLine: true })
    const test = createTestPluginKit(manifest as unknown as Plugin)
    try {
      await test.connect()
      await test.controller()
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect([test.isStarted(), test.reported]).toEqual([true, []])
      for (const event of manifest.events ?? []) test.kit.track(event as never)
      expect(test.tracked.map(({ event }) => event)).toEqual(expect.arrayContaining([...(manifest.events ?? [])]))
    } finally {
      test.end()
    }
  })
})

it.each(ids)('plugins/%s lists every event that its types declare', (id) => {
  const text = readFileSync(join(ROOT, 'plugins', id, 'index.ts'), 'utf8')
  const [, declared = ''] = /interface TrackingEvents \{([^]*?)\n {2}\}/.exec(text) ?? []
  const [, listed = ''] = /\n {2}events: \[([^\]]*)\]/.exec(text) ?? []
  const names = (part: string, form: RegExp) => [...part.matchAll(form)].map(([, name]) => name).sort()
  expect(names(listed, /'([A-Z_]+)'/g)).toEqual(names(declared, /^ {4}([A-Z_]+):/gm))
})
