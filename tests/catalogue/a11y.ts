/**
 * Writes A11Y.md: the accessibility tree, focus order, small targets and axe's findings of each view in its main state.
 */
import { readFile, writeFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { type Inspection, inspect } from './inspect.ts'
import { mainShots } from './languages.ts'
import { shotsOf } from './states.ts'
import { catalogue } from './views/index.ts'
import { type Failure, type Stop, walk } from './walk.ts'

export const DOCUMENT = new URL('./A11Y.md', import.meta.url)

const HEAD = `# Accessibility of every view

Written by \`npm run catalogue -- --a11y\`; \`npm run proof\` fails while it differs from what the views do. Each view is read in
one state, in English, on a phone of 360 px: the smallest target and its focus order are those of that size. axe runs in
light, in dark and from right to left, with its rule for speech control (WCAG 2.5.3: a name has the visible text).
Amounts with decimals are written as \`#\` and addresses as \`0x…\`, because they differ from run to run.

`

/** The text of the document, and the views that could not be read. */
export async function readAccessibility(
  browser: Browser,
  told: (stop: Stop) => void,
): Promise<{ text: string; failures: Failure[] }> {
  const stops = mainShots(shotsOf(catalogue)).map((shot) => ({ shot }))
  const sections = new Map<string, string>()
  const failures = await walk(browser, stops, {
    told,
    look: async (page, { shot }) => void sections.set(shot.view, section(shot, await inspect(page))),
  })
  const text = stops.flatMap(({ shot }) => sections.get(shot.view) ?? []).join('\n')
  return { text: HEAD + text, failures }
}

export const writeDocument = (text: string) => writeFile(DOCUMENT, text)
export const readDocument = () => readFile(DOCUMENT, 'utf8')

function section({ view, state }: Stop['shot'], { tree, live, focus, small, axe }: Inspection): string {
  const lines = [
    `## ${view} (${state})`,
    '',
    ...list('axe', axe, 'no violation'),
    ...list('Under 44 px', small, 'nothing'),
    ...list('Live regions', live, 'none'),
    `- Tab: ${focus.join(' → ') || 'nothing'}`,
    '',
    '```yaml',
    tree,
    '```',
    '',
  ]
  return stable(lines.join('\n'))
}

const list = (title: string, items: readonly string[], none: string): string[] =>
  items.length ? [`- ${title}:`, ...items.map((item) => `  - ${item}`)] : [`- ${title}: ${none}`]

/**
 * Replaces the parts that differ from run to run: times, URLs and addresses of the sandbox, amounts, and the data of
 * images.
 */
const stable = (text: string): string =>
  text
    .replace(/(https?:\/\/)?(127\.0\.0\.1|localhost):\d+[^\s"')]*/g, 'localhost')
    .replace(/(data:|blob:)[^\s"')]*/g, '$1…')
    .replace(/0x( [\da-fA-F]{4}){10}|0x[\da-fA-F]{4,}(…[\da-fA-F]+)?/g, '0x…')
    .replace(/[A-Z][a-z]{2} \d+, \d{4}(, \d+:\d+ [AP]M)?/g, 'Jan 1, 2026')
    .replace(/\d[\d,]*\.\d+/g, '#')
