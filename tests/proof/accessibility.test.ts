/** What assistive technology finds in each view is what `tests/catalogue/A11Y.md` says, and none of it is a fault. */
import { expect, it } from 'vitest'
import { readAccessibility, readDocument } from '../catalogue/a11y.ts'
import { useBrowser } from '../support/browser.ts'

const browser = useBrowser()

it('every view is for assistive technology as the document says: `npm run catalogue -- --a11y` writes it', async () => {
  const { text, failures } = await readAccessibility(browser(), () => undefined)
  expect(failures).toEqual([])
  expect(text).toBe(await readDocument())
  // axe finds nothing in light, in dark or from right to left, speech control included.
  expect(text).not.toMatch(/^- axe:$/m)
})
