/** An email login over time: changing the address, logging out, and a service that no longer knows the login. */
import { afterEach, describe, expect, it } from 'vitest'
import { AUTH_KEYS } from '../../runtime/auth/stored.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { approve, frameOf, reject, titled, useLogin } from '../support/login.ts'

const flow = useFlow()
const { visitLogin, codeAfter, begin, enter, login } = useLogin(flow)
afterEach(() => flow.sandbox().login.clear())

const GONE = ['loginUsed', 'email', 'lastChain', 'socialUsername'] as const
const stored = ({ page }: Visited, keys: readonly (keyof typeof AUTH_KEYS)[] = GONE) =>
  page.evaluate(
    (names) => names.map((name) => localStorage.getItem(name)),
    keys.map((key) => AUTH_KEYS[key]),
  )
const account = ({ page }: Visited) => page.evaluate(() => kit.getAccount())
const edit = async (visit: Visited, email: string) => {
  await visit.open()
  await visit.button('Edit email').click()
  await titled(visit, 'Edit Email')
  await visit.modal.getByLabel('Your email').fill(email)
  await visit.button('Change email').click()
}
const toast = ({ page }: Visited, text: string) =>
  page.locator('[data-walletkit] .toast').filter({ hasText: text }).waitFor()
/** Sets a stored value that only a social login writes. */
const name = ({ page }: Visited) => page.evaluate((key) => localStorage.setItem(key, 'mira'), AUTH_KEYS.socialUsername)

describe('a change of address', () => {
  it('needs a code sent to the old address and one sent to the new address, twice in a row [S4.embed.04]', async () => {
    const [first, second, third] = ['one@example.com', 'two@example.com', 'three@example.com'] as const
    const visit = await visitLogin()
    await login(visit, first)
    flow.sandbox().login.set({ resendAfter: 0 })
    const { address } = await account(visit)
    for (const [from, to] of [
      [first, second],
      [second, third],
    ] as const) {
      const primary = await codeAfter(async () => {
        await edit(visit, to)
        const shown = frameOf(visit).locator('main')
        await shown.getByRole('heading', { name: 'Change your email address' }).waitFor()
        for (const text of [from, to]) expect(await shown.innerText()).toContain(text)
        await approve(visit)
      }, from)
      await titled(visit, 'Confirm Current Email')
      await visit.modal.getByText(from).waitFor()
      const secondary = await codeAfter(() => enter(visit, primary), to)
      await titled(visit, 'Confirm New Email')
      await visit.modal.getByText(to).waitFor()
      await enter(visit, secondary)
      await toast(visit, 'Email changed')
      await expect.poll(() => stored(visit, ['email', 'loginUsed'])).toEqual([to, 'true'])
      await expect.poll(async () => (await account(visit)).embeddedWalletInfo?.user?.email).toBe(to)
      await visit.modal.locator('[data-id=connections]').getByText(to).waitFor()
      await visit.page.evaluate(() => kit.close())
    }
    expect((await account(visit)).address).toBe(address)
    await visit.page.reload()
    await visit.status('connected')
    expect((await account(visit)).embeddedWalletInfo?.user?.email).toBe(third)
  })

  it('that the visitor declines in the frame, or leaves there, sends no mail and changes nothing', async () => {
    const [own, other] = ['declines@example.com', 'declined@example.com']
    const visit = await visitLogin()
    await login(visit, own)
    flow.sandbox().login.set({ resendAfter: 0 })
    const mails = flow.sandbox().login.mails().length
    await edit(visit, other)
    await reject(visit)
    await titled(visit, 'Edit Email')
    await visit.modal.getByLabel('Your email').fill(other)
    await visit.button('Change email').click()
    await frameOf(visit).getByRole('heading', { name: 'Change your email address' }).waitFor()
    await visit.button('Back').click()
    await titled(visit, 'Edit Email')
    await frameOf(visit).getByText('Nothing waits for your approval.').waitFor({ state: 'attached' })
    expect(flow.sandbox().login.mails()).toHaveLength(mails)
    expect(await stored(visit, ['email'])).toEqual([own])
  })

  it('to another account’s address, or with a wrong code, shows an error and changes nothing', async () => {
    const [own, taken] = ['own@example.com', 'taken@example.com']
    const other = await visitLogin()
    await login(other, taken)
    const visit = await visitLogin()
    await login(visit, own)
    flow.sandbox().login.set({ resendAfter: 0 })
    const change = async (to: string) => {
      await edit(visit, to)
      await approve(visit)
    }
    const first = await codeAfter(() => change(taken), own)
    await titled(visit, 'Confirm Current Email')
    const second = await codeAfter(() => enter(visit, first), taken)
    await titled(visit, 'Confirm New Email')
    await enter(visit, second)
    await visit.modal.getByText('This email address belongs to another account').waitFor()
    await visit.page.evaluate(() => kit.close())
    const code = await codeAfter(() => change('free@example.com'), own)
    await titled(visit, 'Confirm Current Email')
    await enter(visit, code === '111111' ? '222222' : '111111')
    await visit.modal.getByText('Invalid code. Try again.').waitFor()
    await visit.button('Use another email').click()
    await titled(visit, 'Edit Email')
    await expect.poll(() => visit.modal.getByLabel('Your email').inputValue()).toBe(own)
    expect(await stored(visit, ['email'])).toEqual([own])
  })

  it('may need only the new address’s code [S4.embed.05]', async () => {
    const visit = await visitLogin()
    await login(visit, 'short@example.com')
    // Answers like a service that has no old address.
    await visit.page.route('**/api/UPDATE_EMAIL', (route) =>
      route.fulfill({ json: { answer: { action: 'VERIFY_SECONDARY_OTP' } } }),
    )
    await edit(visit, 'long@example.com')
    await approve(visit)
    await titled(visit, 'Confirm New Email')
    await visit.modal.getByText('long@example.com').waitFor()
  })
})

