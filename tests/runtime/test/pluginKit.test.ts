/** The kit for plugins' unit tests: it allows and refuses the same as in a page. */
import { afterEach, describe, expect, it } from 'vitest'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { definePlugin } from '../../../runtime/plugin.ts'
import { createTestPluginKit, type TestPluginKit, type TestPluginOptions } from '../../../runtime/test/index.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const HASH = `0x${'ab'.repeat(32)}`
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

type Options = { url: string; amount: string }
const plugin = definePlugin({
  id: 'jar',
  feature: 'jar',
  engine: '^0.1',
  permissions: {
    methods: ['eth_sendTransaction', 'personal_sign'],
    hosts: ['https://tips.example', { option: 'url' }],
    storage: ['jar'],
    events: ['transaction', 'session'],
  },
  events: ['JAR_TIPPED' as never],
  activate: ['onTransaction'],
  requires: ['coin@^1', 'dice@^1'],
  options: { url: 'https://tips.example/note', amount: '1' },
  controller: async () => ({
    default: ({ kit, options }: { kit: PluginKit; options: Options }) => {
      const seen: string[] = []
      kit.on('transaction', ({ hash }) => void seen.push(hash))
      return { kit, options, seen, tip: () => kit.chain.sendTransaction({ to: TO, value: 5n }) }
    },
  }),
})
const coin = definePlugin({
  id: 'coin',
  feature: 'coin',
  engine: '^0.1',
  provides: { api: '1.1' },
  controller: async () => ({ default: () => ({ api: { flip: () => 'heads' } }) }),
})

const dice = definePlugin({
  id: 'dice',
  feature: 'dice',
  engine: '^0.1',
  provides: { api: '1.0' },
  events: ['DICE_ROLLED' as never],
  activate: ['onTransaction'],
  controller: async () => ({
    default: (): object => {
      throw new Error('No dice')
    },
  }),
})

const made: TestPluginKit[] = []
const make = (options: TestPluginOptions = {}) => {
  const test = createTestPluginKit(plugin, { answers: { eth_sendTransaction: () => HASH }, ...options })
  made.push(test)
  return test
}
afterEach(() => made.splice(0).forEach(({ end }) => end()))

it('asks the wallet after a review that the visitor confirms, and lists the review', async () => {
  const test = make()
  expect(await test.connect()).toBe(test.kit.account().address)
  expect(await (await test.controller()).tip()).toBe(HASH)
  expect(test.reviews).toMatchObject([{ plugin: 'jar', transaction: { to: TO, value: 5n } }])
})

it('rejects with 4001 when the visitor declines, and the wallet is not asked', async () => {
  const asked: unknown[] = []
  const test = make({ review: 'decline', answers: { eth_sendTransaction: (params) => asked.push(params) } })
  await test.connect()
  await expect((await test.controller()).tip()).rejects.toMatchObject({ code: 4001 })
  expect([test.reviews.length, asked.length]).toEqual([1, 0])
})

it('asks the test wallet and a real node without answers of the test', async () => {
  const [chain] = sandbox().chains
  const test = make({ answers: {}, chains: [{ id: 31337, rpcUrl: chain?.rpcUrl ?? '' }] })
  await test.connect()
  const hash = await test.kit.chain.sendTransaction({ to: TO, value: 5n })
  expect(await test.kit.chain.waitForTransaction(hash)).toMatchObject({ status: 'success' })
})

describe('has the wall of a page', () => {
  it.each<[string, (kit: PluginKit) => unknown]>([
    ['the method eth_signTypedData_v4', (kit) => kit.chain.signTypedData({} as never)],
    ['the method eth_call', (kit) => kit.chain.request('eth_call')],
    ['the host https://other.example', (kit) => kit.fetch('https://other.example/')],
    ['the storage key other', (kit) => kit.storage.get('other')],
    ['the event signature', (kit) => kit.on('signature', () => undefined)],
    ['the tracking event STOLEN', (kit) => kit.track('STOLEN' as never)],
    ['the identity profile', (kit) => kit.setProfileName('x')],
    ['other in its requires', (kit) => kit.use('other', '^1')],
  ])('refuses %s', async (what, use) => {
    const { kit } = make()
    await expect((async () => use(kit))()).rejects.toThrow(`Plugin "jar" did not declare ${what}`)
  })

  it('hides what identifies the person', async () => {
    const test = make()
    await test.connect()
    expect(test.kit.account().allAccounts).toHaveLength(1)
    expect(Object.isFrozen(test.kit.account())).toBe(true)
  })
})

it('answers what the plugin fetches, only after the check, and without cookies', async () => {
  const asked: [string, unknown][] = []
  const answer = async (url: URL, init: RequestInit) => {
    asked.push([url.href, init.credentials])
    return Response.json({ note: 'hi' })
  }
  const test = make({ fetch: answer, options: { url: 'https://mine.example/note' } })
  const { kit, options } = await test.controller()
  expect(await (await kit.fetch(options.url)).json()).toEqual({ note: 'hi' })
  await expect(kit.fetch('https://other.example')).rejects.toThrow('did not declare the host https://other.example')
  expect(asked).toEqual([['https://mine.example/note', 'omit']])
})

