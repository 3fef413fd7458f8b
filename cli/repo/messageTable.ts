/** The table of messages in the login service's document, written from the table that page and frame go by. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MESSAGES } from '../../runtime/auth/messages.ts'
import { ROOT } from './run.ts'

export const DOCUMENT = 'cli/sandbox/login/README.md'

const [BEGIN, END] = ['<!-- messages: written by npm run generate -->', '<!-- /messages -->']

/** A shape's own notation, as a cell of a table can hold it. */
const cell = (takes: string) => (takes === 'nothing' ? '–' : `\`${takes.replaceAll('|', '\\|')}\``)

export function messageTable(): string {
  const rows = Object.entries(MESSAGES).map(
    ([name, { about, asks, answers }]) => `| \`${name}\` | ${about} | ${cell(asks.takes)} | ${cell(answers.takes)} |`,
  )
  return ['| message | what for | request | answer |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** A document with the table between its marks. @throws Error when it has no marks */
export function withTable(document: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no marks for the table of messages`)
  return `${document.slice(0, from + BEGIN.length)}\n\n<!-- prettier-ignore -->\n${messageTable()}\n\n${document.slice(to)}`
}

/** Writes the document, or only looks. @returns whether it was fresh, or is now */
export async function writeMessageTable(check: boolean): Promise<boolean> {
  const path = join(ROOT, DOCUMENT)
  const before = await readFile(path, 'utf8')
  const after = withTable(before)
  if (after === before) return true
  if (!check) await writeFile(path, after)
  return !check
}
