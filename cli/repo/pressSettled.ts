import type { Locator } from 'playwright-core'
import { SETTLE_TIME } from '../../runtime/ui/useSettled.ts'

/**
 * Presses a confirm button, which ignores presses for `time` ms after its view appeared or moved: waits until that time
 * is over, however slow the machine is, and presses. It presses again only when the page recorded that something around
 * the button moved between the last check and the press, and the button still accepts presses `time` ms later: not
 * every move makes the button ignore a press.
 *
 * The functions that run in the page contain no named function: the loader of this repository's scripts would wrap it
 * in a call of a helper that the page does not have.
 */
export async function pressSettled(button: Locator, time = SETTLE_TIME): Promise<void> {
  for (;;) {
    const watched = await button.evaluateHandle((element, time) => {
      const seen = { since: performance.now(), early: false, sizes: [] as ResizeObserver[] }
      // A size change of any element around the button may restart the time.
      const sizes = new ResizeObserver(() => void (seen.since = performance.now()))
      seen.sizes.push(sizes)
      for (let around = element.parentElement; around; around = around.parentElement) sizes.observe(around)
      const once = { capture: true, once: true }
      element.addEventListener('click', () => void (seen.early = performance.now() - seen.since < time), once)
      return seen
    }, time)
    await watched.evaluate(async (seen, time) => {
      while (performance.now() - seen.since < time) await new Promise((next) => requestAnimationFrame(next))
      // Wait one frame longer than the button does, because both observers report once per frame.
      await new Promise((next) => requestAnimationFrame(next))
    }, time)
    await button.click()
    const isEarly = await watched.evaluate((seen) => {
      seen.sizes.forEach((each) => each.disconnect())
      return seen.early
    })
    if (!isEarly) return
    await new Promise((next) => setTimeout(next, time))
    if ((await button.count()) === 0 || (await button.isDisabled())) return
  }
}