it('gives the options of the site over the defaults, and lets the site change them', async () => {
  const test = make({ options: { amount: '2' } })
  expect((await test.controller()).options).toEqual({ url: 'https://tips.example/note', amount: '2' })
  test.setOptions({ amount: '3' })
  expect(test.kit.options()).toMatchObject({ amount: '3' })
})

it('starts at the events of the manifest, and gives the transaction that started it', async () => {
  const test = make()
  await test.connect()
  expect(test.isStarted()).toBe(false)
  test.sent({ hash: HASH })
  const { seen } = await test.controller()
  expect(test.isStarted()).toBe(true)
  await expect.poll(() => seen).toEqual([HASH])
})

it('keeps storage for the next kit, and keeps nothing of walletkit in it', async () => {
  const first = make()
  await first.connect()
  first.kit.storage.set('jar', '7')
  expect(first.stored()).toEqual({ jar: '7' })
  expect(make({ stored: first.stored() }).kit.storage.get('jar')).toBe('7')
})

it('lists what the plugin, each required plugin and walletkit itself reported and tracked, apart', async () => {
  const test = make({ plugins: [dice] })
  await test.connect()
  const cause = new Error('x')
  test.kit.report(cause, 'JAR_FAILED', { JAR_FAILED: { message: 'The jar is full', show: 'toast' } })
  test.kit.track('JAR_TIPPED' as never)
  await expect(test.kit.use('dice', '^1')).rejects.toThrow('Plugin "dice" failed in setup')
  const other = test.required('dice')
  other.kit.track('DICE_ROLLED' as never)
  other.kit.report(cause, 'DICE_LOST', { DICE_LOST: { message: 'The dice are lost', show: 'toast' } })
  expect(test.reported).toEqual([{ code: 'JAR_FAILED', message: 'The jar is full', cause }])
  expect(test.tracked).toEqual([{ event: 'JAR_TIPPED', properties: undefined }])
  expect(other.reported).toEqual([{ code: 'DICE_LOST', message: 'The dice are lost', cause }])
  expect(other.tracked).toEqual([{ event: 'DICE_ROLLED', properties: undefined }])
  expect(test.core.reported).toEqual([])
  expect(test.core.tracked).toContainEqual(expect.objectContaining({ event: 'CONNECT_SUCCESS' }))
})

it('lists a failed start at the plugin that failed', async () => {
  const test = make({ plugins: [{ plugin: dice }] })
  await test.connect()
  test.sent({ hash: HASH })
  await expect.poll(() => test.required('dice').reported).toMatchObject([{ code: 'PLUGIN_FAILED' }])
  expect([test.reported, test.core.reported]).toEqual([[], []])
})

it('gives a required plugin options, answers and storage of its own', async () => {
  const asked: string[] = []
  const bank = definePlugin({
    id: 'coin',
    feature: 'coin',
    engine: '^0.1',
    provides: { api: '1.0' },
    permissions: { hosts: [{ option: 'url' }], storage: ['coin'] },
    options: { side: 'tails' },
    controller: async () => ({
      default: ({ kit, options }: { kit: PluginKit; options: { url: string; side: string } }) => ({
        api: { ask: async () => [await (await kit.fetch(options.url)).text(), options.side, kit.storage.get('coin')] },
      }),
    }),
  })
  const test = make({
    fetch: async () => Promise.reject(new Error('This answers the tested plugin only')),
    plugins: [
      {
        plugin: bank,
        options: { url: 'https://bank.example/coin' },
        fetch: async ({ href }) => new Response(`answer of ${asked.push(href) && href}`),
        stored: { coin: '7' },
      },
    ],
  })
  const api = await test.kit.use('coin', '^1')
  expect(await (api?.['ask'] as () => Promise<unknown>)()).toEqual([
    'answer of https://bank.example/coin',
    'tails',
    '7',
  ])
  expect(asked).toEqual(['https://bank.example/coin'])
  expect([test.required('coin').stored(), test.stored(), test.required('coin').isStarted()]).toEqual([
    { coin: '7' },
    {},
    true,
  ])
  expect(() => test.required('bank')).toThrow('There is no plugin bank in plugins: coin')
})

it('answers what the plugin fetches also after the site switched it off and on', async () => {
  const test = make({ fetch: async () => new Response('hi') })
  test.setOptions(false)
  test.setOptions(true)
  expect(await (await test.kit.fetch('https://tips.example/')).text()).toBe('hi')
})

it('reaches the API of a plugin that it requires', async () => {
  expect(await make().kit.use('coin', '^1')).toBeUndefined()
  const api = await make({ plugins: [coin] }).kit.use('coin', '^1')
  expect((api?.['flip'] as () => string)()).toBe('heads')
  await expect(make({ plugins: [coin] }).kit.use('coin', '^2')).rejects.toThrow('provides 1.1')
})

it('ends the plugin when the site switches it off, and when the page is left', async () => {
  const test = make()
  const { kit } = await test.controller()
  test.setOptions(false)
  expect(kit.signal.aborted).toBe(true)
  const other = make()
  const later = (await other.controller()).kit
  other.end()
  expect(later.signal.aborted).toBe(true)
})

it('says why a manifest cannot be used', () => {
  const wrong = definePlugin({ id: 'bad', feature: 'bad', engine: '^0.1', views: { Bad: { title: 'Bad' } as never } })
  expect(() => createTestPluginKit(wrong).kit).toThrow('The manifest of bad cannot be used')
})
