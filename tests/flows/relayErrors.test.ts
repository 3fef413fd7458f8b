/** A relay that refuses the page: each reason is reported to the developer once, and the modal keeps working. */
import { expect, it } from 'vitest'
import { useFlow } from '../support/flow.ts'

const flow = useFlow()

it('alerts each error of the relay client once per page load [S4.other.05] [S7.transport.05]', async () => {
  const { relay } = flow.sandbox()
  relay.clear()
  const visit = await flow.visit({ remote: true, wallets: [] })
  const dialled = visit.page.waitForEvent('websocket')
  await visit.open()
  await visit.button(/^WalletConnect/).click()
  const { searchParams, origin, pathname } = new URL((await dialled).url())
  expect(`${origin}${pathname}`).toBe(relay.url)
  expect(searchParams.get('projectId')).toBe(await visit.page.evaluate(() => setup.config.projectId))
  await visit.modal.getByRole('img', { name: /QR code/ }).waitFor()

  const told = () =>
    visit.page.evaluate(() => errors.map(({ code }) => code).filter((code) => !code.startsWith('RELAY')))
  const turnAway = async (reason: string) => {
    await expect.poll(() => relay.report().sockets.length, { timeout: 15_000 }).toBe(1)
    relay.drop(3000, reason)
    await expect.poll(() => relay.report().sockets.length).toBe(0)
  }
  await turnAway('Unauthorized: origin not allowed')
  await visit.modal.getByRole('alert').filter({ hasText: 'Origin Not Allowed' }).waitFor()
  await turnAway('Unauthorized: origin not allowed')
  await turnAway('JWT validation error: JWT Token is not yet valid')
  await expect.poll(told).toEqual(['ORIGIN_NOT_ALLOWED', 'JWT_TOKEN_NOT_VALID'])
  await visit.modal.getByText(/clock/).waitFor()
  // The page still works.
  await visit.button('Close').click()
  await visit.modal.waitFor({ state: 'hidden' })
}, 60_000)
