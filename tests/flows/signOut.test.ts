/** A shared computer: what a sign-out of the embedded login leaves behind for the next person. */
import { expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'
import { useLogin } from '../support/login.ts'

const flow = useFlow()
const { visitLogin, login, begin } = useLogin(flow)

async function signOut(visit: Visited) {
  await visit.open()
  await visit.button('Disconnect').click()
  await visit.status('disconnected')
}

const frameOf = ({ page }: Visited) => page.frames().find((each) => each.url().includes('/sdk'))
const frameId = (visit: Visited) =>
  frameOf(visit)?.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('frame '))
    return key === undefined ? undefined : sessionStorage.getItem(key)
  })

it('after a sign-out that does not reach the service, the next person at this browser needs a code', async () => {
  const email = 'leaves@example.com'
  const visit = await visitLogin()
  await login(visit, email)
  await visit.page.route('**/api/SIGN_OUT', (route) => route.abort())
  await signOut(visit)
  await visit.page.unroute('**/api/SIGN_OUT')
  await visit.page.reload()
  const mails = flow.sandbox().login.mails(email).length
  flow.sandbox().login.set({ resendAfter: 0 })
  await begin(visit, email)
  await visit.title.filter({ hasText: 'Confirm Email' }).waitFor()
  expect(flow.sandbox().login.mails(email)).toHaveLength(mails + 1)
})

it('a sign-out gives the tab a new frame id at the service', async () => {
  const visit = await visitLogin()
  await login(visit, 'noted@example.com')
  const before = await frameId(visit)
  expect(before).toMatch(/\w/)
  await signOut(visit)
  await expect.poll(() => frameId(visit)).not.toBe(before)
})
