/** Sign-in that a server verifies: page and server together, with a cookie that scripts cannot read. */
import { expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'
import { useSiwxSite } from '../support/siwxSite.ts'

const flow = useFlow({ hosts: () => [site.url] })
const site = useSiwxSite(() => flow.origin)

const asks = ({ title }: Visited) => title.filter({ hasText: 'Sign In' }).waitFor()
const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })

async function begin(): Promise<Visited> {
  const siwx = { storage: 'server', endpoint: site.endpoint } as const
  const visit = await flow.visit({ siwx: true, config: { siwx } })
  await visit.open()
  await visit.button(/Test wallet/).click()
  await asks(visit)
  return visit
}

it('signs in at the server, stays signed in after a reload, and signs out when the wallet disconnects', async () => {
  const visit = await begin()
  await visit.button('Sign').click()
  await gone(visit)
  expect(await site.known(visit)).toBe(flow.sandbox().accounts[0]?.address)
  expect(await visit.page.evaluate(() => [localStorage.getItem('@appkit/siwx'), document.cookie])).toEqual([null, ''])

  await visit.page.reload()
  await visit.status('connected')
  await visit.page.waitForTimeout(800)
  expect(await visit.modal.count()).toBe(0)
  expect(await visit.asked('personal_sign')).toEqual([])

  await visit.page.evaluate(() => kit.disconnect())
  await expect.poll(() => site.known(visit)).toBeUndefined()
})

it('reports that a server rejects, and lets the visitor leave', async () => {
  const visit = await begin()
  await visit.page.evaluate(() => {
    const real = fetch
    globalThis.fetch = (input, init) =>
      real(
        input,
        init?.method === 'POST' ? { ...init, body: (init.body as string).replace('Nonce: ', 'Nonce: x') } : init,
      )
  })
  await visit.button('Sign').click()
  await visit.modal.locator('.toast', { hasText: 'Error signing message' }).waitFor()
  expect(await site.known(visit)).toBeUndefined()
  await visit.button('Cancel').click()
  await visit.status('disconnected')
})
