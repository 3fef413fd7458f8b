/** Scrolls through a request in the login frame or its window as a person does, until Approve is enabled. */
import type { FrameLocator, Page } from 'playwright-core'

/** The ms at each part, which is longer than the browser takes to report what is visible. */
const LOOK = 160
/** The ms to wait for a button that stays disabled. After that the function returns all the same. */
const PATIENCE = 3000

export async function readRequest(where: FrameLocator | Page): Promise<void> {
  const approve = where.getByRole('button', { name: 'Approve', exact: true })
  const scroll = where.locator('.scroll')
  await approve.waitFor().catch(async (error: unknown) => {
    const shown = await where.locator('body').innerText({ timeout: LOOK }).catch(String)
    throw new Error(`No request came that can be approved. The frame shows: ${shown}`, { cause: error })
  })
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
  // A part that moved while it was visible has to be read again: the hint's button scrolls to it.
  const hint = where.getByRole('button', { name: /Read all of it/ })
  for (const end = Date.now() + PATIENCE; Date.now() < end && (await approve.isDisabled().catch(() => false));) {
    if (await hint.count()) await hint.click({ timeout: LOOK }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
}
