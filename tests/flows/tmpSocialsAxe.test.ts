/** Every screen of the core, light and dark, by axe-core: no violation. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Findings = { id: string; nodes: { html: string }[] }[]
type Result = { violations: Findings; passes: Findings }
declare global {
  var axe: { run: (context: unknown) => Promise<Result> }
}

/** Moving things are judged where they come to rest. */
const settle = ({ page }: Visited) =>
  page.evaluate(async () => {
    const root = document.querySelector('[data-walletkit]')?.shadowRoot
    const moves = root?.getAnimations().filter((move) => move.effect?.getTiming().iterations !== Infinity) ?? []
    await Promise.all(moves.map((move) => move.finished.catch(() => undefined)))
  })
const check = async (visit: Visited, what: string) => {
  await settle(visit)
  await visit.page.evaluate(await source)
  const { violations, passes } = await visit.page.evaluate(() =>
    axe.run({ include: [{ fromShadowDom: ['[data-walletkit]', '.card'] }] }),
  )
  expect(passes.find(({ id }) => id === 'button-name')?.nodes.length, `${what} was looked at`).toBeGreaterThan(0)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, what).toEqual([])
}

import { titled } from '../support/login.ts'
describe.each(['light', 'dark'] as const)('%s', (mode) => {
  it('social logins', async () => {
    const visit = await flow.visit({ login: true, config: { theme: { mode }, features: { socials: true } } })
    await visit.open()
    await visit.button('Continue with Google').waitFor()
    await check(visit, 'Connect')
    await visit.button('More social logins').click()
    await titled(visit, 'All socials')
    await visit.button('Facebook').waitFor()
    await check(visit, 'ConnectSocials')
    await Promise.all([visit.page.waitForEvent('popup'), visit.button('Facebook').click()])
    await visit.modal.getByText('Continue in the Facebook window').waitFor()
    await check(visit, 'ConnectingSocial')
    if (mode === 'light') {
      await visit.page.evaluate(() => (document.documentElement.dir = 'rtl'))
      await visit.modal.screenshot({ path: '/tmp/socsheet/rtl-wait.png' })
    }
    await visit.page.evaluate(() => kit.close())
    await visit.page.evaluate(() => void (window.open = () => null))
    await visit.open()
    await visit.button('Continue with Google').waitFor()
    if (mode === 'light') await visit.modal.screenshot({ path: '/tmp/socsheet/rtl-connect.png' })
    await visit.button('Continue with Google').focus()
    await visit.page.keyboard.press('Enter')
    await visit.modal.getByText('The window was blocked').waitFor()
    await check(visit, 'ConnectingSocial, blocked')
    await visit.page.evaluate(() => kit.open({ view: 'ConnectingFarcaster' }))
    await visit.modal.getByRole('link', { name: 'Open' }).waitFor()
    await check(visit, 'ConnectingFarcaster')
    if (mode === 'light') await visit.modal.screenshot({ path: '/tmp/socsheet/rtl-farcaster.png' })
  })
})
