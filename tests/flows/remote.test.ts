/** Wallets on another device: a QR code on the screen, a real relay, and a real wallet in another browser. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Wallet } from '../../runtime/contracts/config.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { LIVES, MESSAGE } from '../support/lives.ts'
import type { OtherNamespace } from '../support/networks.ts'
import { readQr, usePhones } from '../support/phone.ts'
import { liveThrough } from '../support/remoteLife.ts'

const flow = useFlow()
const startPhone = usePhones(flow.sandbox)

beforeEach(() => flow.sandbox().relay.clear())

const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
const code = ({ modal }: Visited) => modal.getByRole('img', { name: 'QR code to connect a wallet' })
const shows = ({ modal }: Visited, text: string) => modal.getByText(text, { exact: true }).waitFor()

const visitRemote = (visit: Visit = {}) => flow.visit({ remote: true, wallets: [], ...visit })
const openCode = async (visit: Visited) => {
  await visit.open()
  await visit.button(/^WalletConnect/).click()
  await titled(visit, 'WalletConnect')
  await code(visit).waitFor()
}
/** A script that lets tests move the page's clock. */
const CLOCK = 'globalThis.passed = 0; const now = Date.now; Date.now = () => now() + globalThis.passed'
const later = ({ page }: Visited, ms: number) =>
  page.evaluate((more) => void ((globalThis as { passed?: number }).passed = more), ms)

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
/** A script that records what is opened instead of opening it. */
const OPENED = 'globalThis.opened = []; window.open = (...call) => void opened.push(call.slice(0, 2))'
const opened = ({ page }: Visited) =>
  page.evaluate(() => (globalThis as unknown as { opened: [string, string][] }).opened)

const HOUSE: Wallet = {
  id: 'house',
  name: 'House wallet',
  mobile_link: 'house:',
  webapp_link: 'https://app.house.example',
  desktop_link: 'house-desktop://',
  app_store: 'https://apps.example/house',
}
const withHouse = (wallet: Partial<Wallet> = {}): Visit => ({
  config: { wallets: { custom: [{ ...HOUSE, ...wallet }] } },
})

describe('a wallet that scans the code', () => {
  it('connects, signs, sends, changes the network, reconnects after reloads, and disconnects [S1.scope.03]', async () => {
    const visit = await visitRemote()
    const phone = await startPhone(visit)
    await openCode(visit)
    const uri = await readQr(visit.page)
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    await phone.pair(uri)
    await liveThrough(visit, phone, flow.sandbox())
  })

  it('supports every namespace in one session: accounts, signatures, a network of another namespace, the end', async () => {
    const others = Object.keys(LIVES) as OtherNamespace[]
    const visit = await visitRemote({ namespaces: others })
    const phone = await startPhone(visit)
    await openCode(visit)
    await phone.pair(await readQr(visit.page))
    await phone.approve('Flows wants to connect')
    const connected = () =>
      visit.page.evaluate((all) => all.filter((each) => kit.getAccount(each).isConnected), [
        'eip155',
        ...others,
      ] as const)
    await expect.poll(connected).toEqual(['eip155', ...others])
    for (const namespace of others) {
      const { network, accounts } = LIVES[namespace].of(flow.sandbox())
      await visit.page.evaluate((id) => kit.switchNetwork(id as `solana:${string}`), network)
      expect(await visit.page.evaluate(() => kit.getCaipAddress())).toBe(`${network}:${accounts[0]}`)
      const signing = LIVES[namespace].sign(visit, accounts[0] ?? '')
      await phone.approve(MESSAGE)
      await signing
    }
    await phone.disconnect()
    await expect.poll(connected).toEqual([])
  })

  it('signs in a Solana account with solana_signMessage [S7.rpc.02]', async () => {
    const visit = await visitRemote({ siwx: true, namespaces: ['solana'], config: { networks: [], siwx: true } })
    const phone = await startPhone(visit)
    await openCode(visit)
    await phone.pair(await readQr(visit.page))
    await phone.approve('Flows wants to connect')
    await visit.button('Sign').click()
    await phone.approve('solana_signMessage')
    await visit.modal.waitFor({ state: 'hidden' })
    const { caipNetworkId, accounts } = flow.sandbox().solana
    const stored = await visit.page.evaluate(() => localStorage.getItem('@appkit/siwx'))
    expect(stored).toContain(`${accounts[0]?.address}`)
    expect(stored).toContain(caipNetworkId)
  })

  it('reads the code from a dark page, and on the narrowest phone', async () => {
    const visit = await visitRemote({ context: { colorScheme: 'dark' } })
    await openCode(visit)
    const uri = await readQr(visit.page)
    await visit.page.setViewportSize({ width: 360, height: 740 })
    expect(await readQr(visit.page)).toBe(uri)
  })

  it('is prepared for while the pointer is on the row, but the relay is contacted only after the click', async () => {
    const visit = await visitRemote()
    await visit.open()
    await visit.button(/^WalletConnect/).hover()
    const stores = () => visit.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(stores).toContain('WALLET_CONNECT_V2_INDEXED_DB')
    await visit.page.waitForTimeout(500)
    expect(flow.sandbox().relay.report().dials).toEqual([])
    await visit.button(/^WalletConnect/).click()
    await code(visit).waitFor()
    expect(flow.sandbox().relay.report().dials).toHaveLength(1)
  })

  it('may decline: the page says so, and tries again with a new code', async () => {
    const visit = await visitRemote()
    const phone = await startPhone(visit)
    await openCode(visit)
    const uri = await readQr(visit.page)
    await phone.pair(uri)
    await phone.reject('Flows wants to connect')
    await shows(visit, 'Connection declined')
    await shows(visit, 'The request was refused in your wallet. Nothing was shared.')
    expect(await visit.page.evaluate(() => kit.getAccount().status)).toBe('disconnected')
    await visit.button('Try again').click()
    // When the focused button disappears, the focus moves to the title.
    expect(await visit.title.evaluate((element) => element.matches(':focus'))).toBe(true)
    await code(visit).waitFor()
    const next = await readQr(visit.page)
    expect(next).not.toBe(uri)
    await phone.pair(next)
    await phone.approve('Flows wants to connect')
    await visit.status('connected')
  })
})

