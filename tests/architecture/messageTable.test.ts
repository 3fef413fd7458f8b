import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DOCUMENT, messageTable, withTable } from '../../cli/repo/messageTable.ts'
import { MESSAGES } from '../../runtime/auth/messages.ts'

const document = readFileSync(new URL(`../../${DOCUMENT}`, import.meta.url), 'utf8')

it('the login service’s document lists every message of the table: else run `npm run generate`', () => {
  expect(withTable(document)).toBe(document)
  for (const name of Object.keys(MESSAGES)) expect(messageTable()).toContain(`| \`${name}\` |`)
})

it('rejects a document without markers, and detects a stale one', () => {
  expect(() => withTable('# Nothing')).toThrow('no marks')
  const stale = document.replace('| `SIGN_OUT` |', '| `SIGN_OFF` |')
  expect(withTable(stale)).not.toBe(stale)
})
