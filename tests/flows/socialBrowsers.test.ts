/** Social logins in a browser that is new to the account: approved by mail, or in the login's popup. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { useEvents } from '../support/tracked.ts'
import { pressLast } from '../support/pressLast.ts'

const flow = useFlow()
beforeEach(() => flow.sandbox().login.clear())

const { arrived, arrivedOnce, named } = useEvents(flow.sandbox)
const visitSocials = (socials: readonly string[], visit: Visit = {}) =>
  flow.visit({ login: true, ...visit, config: { features: { socials } } })

let people = 0
const somebody = () => `newcomer${++people}@example.com`

async function choose({ page, button }: Visited, name: string): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(`Continue with ${name}`).click()])
  popup.setDefaultTimeout(8_000)
  return popup
}
/** Fills in the provider's page for a person. */
async function enter(popup: Page, email: string) {
  await popup.getByLabel('Name').fill('Ada Lovelace')
  await popup.getByLabel('Email, or nothing').fill(email)
  await pressLast(popup.getByRole('button', { name: 'Continue', exact: true }))
}
async function login(visit: Visited, name: string, email: string) {
  await visit.open()
  await enter(await choose(visit, name), email)
  await visit.status('connected')
}
/** Opens the link of the newest mail, and presses the button there. */
async function approveByMail({ page }: Visited, email: string, since: number) {
  const { link = '' } = await flow.sandbox().login.nextMail(email, since)
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Approve' }).click()
  await tab.getByRole('heading', { name: 'Approved' }).waitFor()
}

describe('a browser that is new to the account', () => {
  it('is approved by the mail’s link, and then the login goes on by itself', async () => {
    const email = somebody()
    const known = await visitSocials(['google'])
    await login(known, 'Google', email)
    const visit = await visitSocials(['google'])
    await visit.open()
    const since = Date.now()
    await enter(await choose(visit, 'Google'), email)
    await visit.modal.getByText('Look in your mail').waitFor()
    await approveByMail(visit, email, since)
    await visit.status('connected')
    const address = ({ page }: Visited) => page.evaluate(() => kit.getAccount().address)
    expect(await address(visit)).toBe(await address(known))
  })

  it('is asked about in the login window where the account has no address', async () => {
    for (const asks of [false, true]) {
      const visit = await visitSocials(['x'])
      await visit.open()
      const popup = await choose(visit, 'X')
      await enter(popup, '')
      if (asks) await pressLast(popup.getByRole('button', { name: 'Log in', exact: true }))
      await visit.status('connected')
    }
  })
})

it('navigates the page itself in Telegram, is logged in when it returns, and sends its events', async () => {
  const visit = await visitSocials(['google'], { script: 'globalThis.TelegramWebviewProxy = {}', analytics: true })
  await visit.open()
  await visit.button('Continue with Google').click()
  const [email, since] = [somebody(), Date.now()]
  await enter(visit.page, email)
  await visit.page.waitForURL(`${flow.origin}/**`)
  // Without a popup nothing proves that the result is this browser's, so the mail has to approve it.
  await approveByMail(visit, email, since)
  await visit.status('connected')
  expect(visit.page.url()).not.toContain('result_uri')
  expect(await visit.page.evaluate(() => kit.getWalletInfo()?.social)).toBe('google')
  expect((await arrived('SOCIAL_LOGIN_SUCCESS')).props).toMatchObject({ properties: { provider: 'google' } })
  await arrivedOnce('CONNECT_SUCCESS')
  expect(named('SOCIAL_LOGIN_CANCELED')).toEqual([])
  expect(named('SOCIAL_LOGIN_ERROR')).toEqual([])
})
