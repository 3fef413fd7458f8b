/** Reads a request in the login frame or its window as a person does: scrolls through all of it, until Approve can be pressed. */
import type { FrameLocator, Page } from 'playwright-core'

/** ms that a person looks at each part, which is longer than the browser takes to report what is visible. */
const LOOK = 160

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
}
