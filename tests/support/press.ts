import { expect } from 'vitest'
import { SETTLE_TIME } from '../../runtime/ui/useSettled.ts'
import type { Visited } from './flow.ts'

/**
 * Presses a button that takes nothing for {@link SETTLE_TIME} after its view showed or moved, as whoever means it does:
 * once, when that time is over; this one press must leave the view with this title. Only where the view moved between the
 * last look and the press itself, which the page writes down, is there another.
 */
export async function press(visit: Visited, button: string | RegExp, view: string): Promise<void> {
  const target = visit.button(button)
  for (;;) {
    const early = await target.evaluateHandle(watch, SETTLE_TIME)
    await early.evaluate(({ settled }) => settled())
    await target.click()
    if (!(await early.evaluate(({ pressedEarly }) => pressedEarly()))) break
  }
  await expect.poll(() => visit.title.innerText()).not.toBe(view)
}

/** Runs in the page: what may restart the time is everything around the button. */
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
      // A frame more than the button itself needs, because both observers are told once a frame.
      while (isEarly()) await new Promise((next) => requestAnimationFrame(next))
      await new Promise((next) => requestAnimationFrame(next))
    },
    pressedEarly: () => {
      sizes.disconnect()
      return early
    },
  }
}
