/** Analytics events: which are sent, when, and to where. consent.test.ts tests when none are sent. */
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { defaultConfig, useFlow, type Visit, type Visited } from '../support/flow.ts'
import { makeStubbornKit } from '../support/stubborn.ts'
import { useServer } from '../support/server.ts'
import { later, traces, useEvents } from '../support/tracked.ts'

const other = useServer()
const flow = useFlow({ hosts: () => [other.url] })
const { received, named, names, arrived, arrivedOnce } = useEvents(flow.sandbox)

const visit = (setup: Visit = {}) => flow.visit({ analytics: true, ...setup })
const account = () => flow.sandbox().accounts[0]?.address
const rows = ({ modal }: Visited) => modal.getByRole('button', { name: /Test wallet/ })

describe('the analytics service receives', () => {
  it('the event with its page, time and address [S7.api.23] [S7.event.01] [S7.event.02]', async () => {
    const shown = await visit()
    await shown.page.goto(`${flow.origin}/?secret=1#token`)
    await shown.open()
    expect(await arrived('MODAL_OPEN')).toMatchObject({
      url: `${flow.origin}/`,
      props: { event: 'MODAL_OPEN', properties: { connected: false } },
    })
    await rows(shown).click()
    await shown.status('connected')
    await shown.modal.waitFor({ state: 'hidden' })
    await shown.open()
    await expect.poll(() => named('MODAL_OPEN').length).toBe(2)
    const [, open] = named('MODAL_OPEN')
    expect(open).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      url: `${flow.origin}/`,
      domain: new URL(flow.origin).hostname,
      timestamp: expect.any(Number) as number,
      props: { event: 'MODAL_OPEN', properties: { connected: true }, address: account() },
    })
    expect(Math.abs(Date.now() - (open?.timestamp ?? 0))).toBeLessThan(10_000)
    await shown.page.keyboard.press('Escape')
    await expect.poll(() => named('MODAL_CLOSE').length).toBe(2)
    expect(named('MODAL_CLOSE')[1]?.props).toMatchObject({ properties: { connected: true }, address: account() })
    expect(new Set(received().map(({ eventId }) => eventId)).size).toBe(received().length)
    const asked = flow
      .sandbox()
      .requests()
      .filter(({ path }) => path === '/e')
    expect(asked.at(-1)?.query).toEqual({ projectId: 'flows', st: 'walletkit', sv: 'html-wagmi-4.2.2' })
    expect(JSON.stringify(asked)).not.toContain('secret')
  })

  it('INITIALIZE first, once, with the time at which the instance was created [S7.event.10]', async () => {
    const shown = await visit()
    await later(400)
    expect(traces(shown)).toEqual([])
    await shown.open()
    const { timestamp } = await arrived('MODAL_OPEN')
    const first = await arrived('INITIALIZE')
    expect(names()[0]).toBe('INITIALIZE')
    expect(timestamp - first.timestamp).toBeGreaterThanOrEqual(400)
    expect(first.props).toEqual({
      event: 'INITIALIZE',
      properties: { networks: ['eip155:31337', 'eip155:31338'] },
    })
    await shown.page.keyboard.press('Escape')
    await shown.open()
    await expect.poll(() => named('MODAL_OPEN').length).toBe(2)
    expect(named('INITIALIZE')).toHaveLength(1)
  })

  it('the choice of a wallet, the connection, a network switch and a disconnect [S4.disc.07]', async () => {
    const shown = await visit()
    await shown.connectInModal()
    expect((await arrived('SELECT_WALLET')).props['properties']).toEqual({ name: 'Test wallet', platform: 'browser' })
    expect((await arrived('CONNECT_SUCCESS')).props).toEqual({
      event: 'CONNECT_SUCCESS',
      properties: { method: 'browser', name: 'Test wallet' },
      address: account(),
    })
    await shown.page.evaluate(() => kit.switchNetwork('eip155:31338'))
    expect((await arrived('SWITCH_NETWORK')).props['properties']).toEqual({ network: 'eip155:31338' })
    await shown.page.evaluate(() => kit.disconnect())
    expect((await arrived('DISCONNECT_SUCCESS')).props['properties']).toEqual({ namespace: 'all' })
    await shown.open()
    await shown
      .button(/All Wallets/)
      .first()
      .click()
    await arrived('CLICK_ALL_WALLETS')
    await shown.modal.getByRole('searchbox').fill('rain')
    expect((await arrived('SEARCH_WALLET')).props['properties']).toMatchObject({ search: 'rain' })
  })

  it('a failed connection and a failed disconnect [S4.disc.08]', async () => {
    const shown = await visit({ wallets: [{ switches: { answer: 'reject' } }] })
    await shown.page.evaluate(makeStubbornKit)
    await shown.page.evaluate(() => kit.connect('org.walletkit.test').catch(() => undefined))
    expect((await arrived('CONNECT_ERROR')).props['properties']).toEqual({ message: expect.any(String) as string })
    await shown.page.evaluate(() => kit.connect('stubborn'))
    await shown.page.evaluate(() => kit.disconnect().catch(() => undefined))
    expect((await arrived('DISCONNECT_ERROR')).props['properties']).toEqual({ message: 'The wallet is gone' })
    expect(named('DISCONNECT_SUCCESS')).toEqual([])
  })

  it('the events of the send views [S7.event.03] [S7.event.04] [S7.event.05]', async () => {
    const shown = await visit()
    await shown.connectInModal()
    await sendEther(shown)
    const told = { network: 'eip155:31337', token: 'ETH', amount: '0.01' }
    expect((await arrived('SEND_INITIATED')).props).toMatchObject({ properties: told, address: account() })
    expect((await arrived('SEND_SUCCESS')).props).toMatchObject({ properties: told, address: account() })
    expect(named('SEND_ERROR')).toEqual([])
    await shown.page.keyboard.press('Escape')
    await shown.wallet('set', { answer: 'reject' })
    await sendEther(shown)
    expect((await arrived('SEND_ERROR')).props).toMatchObject({ properties: told, address: account() })
    expect(named('SEND_SUCCESS')).toHaveLength(1)
  })

  it('events only at the configured host [S9.open.03]', async () => {
    other.answer((_asked, response) => void allow(response).writeHead(200).end())
    const services = { ...defaultConfig(flow.sandbox()).services, analytics: `${other.url}/base/` }
    const shown = await visit({ config: { services, sdkType: 'shop', sdkVersion: 'html-shop-1' } })
    await shown.open()
    await expect.poll(() => other.asked.length).toBeGreaterThan(1)
    expect(other.asked[0]).toMatchObject({
      method: 'POST',
      path: '/base/e',
      query: { projectId: 'flows', st: 'shop', sv: 'html-shop-1' },
    })
    // The requests have the browser's default content type for text, which needs no preflight request.
    expect(new Set(other.asked.map(({ method }) => method))).toEqual(new Set(['POST']))
    expect(received()).toEqual([])
  })

  it('no events of third-party plugins', async () => {
    const shown = await visit({ probe: 'guest' })
    await shown.open()
    await arrived('MODAL_OPEN')
    await shown.page.waitForFunction(() => 'probe' in globalThis)
    const track = shown.page.evaluate(() => probe.track('SELECT_WALLET', { name: 'of a guest', platform: 'browser' }))
    // A plugin must not send the kit's own events.
    await expect(track).rejects.toThrow('did not declare the tracking event SELECT_WALLET')
    await shown.page.evaluate(() => probe.track('PROBED', {}))
    await shown.page.evaluate(() => kit.close())
    await arrived('MODAL_CLOSE')
    expect(named('SELECT_WALLET')).toEqual([])
    expect(named('PROBED')).toEqual([])
    expect(await shown.page.evaluate(() => events.find(({ event }) => event === 'PROBED'))).toMatchObject({
      plugin: 'probe',
    })
  })

  it('an event that happens as the page unloads', async () => {
    const shown = await visit()
    await shown.open()
    await arrived('MODAL_OPEN')
    await shown.page.evaluate(() => addEventListener('pagehide', () => void kit.close()))
    await shown.page.goto(`${flow.origin}/?elsewhere`)
    await arrived('MODAL_CLOSE')
  })
})