describe('the code', () => {
  it('is renewed before it expires, and never shown expired', async () => {
    const visit = await visitRemote({ script: CLOCK })
    await openCode(visit)
    const uri = await readQr(visit.page)
    await later(visit, 220_000)
    await visit.page.waitForTimeout(1200)
    expect(await readQr(visit.page)).toBe(uri)
    await later(visit, 230_000)
    await expect.poll(() => readQr(visit.page)).not.toBe(uri)
    const phone = await startPhone(visit)
    await phone.pair(await readQr(visit.page))
    await phone.approve('Flows wants to connect')
    await visit.status('connected')
  })

  it('ends when the modal closes: the next code is a new one', async () => {
    const visit = await visitRemote()
    await openCode(visit)
    const uri = await readQr(visit.page)
    await visit.page.keyboard.press('Escape')
    await visit.modal.waitFor({ state: 'hidden' })
    await openCode(visit)
    expect(await readQr(visit.page)).not.toBe(uri)
  })

  it('is also a link that can be copied, or opened by an app on this device', async () => {
    const visit = await visitRemote({ context: CLIPBOARD, script: OPENED })
    await openCode(visit)
    const uri = await readQr(visit.page)
    await visit.button('Copy link').click()
    await visit.button('Link copied').waitFor()
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
    await visit.button('Open').click()
    expect(await opened(visit)).toEqual([[uri, '_self']])
  })

  it('can be copied by hand when the browser does not allow copying', async () => {
    const refuse = `Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('No')) } })`
    const visit = await visitRemote({ script: refuse })
    await openCode(visit)
    const uri = await readQr(visit.page)
    await visit.button('Copy link').click()
    const field = visit.modal.getByRole('textbox', { name: 'Link for your wallet' })
    expect(await field.inputValue()).toBe(uri)
    const selected = await field.evaluate((input: HTMLInputElement) => [
      input.matches(':focus'),
      input.selectionStart,
      input.selectionEnd,
    ])
    expect(selected).toEqual([true, 0, uri.length])
  })
})

describe('without a working relay the modal', () => {
  it('says so, stays usable, and tries again', async () => {
    const visit = await visitRemote()
    const { relay } = flow.sandbox()
    relay.refuse(true)
    await visit.open()
    await visit.button(/^WalletConnect/).click()
    await visit.modal.getByText('The wallet relay cannot be reached').waitFor({ timeout: 20_000 })
    await visit.button('Back').click()
    await titled(visit, 'Connect Wallet')
    await visit.button(/^WalletConnect/).click()
    relay.refuse(false)
    await code(visit).or(visit.button('Try again')).waitFor({ timeout: 20_000 })
    if (await visit.button('Try again').isVisible()) await visit.button('Try again').click()
    await code(visit).waitFor({ timeout: 20_000 })
    expect(await readQr(visit.page)).toMatch(/^wc:/)
  })

  it('waits while the browser is offline, and continues by itself', async () => {
    const visit = await visitRemote()
    await openCode(visit)
    await setOffline(visit, true)
    await shows(visit, 'You’re offline')
    await setOffline(visit, false)
    await code(visit).waitFor()
    const phone = await startPhone(visit)
    await phone.pair(await readQr(visit.page))
    await phone.approve('Flows wants to connect')
    await visit.status('connected')
  })

  it('says that the site names none', async () => {
    const visit = await flow.visit()
    await visit.page.evaluate(() => kit.open({ view: 'ConnectingWalletConnect' }))
    await titled(visit, 'WalletConnect')
    await shows(visit, 'Only wallets of this browser')
    await visit.button('Choose a wallet').click()
    await titled(visit, 'Connect Wallet')
  })
})

