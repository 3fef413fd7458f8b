/** Wallet apps on the same phone, opened by a link with the pairing. Uses real user agents and a touch screen. */
import { type BrowserContextOptions, devices } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaipNetwork } from '../../runtime/contracts/network.ts'
import type { Wallet } from '../../runtime/contracts/config.ts'
import { defaultConfig, useFlow, type Visit, type Visited } from '../support/flow.ts'
import { usePhones } from '../support/phone.ts'
import { liveThrough } from '../support/remoteLife.ts'

const flow = useFlow()
const startPhone = usePhones(flow.sandbox)

beforeEach(() => flow.sandbox().relay.clear())

const emulate = (name: 'iPhone 15' | 'Pixel 7'): BrowserContextOptions => {
  const { defaultBrowserType: _, ...device } = devices[name] ?? { defaultBrowserType: 'chromium' }
  return device
}
const IPHONE = emulate('iPhone 15')
const ANDROID = emulate('Pixel 7')
/** A script with the bridge that Telegram's app adds to its web view. */
const TELEGRAM = 'window.TelegramWebviewProxy = { postEvent() {} }'
/** A script that records what is opened instead of opening it, and whether the tap still counts as user activation. */
const OPENED = `globalThis.opened = []
window.open = (href, target) => void opened.push({ href, target, tapped: navigator.userActivation.isActive })`

type Opened = { href: string; target: string; tapped: boolean }
const opened = ({ page }: Visited) => page.evaluate(() => (globalThis as unknown as { opened: Opened[] }).opened)
const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
const shows = ({ modal }: Visited, text: string | RegExp) => modal.getByText(text).first().waitFor()
const tap = (visit: Visited, name: string | RegExp) => visit.button(name).tap()

const HOUSE: Wallet = {
  id: 'house',
  name: 'House wallet',
  mobile_link: 'house:',
  app_store: 'https://apps.example/house',
}
const visitPhone = (context: BrowserContextOptions, { script = '', ...visit }: Visit = {}) =>
  flow.visit({
    remote: true,
    wallets: [],
    context,
    script: `${OPENED};${script}`,
    ...visit,
    config: { wallets: { custom: [HOUSE] }, ...visit.config },
  })
const choose = async (visit: Visited, name = 'House wallet') => {
  await visit.open()
  await tap(visit, new RegExp(name))
  await titled(visit, name)
}
/** The pairing in a link, decoded as often as it was encoded. */
function pairingIn(href: string, times = 1): string {
  let uri = href.split('wc?uri=')[1] ?? ''
  for (let at = 0; at < times; at++) uri = decodeURIComponent(uri)
  return uri
}
const uriOf = (times: number) => async (visit: Visited) => {
  await expect.poll(async () => (await opened(visit)).length).toBe(1)
  const [link] = await opened(visit)
  return { ...link, uri: pairingIn(link?.href ?? '', times) }
}

