/**
 * Social logins with a real frame, real windows, and a real OpenID provider for each brand, each with its own origin.
 */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { titled } from '../support/login.ts'
import { readQr } from '../support/phone.ts'
import { useEvents } from '../support/tracked.ts'
import { pressLast } from '../support/pressLast.ts'

const flow = useFlow()
const { arrived, arrivedOnce, named } = useEvents(flow.sandbox)
beforeEach(() => flow.sandbox().login.clear())

const ALL = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']
const PERSON = 'Ada Lovelace'

/** A script that records the messages that the page sends and hears through ports. */
const LISTEN = `globalThis.said = []
const post = MessagePort.prototype.postMessage
MessagePort.prototype.postMessage = function (message, ...rest) {
  globalThis.said.push(message)
  if (!this.isRecorded) this.addEventListener('message', ({ data }) => globalThis.said.push(data))
  this.isRecorded = true
  return post.call(this, message, ...rest)
}`
/** A recorded message. Some are those that React's scheduler sends to itself. */
type Said = { type?: string; payload?: Record<string, unknown> } | null

const visitSocials = (socials: unknown, visit: Visit = {}) =>
  flow.visit({ login: true, script: LISTEN, ...visit, config: { features: { socials }, ...visit.config } })

const said = async ({ page }: Visited, name: string, by: 'app' | 'frame' = 'app') => {
  const all = await page.evaluate(() => (globalThis as unknown as { said: Said[] }).said)
  return all.flatMap((each) => (each?.type === `@w3m-${by}/${name}` ? [each.payload] : []))
}

/** Resolves with the window that a press opens. */
async function popupAfter({ page }: Visited, press: () => Promise<unknown>): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  popup.setDefaultTimeout(8_000)
  return popup
}
const choose = (visit: Visited, name: string) => popupAfter(visit, () => visit.button(`Continue with ${name}`).click())

let people = 0
/** A new person, because an existing account would first have to approve the browser. */
const somebody = () => `social${++people}@example.com`
/** Fills in the provider's page for a person. */
async function enter(popup: Page, email = somebody()) {
  await popup.getByLabel('Name').fill(PERSON)
  await popup.getByLabel('Email, or nothing').fill(email)
  await pressLast(popup.getByRole('button', { name: 'Continue', exact: true }))
}

async function login(visit: Visited, name = 'Google', email = somebody()) {
  await visit.open()
  const popup = await choose(visit, name)
  await enter(popup, email)
  await visit.status('connected')
  await visit.modal.waitFor({ state: 'hidden' })
  return popup
}
const offered = ({ modal }: Visited) =>
  modal.locator('.socials [data-id]').evaluateAll((buttons) => buttons.map((each) => each.getAttribute('data-id')))

describe.each([
  ['google', 'Google', '[S1.embed.02]'],
  ['github', 'GitHub', '[S1.embed.03]'],
  ['apple', 'Apple', '[S1.embed.04]'],
  ['facebook', 'Facebook', '[S1.embed.05]'],
  ['x', 'X', '[S1.embed.06]'],
  ['discord', 'Discord', '[S1.embed.07]'],
])('%s', (provider, name, row) => {
  it(`logs in by its own page in a window ${row}`, async () => {
    const visit = await visitSocials([provider])
    const popup = await login(visit, name)
    expect(await said(visit, 'GET_SOCIAL_REDIRECT_URI')).toEqual([{ provider }])
    expect(await said(visit, 'CONNECT_SOCIAL')).toEqual([
      { uri: expect.stringMatching(`^${flow.sandbox().secureSite}/`) as string },
    ])
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(await visit.page.evaluate(() => kit.getAccount().address)).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })
})

it('reserves its final height while it loads, so that nothing in Connect moves', async () => {
  for (const socials of [true, ALL, ALL.slice(0, 3), ALL.slice(0, 2), ALL.slice(0, 1)]) {
    const visit = await visitSocials(socials, { config: { features: { socials, email: {} } } })
    await visit.page.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      await route.fallback()
    })
    await visit.page.evaluate(() => {
      const seen = new Set<string>()
      Object.assign(globalThis, { seen })
      const look = () => {
        const root = document.querySelector('[data-walletkit]')?.shadowRoot
        const row = [...(root?.querySelectorAll('.row') ?? [])].find((each) =>
          each.textContent?.includes('Test wallet'),
        )
        const body = root?.querySelector('.body > div')
        const down = root && row && body && row.getBoundingClientRect().top - body.getBoundingClientRect().top
        if (down) seen.add(`${root.querySelector('.socials') ? 'there' : 'coming'} ${Math.round(down)}`)
        requestAnimationFrame(look)
      }
      look()
      void kit.open()
    })
    await visit.modal.getByRole('group', { name: 'Social logins' }).waitFor()
    await visit.page.waitForTimeout(300)
    const seen = await visit.page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])
    const [coming, there, ...others] = seen.map((each) => each.split(' '))
    expect([coming?.[0], there?.[0], others], String(socials)).toEqual(['coming', 'there', []])
    expect(there?.[1]).toBe(coming?.[1])
  }
})

