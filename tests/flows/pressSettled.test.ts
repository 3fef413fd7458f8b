/** The press that tests and the demo use: it counts once, however the page moves around the button. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { pressSettled } from '../../cli/repo/pressSettled.ts'
import { useBrowser } from '../support/browser.ts'

const browser = useBrowser()

/** Presses a button whose card grows just before the press. The button judges the movement of the element `judged`. */
async function press(judged: 'card' | 'screen') {
  const page = await browser().newPage()
  await page.setContent('<div id="card"><div id="screen"><button>Allow</button></div></div>')
  await page.evaluate((id) => {
    const button = document.querySelector('button')
    let since = performance.now()
    new ResizeObserver(() => void (since = performance.now())).observe(document.getElementById(id) ?? document.body)
    button?.addEventListener('click', () => {
      const accepts = performance.now() - since >= 500
      document.title += accepts ? 'accepted.' : 'ignored.'
      if (accepts) button.textContent = 'Confirm in the wallet'
    })
  }, judged)
  const button = page.getByRole('button', { name: 'Allow', exact: true })
  const grow = async () => {
    await page.evaluate(async () => {
      document.getElementById('card')?.style.setProperty('height', '90px')
      for (let frames = 0; frames < 3; frames++) await new Promise((next) => requestAnimationFrame(next))
    })
    await button.click()
  }
  await pressSettled(Object.assign(Object.create(button) as Locator, { click: grow }))
  const presses = await page.title()
  await page.close()
  return presses
}

it('is made again where the movement made the button ignore it', async () => {
  expect(await press('card')).toBe('ignored.accepted.')
})

it('is not made again where the button accepted it', async () => {
  expect(await press('screen')).toBe('accepted.')
})
