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

/** Runs in the page. A size change of any element around the button may restart the time. */
function watch(button: Element, time: number) {
  let since = performance.now()
  let early = false
  const moved = () => (since = performance.now())
  const sizes = new ResizeObserver(moved)
  for (let around = button.parentElement; around; around = around.parentElement) sizes.observe(around)
  const isEarly = () => performance.now() - since < time
  button.addEventListener('click', () => (early = isEarly()), { capture: true, once: true })
  return {
    settled: async () => {
      // Wait one frame longer than the button itself, because both observers report once per frame.
      while (isEarly()) await new Promise((next) => requestAnimationFrame(next))
      await new Promise((next) => requestAnimationFrame(next))
    },
    pressedEarly: () => {
      sizes.disconnect()
      return early
    },
  }
}
