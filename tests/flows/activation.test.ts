/** A plugin that starts by itself in a page that shows no part of it. */
import { expect, it } from 'vitest'
import { press } from '../support/press.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

/** Whether the probe's controller has run, which sets `window.probe`. */
const isStarted = ({ page }: Visited) => page.evaluate(() => typeof globalThis.probe === 'object')
const started = ({ page }: Visited) => page.waitForFunction(() => typeof globalThis.probe === 'object')

it('starts while an account is connected, also when a page resumes its session, and nobody opens the modal', async () => {
  const visit = await flow.visit({ probe: 'guest', activate: ['onConnect'] })
  expect(await isStarted(visit)).toBe(false)
  await visit.connect()
  await started(visit)
  await visit.page.reload()
  await started(visit)
  expect(await visit.page.evaluate(() => kit.isOpen())).toBe(false)
})

it('starts at a transaction, and not before it', async () => {
  const visit = await flow.visit({ probe: 'guest', activate: ['onTransaction'] })
  await visit.connect()
  await visit.page.evaluate(() => kit.preload())
  await visit.page.waitForTimeout(300)
  expect(await isStarted(visit)).toBe(false)
  const to = flow.sandbox().accounts[1]?.address ?? ''
  await visit.page.evaluate(
    (address) => kit.open({ view: 'WalletSend', params: { token: 'ETH', amount: '0.01', to: address } }),
    to,
  )
  await visit.button('Preview Send').click()
  await press(visit, /^Send [\d,.]+ \w+$/, 'Review send')
  await started(visit)
})

it('a plugin without activation is not started by a session', async () => {
  const visit = await flow.visit({ probe: 'guest' })
  await visit.connect()
  await visit.page.reload()
  await visit.page.waitForFunction(() => kit.getAccount().isConnected)
  await visit.page.waitForTimeout(500)
  expect(await isStarted(visit)).toBe(false)
})
