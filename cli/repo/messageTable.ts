/** Writes the table of messages in the login service's README, from the definitions that the page and the frame use. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MESSAGES } from '../../runtime/auth/messages.ts'
import { ROOT } from './run.ts'

export const DOCUMENT = 'sandbox/login/README.md'

const [BEGIN, END] = ['<!-- messages: written by npm run generate -->', '<!-- /messages -->']

/** The notation of a message's payload (`takes`) as a table cell; a dash for a message without one. */
const cell = (takes: string) => (takes === 'nothing' ? '–' : `\`${takes.replaceAll('|', '\\|')}\``)

export function messageTable(): string {
  const rows = Object.entries(MESSAGES).map(
    ([name, { about, asks, answers }]) => `| \`${name}\` | ${about} | ${cell(asks.takes)} | ${cell(answers.takes)} |`,
  )
  return ['| message | what for | request | answer |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** Returns the document with the table between its markers. @throws Error when the markers are missing */
export function withTable(document: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for the table of messages`)
  return `${document.slice(0, from + BEGIN.length)}\n\n<!-- prettier-ignore -->\n${messageTable()}\n\n${document.slice(to)}`
}

/** Writes the document, or with `check` only compares it. @returns whether the document is up to date now */
export async function writeMessageTable(check: boolean): Promise<boolean> {
  const path = join(ROOT, DOCUMENT)
  const before = await readFile(path, 'utf8')
  const after = withTable(before)
  if (after === before) return true
  if (!check) await writeFile(path, after)
  return !check
}