describe('a page without adapters', () => {
  it('opens on a desktop with a code for any wallet, and a link to all of them [S2.view.04] [S2.open.06]', async () => {
    const visit = await visitRemote({ chains: 'none' })
    await visit.open()
    await titled(visit, 'WalletConnect')
    await code(visit).waitFor()
    expect(await readQr(visit.page)).toMatch(/^wc:/)
    expect(
      await visit.page.evaluate(() =>
        document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')?.getAttribute('data-view'),
      ),
    ).toBe('ConnectingWalletConnectBasic')
    await visit.button('All Wallets').click()
    await titled(visit, 'All Wallets')
  })

  it('shows no code before a consent that the site asks for, and names the terms otherwise', async () => {
    const terms = { termsConditionsUrl: 'https://site.example/terms' }
    const visit = await visitRemote({ chains: 'none', config: { ...terms, features: { legalCheckbox: true } } })
    await visit.open()
    await shows(visit, 'Scan with your phone')
    await visit.page.waitForTimeout(500)
    expect(await code(visit).count()).toBe(0)
    expect(await visit.button('Copy link').isDisabled()).toBe(true)
    await visit.modal.getByRole('checkbox', { name: 'I agree to the Terms of Service' }).check()
    await code(visit).waitFor()
    await visit.modal.getByRole('checkbox').uncheck()
    await code(visit).waitFor({ state: 'hidden' })
    const free = await visitRemote({ chains: 'none', config: { ...terms, features: {} } })
    await free.open()
    await code(free).waitFor()
    expect(await free.modal.getByRole('checkbox').count()).toBe(0)
    await free.modal.getByText('By connecting you agree to the Terms of Service').waitFor()
  })
})

describe('a chosen wallet', () => {
  it('from the list that is not installed shows its code on a desktop [S2.pick.02] [S2.view.06]', async () => {
    const visit = await visitRemote()
    const { data } = (await (await fetch(`${flow.sandbox().url}/getWallets?projectId=x&page=1&entries=40`)).json()) as {
      data: Wallet[]
    }
    const wallet = data.find(
      ({ mobile_link, webapp_link, desktop_link, rdns }) => mobile_link && !webapp_link && !desktop_link && !rdns,
    )
    if (!wallet) throw new Error('The sandbox lists no such wallet')
    await visit.open()
    await visit.button(/^All Wallets/).click()
    await visit.modal.getByRole('searchbox').fill(wallet.name)
    await visit.button(new RegExp(`^${wallet.name}`)).click()
    await titled(visit, wallet.name)
    await code(visit).waitFor()
    const phone = await startPhone(visit)
    await phone.pair(await readQr(visit.page))
    await phone.approve('Flows wants to connect')
    await visit.status('connected')
    const recent = () => visit.page.evaluate(() => localStorage.getItem('@appkit/recent_wallets') ?? '')
    await expect.poll(recent).toContain(wallet.name)
  })

  it('has a tab for each platform, and the arrow keys move between them', async () => {
    const visit = await visitRemote({ ...withHouse({ rdns: 'example.house' }), script: OPENED })
    await visit.open()
    await visit.button(/House wallet/).click()
    await titled(visit, 'House wallet')
    const tabs = visit.modal.getByRole('tab')
    await tabs.first().waitFor()
    expect(await tabs.allInnerTexts()).toEqual(['Mobile', 'Web app', 'Desktop', 'Browser'])
    await code(visit).waitFor()
    const uri = await readQr(visit.page)
    const encoded = encodeURIComponent(uri)

    await tabs.first().focus()
    await visit.page.keyboard.press('ArrowRight')
    await visit.modal.getByRole('tabpanel', { name: 'Web app' }).waitFor()
    // Choosing the tab opens nothing before a press.
    expect(await opened(visit)).toEqual([])
    await visit.button('Open House wallet').click()
    expect(await opened(visit)).toEqual([[`https://app.house.example/wc?uri=${encoded}`, '_blank']])
    await shows(visit, 'Continue in House wallet')

    await tabs.nth(2).click()
    await visit.button('Open House wallet').click()
    expect((await opened(visit))[1]).toEqual([`house-desktop://wc?uri=${encoded}`, '_self'])

    await tabs.nth(3).click()
    await shows(visit, 'House wallet is not in this browser')
    await visit.button('Get House wallet').click()
    await titled(visit, 'Get House wallet')
    await visit.button('Back').click()
    await titled(visit, 'House wallet')
  })

  it('that is recognized in the page is asked there', async () => {
    const mark = `window.addEventListener('DOMContentLoaded', () => { if (window.ethereum) window.ethereum.isHouse = true })`
    const visit = await flow.visit({
      remote: true,
      wallets: [{ as: 'injected', switches: { answer: 'hold' } }],
      script: mark,
      ...withHouse(),
    })
    const wallet = { ...HOUSE, injected: [{ namespace: 'eip155', injected_id: 'isHouse' }] }
    await visit.page.evaluate(() => kit.preload())
    await visit.page.evaluate((params) => kit.open({ view: 'ConnectingWalletConnect', params }), { wallet })
    await visit.modal.getByRole('tab').first().waitFor()
    expect(await visit.modal.getByRole('tab').allInnerTexts()).toEqual(['Browser', 'Mobile', 'Web app', 'Desktop'])
    await shows(visit, 'Continue in Browser Wallet')
    await visit.wallet('settle', 'approve')
    await visit.status('connected')
    await visit.modal.waitFor({ state: 'hidden' })
  })
})