describe('events are sent', () => {
  it('only after the wallets show: nothing for analytics is downloaded before', async () => {
    const shown = await visit({
      script: `const look = () => {
        const row = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('dialog[open] .row')
        if (row) globalThis.rowAt = performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)`,
    })
    await later(300)
    await shown.page.evaluate(() => kit.preload())
    await later(300)
    expect(traces(shown)).toEqual([])
    await shown.open()
    await arrivedOnce('INITIALIZE', 'MODAL_OPEN')
    const { rowAt, fetchedAt } = await shown.page.evaluate(() => ({
      rowAt: (globalThis as unknown as { rowAt: number }).rowAt,
      // Browsers give no timing of requests that may outlive the page (`keepalive`), but no event is sent before the
      // part is loaded.
      fetchedAt: performance.getEntriesByType('resource').find(({ name }) => /\/analytics-/.test(name))?.startTime,
    }))
    expect(fetchedAt).toBeGreaterThan(rowAt)
    expect(names().slice(0, 2)).toEqual(['INITIALIZE', 'MODAL_OPEN'])
  })

  it('a moment after another first view, and at once for an action without the modal', async () => {
    const shown = await visit()
    await shown.page.evaluate(() => kit.open({ view: 'Networks' }))
    expect((await arrived('MODAL_OPEN')).props['properties']).toEqual({ connected: false })
    const second = await visit()
    await second.page.evaluate(() => kit.connect('org.walletkit.test'))
    await arrived('CONNECT_SUCCESS')
    expect(await second.page.evaluate(() => kit.isOpen())).toBe(false)
  })
})

