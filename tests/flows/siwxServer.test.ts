/** Sign-in that a server believes: the page's half and the server's, over a cookie that no script reads. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSiwxServer, nodeHandler, type SiwxServer } from '../../runtime/siwx/server/index.ts'
import { expectClean, useFlow, type Visited } from '../support/flow.ts'

let http: Server | undefined
let server: SiwxServer | undefined
const url = () => `http://127.0.0.1:${(http?.address() as AddressInfo).port}`
const flow = useFlow({ hosts: () => [url()] })

beforeAll(async () => {
  const { host } = new URL(flow.origin)
  const made = createSiwxServer({ domain: host, origins: [flow.origin], cookie: { secure: false } })
  server = made
  http = createServer((request, response) => nodeHandler(made)(request, response))
  await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => http?.close(resolve)))

const asks = ({ title }: Visited) => title.filter({ hasText: 'Sign In' }).waitFor()
const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })
/** Who the server takes the browser for. */
const known = async ({ page }: Visited) => {
  const [cookie] = await page.context().cookies(url())
  const session = await server?.session({ headers: { cookie: cookie && `${cookie.name}=${cookie.value}` } })
  return session?.address
}

async function begin(): Promise<Visited> {
  const siwx = { storage: 'server', endpoint: `${url()}/siwx` } as const
  const visit = await flow.visit({ siwx: true, config: { siwx } })
  await visit.open()
  await visit.button(/Test wallet/).click()
  await asks(visit)
  return visit
}

it('signs in at the server, stays signed in over a reload, and signs out with the connection', async () => {
  const visit = await begin()
  await visit.button('Sign').click()
  await gone(visit)
  expect(await known(visit)).toBe(flow.sandbox().accounts[0]?.address)
  expect(await visit.page.evaluate(() => [localStorage.getItem('@appkit/siwx'), document.cookie])).toEqual([null, ''])

  await visit.page.reload()
  await visit.status('connected')
  await visit.page.waitForTimeout(800)
  expect(await visit.modal.count()).toBe(0)
  expect(await visit.asked('personal_sign')).toEqual([])

  await visit.page.evaluate(() => kit.disconnect())
  await expect.poll(() => known(visit)).toBeUndefined()
  expectClean(visit)
})

it('tells that a server refuses, and lets the visitor leave', async () => {
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
  expect(await known(visit)).toBeUndefined()
  await visit.button('Cancel').click()
  await visit.status('disconnected')
  expectClean(visit)
})
