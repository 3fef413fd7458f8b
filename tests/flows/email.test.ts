/** Email login with a real frame on another origin, real mail and real keys. */
import { afterEach, describe, expect, it } from 'vitest'
import { AUTH_KEYS } from '../../runtime/auth/stored.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { EMAIL, titled, useLogin } from '../support/login.ts'

const flow = useFlow()
const { visitLogin, codeAfter, begin, enter, receive, login } = useLogin(flow)
afterEach(() => flow.sandbox().login.clear())

/** A script that lets tests move the page's clock. The frame has another clock. */
const CLOCK = 'globalThis.passed = 0; const now = Date.now; Date.now = () => now() + globalThis.passed'
const later = ({ page }: Visited, ms: number) =>
  page.evaluate((more) => void ((globalThis as { passed?: number }).passed = more), ms)
/** Moves the clocks of the page and the service. */
const bothLater = async (visit: Visited, ms: number) => {
  await later(visit, ms)
  flow.sandbox().login.set({ advance: ms })
}
/** A script that records the messages that the page sends through ports, and those that the window receives. */
const WIRE = `globalThis.wire = { out: [], in: [] }
const post = MessagePort.prototype.postMessage
MessagePort.prototype.postMessage = function (message, ...rest) { if (message?.type) wire.out.push(message); return post.call(this, message, ...rest) }
addEventListener('message', ({ data, origin }) => wire.in.push({ type: data?.type, origin }))`
type Sent = { type: string; id: string; payload?: Record<string, unknown> }
type Wire = { out: Sent[]; in: { type: string; origin: string }[] }
const wire = ({ page }: Visited) => page.evaluate(() => (globalThis as unknown as { wire: Wire }).wire)
const sentOf = async (visit: Visited, name: string) => (await wire(visit)).out.filter(({ type }) => type === name)

const stored = ({ page }: Visited, key: keyof typeof AUTH_KEYS) =>
  page.evaluate((name) => localStorage.getItem(name), AUTH_KEYS[key])
const address = ({ page }: Visited) => page.evaluate(() => kit.getAccount().address)
const shows = ({ modal }: Visited, text: string | RegExp) => modal.getByText(text).first().waitFor()
const toast = ({ page }: Visited, text: string | RegExp) =>
  page.locator('[data-walletkit] .toast').filter({ hasText: text }).waitFor()
const boxes = ({ modal }: Visited) => modal.getByLabel('Code of 6 digits')
const wrong = (code: string, times = 0) => String((Number(code) + 1 + times) % 1_000_000).padStart(6, '0')
/** Checks that a code was refused: the message is shown, and the boxes are empty and focused. */
const refused = async (visit: Visited, text: string) => {
  await shows(visit, text)
  await expect.poll(() => boxes(visit).inputValue()).toBe('')
  await expect.poll(() => boxes(visit).evaluate((input) => input.matches(':focus'))).toBe(true)
}
const mails = (email: string) => flow.sandbox().login.mails(email)

