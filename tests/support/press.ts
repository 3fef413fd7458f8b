import { expect } from 'vitest'
import { pressSettled } from '../../cli/repo/pressSettled.ts'
import type { Visited } from './flow.ts'

/** Presses a confirm button once, when it accepts presses. The press must leave the view with this title. */
export async function press(visit: Visited, button: string | RegExp, view: string): Promise<void> {
  await pressSettled(visit.button(button))
  await expect.poll(() => visit.title.innerText()).not.toBe(view)
}