describe('a wallet app connects by its link, signs, sends, changes the network, reconnects after reloads, and disconnects', () => {
  it.each([
    ['iOS Safari', IPHONE, '', 1, '_self'],
    ['Android Chrome', ANDROID, '', 1, '_self'],
    ['Telegram on Android', ANDROID, TELEGRAM, 2, '_blank'],
    ['Telegram on iOS', IPHONE, TELEGRAM, 1, '_blank'],
  ] as const)('on %s [S2.view.06]', async (_name, device, script, times, target) => {
    const visit = await visitPhone(device, { script })
    const phone = await startPhone(visit)
    await choose(visit)
    const link = await uriOf(times)(visit)
    expect(link.href).toMatch(/^house:\/\/wc\?uri=/)
    expect([link.target, link.tapped]).toEqual([target, true])
    expect(link.uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    await shows(visit, 'Continue in House wallet')
    await phone.pair(link.uri)
    await liveThrough(visit, phone, flow.sandbox())
  })
})

describe('the link', () => {
  it('is stored, and opens the wallet again for each request', async () => {
    const visit = await visitPhone(ANDROID)
    const phone = await startPhone(visit)
    await choose(visit)
    await phone.pair((await uriOf(1)(visit)).uri)
    await phone.approve('Flows wants to connect')
    await visit.status('connected')
    const choice = () => visit.page.evaluate(() => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE') ?? '{}')
    await expect
      .poll(async () => JSON.parse(await choice()) as object)
      .toEqual({ href: 'house://', name: 'House wallet' })
    await visit.page.bringToFront()
    await visit.page.evaluate(() => {
      type Provider = { request: (call: object) => Promise<unknown> }
      const params = ['0x00', kit.getAddress()]
      void (kit.getProvider('eip155') as Provider).request({ method: 'personal_sign', params }).catch(() => undefined)
    })
    await expect
      .poll(async () => (await opened(visit)).at(-1)?.href)
      .toMatch(/^house:\/\/wc\?requestId=\d+&sessionTopic=/)
    await phone.reject('personal_sign')
  })

  it('opens nothing when its scheme is not allowed', async () => {
    const custom = [{ ...HOUSE, mobile_link: 'javascript:alert(document.domain)' }]
    const visit = await visitPhone(ANDROID, { config: { wallets: { custom } } })
    await choose(visit)
    await shows(visit, 'No way to House wallet from here')
    expect(await opened(visit)).toEqual([])
  })

  it('is offered again when nothing happens: a hint after 3 s, a button after 5 s', async () => {
    const visit = await visitPhone(ANDROID)
    await choose(visit)
    await uriOf(1)(visit)
    const since = Date.now()
    await visit.button('Cancel').waitFor()
    await shows(visit, /takes longer than usual/)
    expect(Date.now() - since).toBeGreaterThan(2000)
    expect(await visit.button('Try again').count()).toBe(0)
    await visit.button('Try again').waitFor()
    expect(Date.now() - since).toBeGreaterThan(4000)
    await tap(visit, 'Try again')
    const [first, second] = await opened(visit)
    expect(second).toEqual(first)
    await visit.button('Cancel').waitFor()
    await tap(visit, 'Get House wallet')
    await titled(visit, 'Get House wallet')
    expect(await visit.modal.getByRole('link', { name: /App Store/ }).getAttribute('href')).toBe(HOUSE.app_store)
  })

  it('opens by itself when the wallet is selected, and not when its tab is selected again', async () => {
    const custom = [{ ...HOUSE, webapp_link: 'https://house.example' }]
    const visit = await visitPhone(ANDROID, { config: { wallets: { custom } } })
    await choose(visit)
    await uriOf(1)(visit)
    const tab = (name: string) => visit.modal.getByRole('tab', { name }).tap()
    await tab('Web app')
    await shows(visit, 'Its web app opens in a new tab')
    await tab('Mobile')
    await shows(visit, 'Continue in the app, and accept')
    await visit.modal.locator('button:enabled', { hasText: 'Open House wallet' }).waitFor()
    expect(await opened(visit)).toHaveLength(1)
  })
})

describe('the pairing', () => {
  it.each([
    ['iOS Safari', IPHONE, ''],
    ['Telegram', ANDROID, TELEGRAM],
  ] as const)(
    'exists before the tap on %s, where the page goes to the background while the wallet answers, and survives closing the modal',
    async (_name, device, script) => {
      const visit = await visitPhone(device, { script })
      await visit.open()
      const { relay } = flow.sandbox()
      const proposals = () => relay.report().publishes.filter(({ tag }) => tag === 1100).length
      await expect.poll(proposals).toBe(1)
      await tap(visit, /House wallet/)
      const times = script && device === ANDROID ? 2 : 1
      const { uri } = await uriOf(times)(visit)
      await tap(visit, 'Close')
      await visit.modal.waitFor({ state: 'hidden' })
      await visit.open()
      await tap(visit, /House wallet/)
      await expect.poll(async () => (await opened(visit)).length).toBe(2)
      expect(pairingIn((await opened(visit))[1]?.href ?? '', times)).toBe(uri)
      expect(proposals()).toBe(1)
    },
  )

  it('is created elsewhere when the wallet is chosen, and ends when the modal closes', async () => {
    const visit = await visitPhone(ANDROID)
    await visit.open()
    await visit.button(/House wallet/).waitFor()
    await visit.page.waitForTimeout(500)
    expect(flow.sandbox().relay.report().dials).toEqual([])
    await tap(visit, /House wallet/)
    const { uri } = await uriOf(1)(visit)
    await tap(visit, 'Close')
    await visit.modal.waitFor({ state: 'hidden' })
    await choose(visit)
    await expect.poll(async () => (await opened(visit)).length).toBe(2)
    expect(pairingIn((await opened(visit))[1]?.href ?? '')).not.toBe(uri)
  })

  it('disables Close and Back for up to five seconds when the visitor returns on iOS', async () => {
    const visit = await visitPhone(IPHONE)
    await choose(visit)
    await uriOf(1)(visit)
    await visit.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await shows(visit, 'Connecting…')
    expect(await visit.button('Close').isDisabled()).toBe(true)
    expect(await visit.button('Back').isDisabled()).toBe(true)
    const since = Date.now()
    await shows(visit, 'Continue in House wallet')
    expect(Date.now() - since).toBeGreaterThan(3500)
    expect(await visit.button('Close').isDisabled()).toBe(false)
  })
})

describe('on Solana', () => {
  const PHANTOM: Wallet = {
    id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    name: 'Phantom',
    mobile_link: 'phantom://',
    chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  }
  const onSolana = (visit: Visit = {}) => {
    const { networks = [] } = defaultConfig(flow.sandbox())
    const solana: CaipNetwork = {
      id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      chainNamespace: 'solana',
      name: 'Solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: { default: { http: [`${flow.sandbox().url}/rpc/solana`] } },
    }
    return visitPhone(ANDROID, {
      ...visit,
      config: { networks: [...networks, solana], wallets: { custom: [PHANTOM] } },
    })
  }
  const pick = async (visit: Visited) => {
    await visit.page.evaluate(() => kit.open({ namespace: 'solana' }))
    await tap(visit, /Phantom/)
    await expect.poll(async () => (await opened(visit)).length).toBe(1)
    return (await opened(visit))[0]
  }

  it('a wallet’s app opens this page in its own browser when its extension is missing [S2.pick.03]', async () => {
    const visit = await onSolana()
    const page = encodeURIComponent(`${flow.origin}/`)
    const ref = encodeURIComponent(flow.origin)
    expect(await pick(visit)).toEqual({
      href: `https://phantom.app/ul/browse/${page}?ref=${ref}`,
      target: '_self',
      tapped: true,
    })
  })

  it('a wallet’s app gets a pairing when its extension is in the page', async () => {
    const visit = await onSolana({ script: 'window.phantom = {}' })
    expect((await pick(visit))?.href).toMatch(/^phantom:\/\/wc\?uri=wc/)
  })
})

it('shows all wallets first on a phone without adapters [S2.open.05]', async () => {
  const visit = await visitPhone(ANDROID, { chains: 'none' })
  await visit.open()
  await titled(visit, 'All Wallets')
  await tap(visit, /House wallet/)
  expect((await uriOf(1)(visit)).uri).toMatch(/^wc:/)
})