describe('a code', () => {
  it('connects, and the login survives a reload [S1.scope.04] [S1.embed.01] [S4.embed.02] [S3.persist.01] [S3.persist.02]', async () => {
    const visit = await visitLogin()
    await login(visit)
    const before = await address(visit)
    expect(before).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(await visit.page.evaluate(() => kit.getWalletProviderType())).toBe('AUTH')
    await visit.page.reload()
    await visit.status('connected')
    expect(await address(visit)).toBe(before)
    expect(await visit.modal.isVisible()).toBe(false)
    expect([await stored(visit, 'loginUsed'), await stored(visit, 'email')]).toEqual(['true', EMAIL])
    expect(mails(EMAIL)).toHaveLength(1)
  })

  it('that is wrong shows an error, and the next one may be right [S4.embed.08] [S4.embed.09] [S4.embed.10]', async () => {
    const email = 'wrong@example.com'
    const visit = await visitLogin()
    const code = await receive(visit, email)
    expect([await stored(visit, 'loginUsed'), await stored(visit, 'email')]).toEqual([null, null])
    expect(Number(await stored(visit, 'lastEmailTime'))).toBeGreaterThan(0)
    await enter(visit, wrong(code))
    await refused(visit, 'Invalid code. Try again.')
    expect(await boxes(visit).getAttribute('aria-invalid')).toBe('true')
    expect(await visit.page.evaluate(() => errors)).toMatchObject([{ code: 'EMAIL_CODE' }])
    // Type digit by digit, by keyboard alone.
    await visit.page.keyboard.type(code)
    await visit.status('connected')
    expect([await stored(visit, 'loginUsed'), await stored(visit, 'email')]).toEqual(['true', email])
    expect(await stored(visit, 'lastEmailTime')).toBeNull()
  })

  it('is locked after five wrong attempts, even for the right code, until another mail is sent', async () => {
    const email = 'locked@example.com'
    const visit = await visitLogin({ script: CLOCK })
    const code = await receive(visit, email)
    for (let times = 0; times < 4; times++) {
      await enter(visit, wrong(code, times))
      await expect.poll(() => visit.page.evaluate(() => errors.length)).toBe(times + 1)
      await refused(visit, 'Invalid code. Try again.')
    }
    await enter(visit, wrong(code, 4))
    await refused(visit, 'Too many wrong codes. Ask for a new one.')
    await enter(visit, code)
    await expect.poll(() => visit.page.evaluate(() => errors.length)).toBe(6)
    await refused(visit, 'Too many wrong codes. Ask for a new one.')
    await bothLater(visit, 30_000)
    const next = await codeAfter(() => visit.button('Resend code').click(), email)
    await toast(visit, 'A new code is on its way')
    await enter(visit, next)
    await visit.status('connected')
  })

  it('that expired shows an error, and a resent one connects; resending works once in 30 s [S5.email.03]', async () => {
    const email = 'expired@example.com'
    const visit = await visitLogin({ script: CLOCK + ';' + WIRE })
    const code = await receive(visit, email)
    const asked = () => sentOf(visit, '@w3m-app/CONNECT_EMAIL')
    const again = visit.button(/^Resend/)
    await later(visit, 10_000)
    await again.filter({ hasText: /0:[12]\d/ }).click({ force: true })
    expect(await asked()).toHaveLength(1)
    flow.sandbox().login.set({ advance: 600_001 })
    await enter(visit, code)
    await refused(visit, 'This code has expired. Ask for a new one.')
    await later(visit, 30_000)
    const next = await codeAfter(() => visit.button('Resend code').click(), email)
    expect(await asked()).toHaveLength(2)
    await enter(visit, next)
    await visit.status('connected')
  })

  it('typed while offline waits, and is sent when the browser is online again', async () => {
    const email = 'offline@example.com'
    const visit = await visitLogin()
    const code = await receive(visit, email)
    await boxes(visit).waitFor()
    await setOffline(visit, true)
    await enter(visit, code)
    await shows(visit, 'You’re offline. The code is checked once you’re back.')
    await setOffline(visit, false)
    await visit.status('connected')
    expect(await visit.page.evaluate(() => errors)).toEqual([])
  })

  it('that could not be checked can be submitted again unchanged', async () => {
    const email = 'unchecked@example.com'
    const visit = await visitLogin()
    const code = await receive(visit, email)
    await visit.page.route('**/api/CONNECT_OTP', (route) => route.abort(), { times: 1 })
    await enter(visit, code)
    await shows(visit, 'The code could not be checked')
    expect(await boxes(visit).inputValue()).toBe(code)
    await visit.button('Try again').click()
    await visit.status('connected')
  })
})