describe('the list of social logins', () => {
  it('is what the config lists, in its order [S1.config.03] [S1.feat.07]', async () => {
    const visit = await visitSocials(['github', 'x'])
    await visit.open()
    await visit.button('Continue with X').waitFor()
    expect(await offered(visit)).toEqual(['github', 'x'])
    const off = await visitSocials(false)
    await off.open()
    await off.button(/Test wallet/).waitFor()
    expect(await off.modal.getByRole('button', { name: /Continue with|social/i }).count()).toBe(0)
  })

  it('follows later changes by the site at once', async () => {
    const visit = await visitSocials(['github', 'x'])
    await visit.open()
    await visit.button('Continue with X').waitFor()
    await visit.page.evaluate(() => kit.setSocialsOrder(['x', 'google', 'github']))
    await expect.poll(() => offered(visit)).toEqual(['x', 'google', 'github'])
  })

  it('contains all of them in the default order by default [S1.order.03]', async () => {
    const visit = await visitSocials(true)
    await visit.open()
    await visit.button('More social logins').click()
    await titled(visit, 'All socials')
    const rows = visit.modal.locator('li [data-id]')
    await rows.first().waitFor()
    expect(await rows.evaluateAll((all) => all.map((each) => each.getAttribute('data-id')))).toEqual(ALL)
    const popup = await popupAfter(visit, () => visit.button('Facebook').click())
    await enter(popup)
    await visit.status('connected')
  })

  it('is loaded when Connect shows, and never when it is off [S2.lazy.02]', async () => {
    const chunks = ({ requests }: Visited) => requests.filter((url) => /Social|socials/.test(new URL(url).pathname))
    const off = await visitSocials(false)
    await off.open()
    await off.button(/Test wallet/).waitFor()
    expect(chunks(off)).toEqual([])
    const visit = await visitSocials(true)
    await visit.page.waitForLoadState('networkidle')
    expect(chunks(visit)).toEqual([])
    await visit.open()
    await visit.button('Continue with Google').waitFor()
    expect(chunks(visit).length).toBeGreaterThan(0)
  })
})

describe('a social login', () => {
  it('is an embedded wallet of that provider, with a name, before and after a reload, until it ends [S1.scope.05] [S3.persist.04] [S4.disc.05]', async () => {
    const visit = await visitSocials(['google'])
    await login(visit)
    const read = () =>
      visit.page.evaluate(() => ({
        type: kit.getWalletProviderType(),
        social: kit.getWalletInfo()?.social ?? null,
        provider: kit.getAccount().embeddedWalletInfo?.authProvider ?? null,
        address: kit.getAccount().address ?? null,
        stored: localStorage.getItem('@appkit/connected_social'),
        name: localStorage.getItem('@appkit-wallet/SOCIAL_USERNAME'),
      }))
    const before = await read()
    expect(before).toMatchObject({ type: 'AUTH', social: 'google', provider: 'google', stored: 'google', name: PERSON })
    expect(before.address).toMatch(/^0x/)
    await visit.page.reload()
    await visit.status('connected')
    expect(await read()).toEqual(before)
    await visit.page.evaluate(() => kit.disconnect())
    await visit.status('disconnected')
    expect(await read()).toMatchObject({ social: null, provider: null, stored: null })
  })

  it('sends its analytics events [S7.event.09]', async () => {
    const visit = await visitSocials(['google'], { analytics: true })
    await login(visit)
    expect((await arrived('SOCIAL_LOGIN_SUCCESS')).props).toMatchObject({ properties: { provider: 'google' } })
    await arrivedOnce('SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_REQUEST_USER_DATA')
    expect(named('SOCIAL_LOGIN_ERROR')).toEqual([])
  })
})

