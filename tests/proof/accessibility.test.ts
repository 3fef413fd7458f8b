/** Compares the accessibility tree of each view with `tests/catalogue/A11Y.md`, and checks it for faults. */
import { expect, it } from 'vitest'
import { readAccessibility, readDocument } from '../catalogue/a11y.ts'
import { useBrowser } from '../support/browser.ts'

const browser = useBrowser()

it('every view is for assistive technology as the document says: `npm run catalogue -- --a11y` writes it', async () => {
  const { text, failures } = await readAccessibility(browser(), () => undefined)
  expect(failures).toEqual([])
  expect(text).toBe(await readDocument())
  // axe finds no fault in light, in dark, and from right to left.
  expect(text).not.toMatch(/^- axe:$/m)
})