describe('the email field', () => {
  it('accepts only an email address [S5.email.01]', async () => {
    const email = 'field@example.com'
    const visit = await visitLogin({ script: WIRE })
    await visit.open()
    const field = visit.modal.getByRole('textbox', { name: 'Email' })
    await field.fill('abc')
    expect(await visit.button('Continue with this email').getAttribute('aria-disabled')).toBe('true')
    await field.press('Enter')
    await field.fill('mira@example')
    await field.press('Enter')
    await shows(visit, 'Invalid email')
    expect(await visit.page.locator('#w3m-iframe').count()).toBe(0)
    await field.fill(email)
    expect(await visit.modal.getByText('Invalid email').count()).toBe(0)
    await field.press('Enter')
    await titled(visit, 'Confirm Email')
    expect(await sentOf(visit, '@w3m-app/CONNECT_EMAIL')).toMatchObject([{ payload: { email } }])
  })

  it('leads back to the sent code and requests no other within 30 s, also after a reload [S3.persist.03]', async () => {
    const [email, other] = ['patient@example.com', 'hasty@example.com']
    const visit = await visitLogin()
    await receive(visit, email)
    const time = await stored(visit, 'lastEmailTime')
    await visit.button('Use another email').click()
    await begin(visit, email)
    await titled(visit, 'Confirm Email')
    await visit.button('Use another email').click()
    await begin(visit, other)
    await toast(visit, /^Please try again after (2\d|30) seconds$/)
    await visit.page.reload()
    expect(await stored(visit, 'lastEmailTime')).toBe(time)
    await begin(visit, email)
    await toast(visit, /^Please try again after (1\d|2\d|30) seconds$/)
    expect([mails(email).length, mails(other).length]).toEqual([1, 0])
    expect(await visit.page.locator('#w3m-iframe').count()).toBe(0)
  })

  it('is shown when email is on; its code is loaded when Connect shows [S1.feat.05] [S2.lazy.01]', async () => {
    const fetched = ({ requests }: Visited) => requests.filter((url) => /\/(EmailMethod|VerifyOtpView)/.test(url))
    const on = await visitLogin()
    await on.page.waitForFunction(() => 'kit' in globalThis)
    expect(fetched(on)).toEqual([])
    await on.open()
    await on.modal.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(fetched(on)).toHaveLength(1)
    const off = await visitLogin({ config: { features: { email: false } } })
    await off.open()
    await off.button(/Test wallet/).waitFor()
    expect(await off.modal.getByRole('textbox', { name: 'Email' }).count()).toBe(0)
    expect(fetched(off)).toEqual([])
    expect(off.requests.filter((url) => url.startsWith(flow.sandbox().secureSite))).toEqual([])
    expect(await off.page.locator('iframe').count()).toBe(0)
  })

  it('is above the wallets, or above one button that leads to them [S1.feat.06]', async () => {
    const list = await visitLogin({ config: { features: { email: {}, emailShowWallets: true } } })
    await list.open()
    await list.button(/Test wallet/).waitFor()
    const button = await visitLogin({ config: { features: { email: {}, emailShowWallets: false } } })
    await button.open()
    await button.modal.getByRole('textbox', { name: 'Email' }).waitFor()
    await button.button('Continue with a wallet').waitFor()
    expect(await button.button(/Test wallet/).count()).toBe(0)
  })

  it('comes first, then the social logins, then the wallets, unless the site configures otherwise [S2.view.01] [S1.order.01] [S1.feat.15]', async () => {
    const order = async (features: Record<string, unknown>) => {
      const visit = await visitLogin({
        config: { features: { email: {}, socials: ['google', 'github'], ...features } },
      })
      await visit.open()
      const places = {
        email: visit.modal.getByRole('textbox', { name: 'Email' }),
        social: visit.modal.getByRole('button', { name: /Google/ }),
        wallet: visit.button(/Test wallet/),
      }
      const tops = await Promise.all(
        Object.entries(places).map(async ([name, place]) => {
          await place.waitFor()
          return { name, top: (await place.boundingBox())?.y ?? Number.NaN }
        }),
      )
      return tops.sort((a, b) => a.top - b.top).map(({ name }) => name)
    }
    expect(await order({})).toEqual(['email', 'social', 'wallet'])
    const connectMethodsOrder = ['wallet', 'social', 'email']
    expect(await order({ connectMethodsOrder })).toEqual(connectMethodsOrder)
  })

  it('is not shown for namespaces that the embedded wallet does not support', async () => {
    const visit = await visitLogin({
      namespaces: ['polkadot', 'solana'],
      config: { features: { email: {}, socials: true } },
    })
    const offered = async (namespace: 'polkadot' | 'solana') => {
      await visit.page.evaluate((only) => kit.open({ namespace: only }), namespace)
      await visit.button(/Test wallet/).waitFor()
      const field = visit.modal.getByRole('textbox', { name: 'Email' })
      const google = visit.button('Continue with Google')
      if (namespace === 'solana') await Promise.all([field.waitFor(), google.waitFor()])
      return [await field.count(), await google.count()]
    }
    expect(await offered('polkadot')).toEqual([0, 0])
    expect(await offered('solana')).toEqual([1, 1])
  })

  it('is not shown without an adapter for the embedded wallet’s namespaces', async () => {
    for (const without of [
      { config: { basic: true, features: { email: {}, socials: true } } },
      { chains: 'none' as const },
    ]) {
      const visit = await visitLogin({ remote: true, ...without })
      await visit.page.evaluate(() => kit.open({ view: 'Connect' }))
      await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
      await visit.button(/WalletConnect/).waitFor()
      expect(await visit.modal.getByRole('textbox').count()).toBe(0)
      expect(await visit.modal.locator('.or, .method, .socials').count()).toBe(0)
    }
  })

  it('is replaced by a notice when the site names no login service', async () => {
    const visit = await flow.visit({ config: { features: { email: {} } } })
    await visit.open()
    await shows(visit, 'Email login is not available on this site')
    expect(await visit.modal.getByRole('textbox', { name: 'Email' }).count()).toBe(0)
  })
})