describe('the login window', () => {
  it('is shown again by the waiting view, and closes with it', async () => {
    const visit = await visitSocials(true)
    await visit.open()
    const popup = await choose(visit, 'X')
    await popup.getByRole('button', { name: `Continue as ${PERSON}` }).waitFor()
    await visit.modal.getByText('Continue in the X window').waitFor()
    await visit.button('Show window again').click()
    expect(popup.isClosed()).toBe(false)
    await visit.button('Cancel').click()
    await titled(visit, 'Connect Wallet')
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  it('closes with the modal too, and has no effect later', async () => {
    const visit = await visitSocials(['google'])
    await visit.open()
    const popup = await choose(visit, 'Google')
    await popup.getByRole('button', { name: `Continue as ${PERSON}` }).waitFor()
    await visit.modal.getByText('Continue in the Google window').waitFor()
    await visit.page.evaluate(() => kit.close())
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(await visit.page.evaluate(() => kit.getAccount().status)).not.toBe('connected')
  })

  it('leads back when the visitor closes it', async () => {
    const visit = await visitSocials(['google'])
    await visit.open()
    const popup = await choose(visit, 'Google')
    await visit.modal.getByText('Continue in the Google window').waitFor()
    await popup.close()
    await titled(visit, 'Connect Wallet')
    expect(await visit.page.evaluate(() => events.at(-1))).toMatchObject({
      event: 'SOCIAL_LOGIN_CANCELED',
      properties: { provider: 'google' },
    })
    await login(visit)
  })

  it('shows a message when the browser blocks it, and opens on the next press', async () => {
    const visit = await visitSocials(['google'])
    await visit.open()
    await visit.button('Continue with Google').waitFor()
    await visit.page.evaluate(() => {
      const open = window.open.bind(window)
      window.open = () => {
        window.open = open
        return null
      }
    })
    await visit.button('Continue with Google').click()
    await visit.modal.getByText('The window was blocked').waitFor()
    const popup = await popupAfter(visit, () => visit.button('Try again').click())
    await enter(popup)
    await visit.status('connected')
  })

  it('is the only source of results: messages from others are ignored', async () => {
    const visit = await visitSocials(['google'])
    await visit.open()
    const popup = await choose(visit, 'Google')
    await popup.getByRole('button', { name: `Continue as ${PERSON}` }).waitFor()
    const resultUri = `${flow.sandbox().secureSite}/social/result?id=0`
    // Post from the page itself, and from another window of the service's origin.
    await visit.page.evaluate((uri) => window.postMessage({ resultUri: uri }, '*'), resultUri)
    const other = await popupAfter(visit, () =>
      visit.page.evaluate((url) => void window.open(url, 'other'), `${flow.sandbox().secureSite}/dashboard`),
    )
    await other.waitForLoadState()
    await other.evaluate((uri) => (window.opener as Window).postMessage({ resultUri: uri }, '*'), resultUri)
    await visit.modal.getByText('Continue in the Google window').waitFor()
    await enter(popup)
    await visit.status('connected')
    expect(await said(visit, 'CONNECT_SOCIAL')).toHaveLength(1)
  })

  it('is not trusted when it ends on another origin', async () => {
    const visit = await visitSocials(['google'])
    await visit.open()
    const popup = await choose(visit, 'Google')
    await popup.getByRole('button', { name: `Continue as ${PERSON}` }).waitFor()
    await popup.goto(`${flow.sandbox().url}/wallet`)
    await popup.evaluate(
      (site) => (window.opener as Window).postMessage({ resultUri: `${site}/social/result?id=0` }, '*'),
      flow.sandbox().secureSite,
    )
    await visit.modal.getByText('Untrusted Origin').waitFor()
    await titled(visit, 'Connect Wallet')
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(await said(visit, 'CONNECT_SOCIAL')).toEqual([])
  })

  it('is given up with an alert when the service does not say where to go [S8.alert.02]', async () => {
    const visit = await visitSocials(['google'])
    // The frame is ready, but never answers.
    await visit.page.route('**/sdk?*', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>
          globalThis.heard = []
          addEventListener('message', ({ data }) => heard.push(data?.type))
          parent.postMessage({ type: '@w3m-frame/READY', payload: {} }, '*')
        </script>`,
      }),
    )
    const heard = async () => {
      const frame = visit.page.frames().find((each) => each.url().includes('/sdk?'))
      return frame?.evaluate(() => (globalThis as unknown as { heard?: string[] }).heard)
    }
    await visit.page.clock.install()
    await visit.open()
    const popup = await choose(visit, 'Google')
    await visit.modal.getByText('Continue in the Google window').waitFor()
    // The timeout begins with the request, which waits until the frame is loaded.
    await expect.poll(heard).toContain('@w3m-app/GET_SOCIAL_REDIRECT_URI')
    await visit.page.clock.runFor(29_000)
    expect(await visit.modal.getByText('Social Login Timed Out').count()).toBe(0)
    await visit.page.clock.runFor(1_500)
    await visit.modal.getByText('Social Login Timed Out').waitFor()
    await visit.modal.getByText('The login took too long').waitFor()
    await expect.poll(() => popup.isClosed()).toBe(true)
  })
})

describe('Farcaster', () => {
  const link = ({ modal }: Visited) => modal.getByRole('link', { name: 'Open' })

  it('shows a code, and is approved by the person who scans it [S1.embed.08] [S2.view.08]', async () => {
    const visit = await visitSocials(['farcaster'])
    await visit.open()
    await visit.button('Continue with Farcaster').click()
    await titled(visit, 'Farcaster')
    await visit.modal.getByRole('img', { name: 'QR code to log in with Farcaster' }).waitFor()
    const url = (await link(visit).getAttribute('href')) ?? ''
    expect(url).toContain(`${flow.sandbox().url}/wallet?farcaster=`)
    await expect.poll(() => readQr(visit.page)).toBe(url)
    const wallet = await visit.page.context().newPage()
    await wallet.goto(url)
    await wallet.getByLabel('Name').selectOption({ label: '@olivia (2)' })
    await wallet.getByRole('button', { name: 'Approve' }).click()
    await visit.status('connected')
    await visit.modal.waitFor({ state: 'hidden' })
    expect(await visit.page.evaluate(() => localStorage.getItem('@appkit-wallet/SOCIAL_USERNAME'))).toBe('olivia')
    expect(await said(visit, 'RELOAD')).toEqual([])
  })

  it('is cancelled in the frame when the visitor leaves its view', async () => {
    const visit = await visitSocials(['farcaster'])
    await visit.open()
    await visit.button('Continue with Farcaster').click()
    await link(visit).waitFor()
    await visit.button('Back').click()
    await titled(visit, 'Connect Wallet')
    await expect.poll(() => said(visit, 'RELOAD')).toHaveLength(1)
    await visit.button('Continue with Farcaster').click()
    await link(visit).waitFor()
    // A frame that answered would be asked again before it is gone, and lose what it was asked.
    expect(await said(visit, 'GET_FARCASTER_URI_SUCCESS', 'frame')).toHaveLength(2)
    expect(await said(visit, 'RELOAD_SUCCESS', 'frame')).toEqual([])
  })
})

it.each([
  ['the site names none', [], {}],
  [
    'those that it names do not work in this browser',
    ['google'],
    { script: 'globalThis.TelegramWebviewProxy = {}', context: { userAgent: 'Mozilla/5.0 (iPhone; like Mac OS X)' } },
  ],
] as const)('shows nothing, and no "or" next to it, where %s', async (_name, socials, visit) => {
  for (const connectMethodsOrder of [
    ['social', 'wallet'],
    ['wallet', 'social'],
  ]) {
    const shown = await visitSocials([], { ...visit, config: { features: { socials, connectMethodsOrder } } })
    await shown.open()
    await shown.button(/Test wallet/).waitFor()
    await expect.poll(() => shown.modal.locator('.bone').count()).toBe(0)
    expect(await shown.modal.getByText('or', { exact: true }).and(shown.page.locator(':visible')).count()).toBe(0)
    expect(await shown.modal.locator('.socials').count()).toBe(0)
  }
  const both = await visitSocials([], { ...visit, config: { features: { socials, email: {} } } })
  await both.open()
  await both.modal.getByRole('textbox', { name: 'Email' }).waitFor()
  await both.button(/Test wallet/).waitFor()
  await expect
    .poll(() => both.modal.getByText('or', { exact: true }).and(both.page.locator(':visible')).count())
    .toBe(1)
})

it('shows a notice on a site without a login service', async () => {
  const visit = await flow.visit({ config: { features: { socials: {} } } })
  await visit.open()
  await visit.modal.getByText('Social login is not available on this site').waitFor()
})
