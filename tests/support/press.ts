import { expect } from 'vitest'
import type { Visited } from './flow.ts'

/**
 * Presses a button that takes nothing for half a second after its view showed or moved, as whoever means it does: again,
 * until the view with this title is left.
 */
export const press = (visit: Visited, button: string | RegExp, view: string) =>
  expect
    .poll(
      async () => {
        await visit
          .button(button)
          .click({ timeout: 300 })
          .catch(() => undefined)
        return visit.title.innerText()
      },
      { interval: 200, timeout: 20_000 },
    )
    .not.toBe(view)