describe('an analytics service that rejects', () => {
  const alert = ({ modal }: Visited) => modal.locator('.alert')

  it('with 403 causes one alert with the origin [S8.alert.04] [S8.alert.05]', async () => {
    flow.sandbox().faults.set({ path: '/e', kind: 'status', status: 403 })
    const shown = await visit()
    await shown.open()
    await alert(shown).waitFor()
    expect(await alert(shown).innerText()).toBe(
      `Invalid App Configuration: ${flow.origin} is not on the allowlist of this project`,
    )
    await alert(shown).getByRole('button').click()
    await shown.page.keyboard.press('Escape')
    await shown.open()
    await shown
      .button(/All Wallets/)
      .first()
      .click()
    const asked = () => traces(shown).filter((url) => /\/e\?/.test(url))
    await expect.poll(() => asked().length).toBeGreaterThanOrEqual(5)
    await later(300)
    expect(await alert(shown).count()).toBe(0)
    const codes = await shown.page.evaluate(() => errors.map(({ code }) => code))
    expect(codes).toEqual(['INVALID_APP_CONFIGURATION'])
    await shown.page.evaluate(() => {
      globalThis.kit = walletkit.createWalletKit(walletkit.generated)
      kit.onError(({ code }) => void errors.push({ code, message: '' }))
      return kit.open()
    })
    await later(700)
    expect(await shown.page.evaluate(() => errors.length)).toBe(1)
  })

  it.each([
    ['with 500', { kind: 'status', status: 500 } as const],
    ['by hanging up', { kind: 'drop' } as const],
  ])('%s causes no message and no retry', async (_name, fault) => {
    flow.sandbox().faults.set({ path: '/e', ...fault })
    const shown = await visit()
    await shown.open()
    await expect.poll(() => traces(shown).filter((url) => /\/e\?/.test(url)).length).toBe(2)
    await later(700)
    expect(traces(shown).filter((url) => /\/e\?/.test(url))).toHaveLength(2)
    expect(await alert(shown).count()).toBe(0)
    expect(await shown.page.evaluate(() => errors)).toEqual([])
  })
})

async function sendEther(shown: Visited) {
  await shown.open()
  await shown.button('Send').click()
  await shown.modal.getByRole('textbox', { name: 'Amount' }).waitFor()
  await shown.button('Choose a token').click()
  await shown.title.filter({ hasText: 'Select Token' }).waitFor()
  await shown.modal
    .getByRole('button')
    .filter({ has: shown.page.getByText('Ether', { exact: true }) })
    .click()
  await shown.title.filter({ hasText: /^Send$/ }).waitFor()
  await shown.modal.getByRole('textbox', { name: 'Amount' }).fill('0.01')
  await shown.modal.getByRole('textbox', { name: 'Recipient' }).fill(flow.sandbox().accounts[2]?.address ?? '')
  await shown.button('Preview Send').click()
  await shown.title.filter({ hasText: 'Review send' }).waitFor()
  await expect
    .poll(
      async () => {
        await shown
          .button(/^Send [\d,.]+ \w+$/)
          .click({ timeout: 300 })
          .catch(() => undefined)
        return shown.title.innerText()
      },
      { interval: 200, timeout: 20_000 },
    )
    .not.toBe('Review send')
}

const allow = (response: ServerResponse) => {
  response.setHeader('access-control-allow-origin', '*')
  return response
}