describe('a browser that is new to the account', () => {
  it('is approved by the mail’s link, and reaches the same account [S1.embed.09] [S4.embed.01]', async () => {
    const email = 'returning@example.com'
    const known = await visitLogin()
    await login(known, email)
    flow.sandbox().login.set({ resendAfter: 0, devices: true })
    const visit = await visitLogin()
    const since = Date.now()
    await begin(visit, email)
    await titled(visit, 'Register Device')
    const { link = '' } = await flow.sandbox().login.nextMail(email, since)
    const tab = await visit.page.context().newPage()
    await tab.goto(link)
    const code = await codeAfter(() => tab.getByRole('button', { name: 'Approve' }).click(), email)
    await tab.getByRole('heading', { name: 'Approved' }).waitFor()
    await titled(visit, 'Confirm Email')
    await enter(visit, code)
    await visit.status('connected')
    expect(await address(visit)).toBe(await address(known))
  })

  it('shows an error when its approval fails, and can ask again', async () => {
    const email = 'approval@example.com'
    flow.sandbox().login.set({ devices: true })
    const visit = await visitLogin()
    await visit.page.route('**/api/CONNECT_DEVICE', (route) => route.abort(), { times: 1 })
    const since = Date.now()
    await begin(visit, email)
    await shows(visit, 'This browser was not approved')
    await visit.button('Try again').click()
    await shows(visit, 'Waiting for your approval…')
    const { link = '' } = await flow.sandbox().login.nextMail(email, since)
    const tab = await visit.page.context().newPage()
    await tab.goto(link)
    await tab.getByRole('button', { name: 'Approve' }).click()
    await titled(visit, 'Confirm Email')
  })
})

describe('the login frame', () => {
  it('is one invisible frame that learns the page’s data, and exchanges messages both ways [S1.embed.14] [S2.frame.01] [S2.frame.02] [S2.frame.03] [S2.frame.04]', async () => {
    const visit = await visitLogin({ script: WIRE })
    await visit.open()
    expect(await visit.page.locator('iframe').count()).toBe(0)
    await receive(visit, 'frame@example.com')
    const frame = visit.page.locator('iframe')
    expect(await frame.count()).toBe(1)
    expect(await frame.boundingBox()).toBeNull()
    const { searchParams } = new URL((await frame.getAttribute('src')) ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({
      projectId: 'flows',
      chainId: 'eip155:31337',
      version: expect.stringMatching(/^html-/) as unknown,
      enableLogger: 'true',
    })
    expect((await wire(visit)).in).toEqual([{ type: '@w3m-frame/READY', origin: flow.sandbox().secureSite }])
    expect(await sentOf(visit, '@w3m-app/CONNECT_EMAIL')).toHaveLength(1)
  })

  it('comes from the site’s own login service, whose messages alone count, and learns the site’s origin [S9.open.05] [S7.frame.24]', async () => {
    const visit = await visitLogin({ script: WIRE })
    await visit.page.route('**/api/CONNECT_EMAIL', () => undefined)
    await begin(visit, 'origin@example.com')
    const { secureSite } = flow.sandbox()
    const sent = () => sentOf(visit, '@w3m-app/CONNECT_EMAIL')
    await expect.poll(sent).toHaveLength(1)
    expect(await visit.page.locator('iframe').getAttribute('src')).toMatch(new RegExp(`^${secureSite}/sdk\\?`))
    const [{ id } = { id: '' }] = await sent()
    // The message has the right id, but comes from the page itself, as from a malicious script.
    await visit.page.evaluate((given) => {
      const type = '@w3m-frame/CONNECT_EMAIL_SUCCESS'
      postMessage({ type, id: given, payload: { action: 'VERIFY_OTP' } }, location.origin)
    }, id)
    await expect.poll(async () => (await wire(visit)).in.at(-1)?.origin).toBe(flow.origin)
    await visit.page.waitForTimeout(200)
    expect(await visit.title.innerText()).toBe('Connect Wallet')
    expect(await sentOf(visit, '@w3m-app/SYNC_DAPP_DATA')).toMatchObject([
      {
        payload: {
          metadata: { name: 'Flows' },
          sdkVersion: expect.any(String) as unknown,
          sdkType: expect.any(String) as unknown,
          projectId: 'flows',
        },
      },
    ])
  })

  it('that does not load shows an error, and the next attempt loads a new one [S8.frame.05]', async () => {
    const email = 'refused@example.com'
    const visit = await visitLogin({ script: CLOCK })
    const sdk = `${flow.sandbox().secureSite}/sdk*`
    await visit.page.route(sdk, (route) => route.abort('connectionrefused'))
    await begin(visit, email)
    await toast(visit, 'Unable to load email login dependency')
    expect(await visit.page.locator('iframe').count()).toBe(0)
    await visit.page.unroute(sdk)
    await later(visit, 30_000)
    const code = await codeAfter(() => visit.button('Continue with this email').click(), email)
    await enter(visit, code)
    await visit.status('connected')
  })
})
