/** A page learns nothing about an address that is not its visitor's, not even whether it has an account. */
import { afterEach, describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { type Browser, newest, openBrowser, someEmail } from './browser.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().login.clear())

/** An address with an account and one without. The pause since the last mail is over for both. */
async function twoAddresses() {
  const [known, unknown] = [someEmail(), someEmail()]
  await (await openBrowser(sandbox())).login(known)
  sandbox().login.set({ advance: 3_600_000 })
  return { known, unknown }
}
/** 'waits' if the request waits for a person, or else its immediate answer. */
const waits = (browser: Browser) =>
  Promise.race([
    browser.ask('CONNECT_DEVICE').then(({ status, message }) => ({ status, message })),
    new Promise((resolve) => setTimeout(resolve, 400, 'waits')),
  ])
const said = async (browser: Browser, name: string, payload: unknown) => {
  const { status, message, answer } = await browser.ask(name, payload)
  return { status, message, answer }
}

describe('an address with an account and one without', () => {
  it('get the same answers from a login, step by step', async () => {
    const { known, unknown } = await twoAddresses()
    const answers = []
    for (const email of [known, unknown]) {
      const browser = await openBrowser(sandbox())
      const all: unknown[] = [await said(browser, 'CONNECT_EMAIL', { email }), await waits(browser)]
      all.push((await said(browser, 'CONNECT_EMAIL', { email })).status)
      for (let each = 0; each < 6; each++) all.push(await said(browser, 'CONNECT_OTP', { otp: 'wrong' }))
      answers.push(all)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('get the same answers from a change of address, until its code proves whose it is', async () => {
    const { known, unknown } = await twoAddresses()
    const answers = []
    for (const to of [known, unknown]) {
      const [browser, own] = [await openBrowser(sandbox()), someEmail()]
      await browser.login(own)
      sandbox().login.set({ advance: 30_000 })
      const all: unknown[] = [await browser.change(to)]
      all.push(await said(browser, 'UPDATE_EMAIL_PRIMARY_OTP', { otp: newest(sandbox(), own).code }))
      for (let each = 0; each < 4; each++) all.push(await said(browser, 'UPDATE_EMAIL_SECONDARY_OTP', { otp: 'wrong' }))
      answers.push(all)
      const last = await said(browser, 'UPDATE_EMAIL_SECONDARY_OTP', { otp: newest(sandbox(), to).code })
      expect(last.message).toBe(to === known ? 'This email address belongs to another account' : undefined)
    }
    expect(answers[0]).toEqual(answers[1])
  })
})
