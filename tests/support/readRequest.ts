/** Reads a request in the login frame or its window as a person does: scrolls through all of it, until Approve can be pressed. */
import type { FrameLocator, Page } from 'playwright-core'

/** ms that a person looks at each part, which is longer than the browser takes to report what is visible. */
const LOOK = 160
/** ms after which a person gives up on a button that stays disabled. */
const PATIENCE = 3000

export async function readRequest(where: FrameLocator | Page): Promise<void> {
  const approve = where.getByRole('button', { name: 'Approve', exact: true })
  const scroll = where.locator('.scroll')
  await approve.waitFor()
  const step = () =>
    scroll.evaluate(
      (box, look) =>
        new Promise<boolean>((resolve) => {
          const isEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1
          setTimeout(() => {
            box.scrollTop += box.clientHeight / 3
            resolve(isEnd)
          }, look)
        }),
      LOOK,
    )
  while (!(await step().catch(() => true)));
  // A part that moved while it was read counts again; the hint leads to it.
  const hint = where.getByRole('button', { name: /Read all of it/ })
  for (const end = Date.now() + PATIENCE; Date.now() < end && (await approve.isDisabled().catch(() => false));) {
    if (await hint.count()) await hint.click({ timeout: LOOK }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
}
