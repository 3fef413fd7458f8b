import type { Locator } from 'playwright-core'
import { SETTLE_TIME } from '../../runtime/ui/useSettled.ts'

/**
 * Presses a confirm button, which ignores presses for {@link SETTLE_TIME} after its view appeared or moved: waits until
 * that time is over, however slow the machine is, and presses. It presses again only when the page recorded that the view
 * moved between the last check and the press.
 */
export async function pressSettled(button: Locator): Promise<void> {
  for (;;) {
    const early = await button.evaluateHandle(watch, SETTLE_TIME)
    await early.evaluate(({ settled }) => settled())
    await button.click()
    if (!(await early.evaluate(({ pressedEarly }) => pressedEarly()))) return
  }
}

/**
 * Runs in the page. A size change of any element around the button may restart the time. It declares no function by name: the
 * loader of this repository's scripts would wrap it in one of its own, which the page does not have.
 */
function watch(button: Element, time: number) {
  const seen = { since: performance.now(), early: false }
  const sizes = new ResizeObserver(() => void (seen.since = performance.now()))
  for (let around = button.parentElement; around; around = around.parentElement) sizes.observe(around)
  const once = { capture: true, once: true }
  button.addEventListener('click', () => void (seen.early = performance.now() - seen.since < time), once)
  return {
    settled: async () => {
      while (performance.now() - seen.since < time) await new Promise((next) => requestAnimationFrame(next))
      // One frame longer than the button itself, because both observers report once per frame.
      await new Promise((next) => requestAnimationFrame(next))
    },
    pressedEarly: () => {
      sizes.disconnect()
      return seen.early
    },
  }
}
