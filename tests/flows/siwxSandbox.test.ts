/** `storage: "server"` with the sandbox as the server, for pages at both names of this computer. */
import { expect, it } from 'vitest'
import { useFlow } from '../support/flow.ts'

const flow = useFlow()

it.each(['127.0.0.1', 'localhost'])('signs in from a page on %s, and stays signed in after a reload', async (host) => {
  const siwx = { storage: 'server', endpoint: `${flow.sandbox().url}/siwx` } as const
  const visit = await flow.visit({ siwx: true, config: { siwx } })
  const { page } = visit
  const known = () =>
    page.evaluate(async (endpoint) => {
      const answer = await fetch(`${endpoint}/session`, { credentials: 'include' })
      return ((await answer.json()) as { session: { address: string } | null }).session?.address
    }, siwx.endpoint)
  await page.goto(flow.origin.replace('127.0.0.1', host))
  await visit.open()
  await visit.button(/Test wallet/).click()
  await visit.title.filter({ hasText: 'Sign In' }).waitFor()
  await visit.button('Sign').click()
  await visit.modal.waitFor({ state: 'hidden' })
  expect(await known()).toBe(flow.sandbox().accounts[0]?.address)
  await page.reload()
  await visit.status('connected')
  await page.waitForTimeout(600)
  expect(await visit.modal.count()).toBe(0)
  await page.evaluate(() => kit.disconnect())
  await expect.poll(known).toBeUndefined()
})
