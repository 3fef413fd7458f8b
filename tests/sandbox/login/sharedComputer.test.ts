/** What the person who used a browser before, and noted what it keeps, can do with the login of the next one. */
import { expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { newest, openBrowser, someEmail } from './browser.ts'

const sandbox = useSandbox()

it('a browser’s token of the person before is not the next person’s', async () => {
  const library = await openBrowser(sandbox())
  await library.login(someEmail())
  const noted = library.kept.device
  expect(noted).toBeDefined()
  await library.ask('SIGN_OUT')
  const email = someEmail()
  const victim = await openBrowser(sandbox(), { same: library })
  await victim.login(email)
  expect(victim.kept.device).not.toBe(noted)
  await victim.ask('SIGN_OUT')
  sandbox().login.set({ advance: 40_000, devices: 'returning' })
  const home = await openBrowser(sandbox(), { same: { kept: { device: noted } } })
  await home.ask('CONNECT_EMAIL', { email })
  expect(newest(sandbox(), email)).toMatchObject({ link: expect.stringMatching(/^http/) as string })
})

it('a browser keeps its token when the same person comes again', async () => {
  const email = someEmail()
  const browser = await openBrowser(sandbox())
  await browser.login(email)
  const { device } = browser.kept
  await browser.ask('SIGN_OUT')
  sandbox().login.set({ advance: 40_000 })
  const again = await openBrowser(sandbox(), { same: browser })
  await again.login(email)
  expect(again.kept.device).toBe(device)
})