describe('a login that the service still knows', () => {
  it('is restored without a code [S4.embed.03]', async () => {
    const email = 'again@example.com'
    const visit = await visitLogin()
    await login(visit, email)
    const { address } = await account(visit)
    const mails = flow.sandbox().login.mails(email).length
    // Clear the page's storage, but not that of the service.
    await visit.page.evaluate(() => localStorage.clear())
    await visit.page.reload()
    await visit.status('disconnected')
    await begin(visit, email)
    await visit.status('connected')
    await visit.modal.waitFor({ state: 'hidden' })
    expect((await account(visit)).address).toBe(address)
    expect(flow.sandbox().login.mails(email)).toHaveLength(mails)
  })

  it('opens on the last network [S3.persist.05]', async () => {
    const visit = await visitLogin()
    await login(visit, 'chain@example.com')
    const [, two] = flow.sandbox().chains
    const id = `eip155:${two?.id}`
    await visit.open()
    await visit.button('Choose network, now Sandbox One').click()
    // Leave the page at the moment when the network is stored, so that nothing more is stored.
    await visit.page.evaluate((chain) => {
      const setItem = Storage.prototype.setItem.bind(localStorage)
      Storage.prototype.setItem = (key, value) => {
        setItem(key, value)
        if (!key.endsWith('LAST_USED_CHAIN_KEY') || value !== chain) return
        setTimeout(() => (Storage.prototype.setItem = () => undefined))
        location.reload()
      }
    }, id)
    await Promise.all([visit.page.waitForEvent('load'), visit.button(two?.name ?? '').click()])
    await visit.status('connected')
    expect(await stored(visit, ['lastChain'])).toEqual([id])
    expect(await visit.page.evaluate(() => kit.getCaipNetwork()?.caipNetworkId)).toBe(id)
  })
})

describe('the end of a login', () => {
  it('clears everything, in the page and at the service [S4.embed.11]', async () => {
    const visit = await visitLogin()
    await login(visit, 'leaving@example.com')
    await name(visit)
    expect(await stored(visit)).toEqual(['true', 'leaving@example.com', 'eip155:31337', 'mira'])
    await visit.open()
    await visit.button('Disconnect').click()
    await visit.status('disconnected')
    expect(await stored(visit)).toEqual([null, null, null, null])
    await visit.page.reload()
    await visit.open()
    await visit.modal.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(await visit.page.evaluate(() => kit.getAccount().status)).toBe('disconnected')
  })

  it('at the service ends it in the page too [S4.embed.12]', async () => {
    const visit = await visitLogin()
    await login(visit, 'ended@example.com')
    await name(visit)
    const [, frame] = visit.page.frames()
    await frame?.evaluate(() => localStorage.clear())
    await visit.page.reload()
    await visit.status('disconnected')
    await expect.poll(() => stored(visit)).toEqual([null, null, null, null])
  })
})
