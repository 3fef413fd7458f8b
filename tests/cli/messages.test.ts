import { expect, it } from 'vitest'
import { tellIssue } from '../../cli/messages.ts'
import { readConfig } from '../../schema/validate.ts'
import { rules } from '../schema/rules.ts'

const told = (text: string) => {
  const [found] = readConfig(text, 'c.json', rules).issues
  if (!found) throw new Error('The config is fine')
  return { whole: tellIssue(found, text).split('\n'), short: tellIssue(found).split('\n') }
}

it('puts the caret under the place, also after tabs and in long lines', () => {
  const { whole, short } = told('{\r\n\t"projectId": "p",\r\n\t"networks": ["eip155:0x1"]\r\n}')
  expect(whole.slice(0, 3)).toEqual([
    'c.json:3:15  networks[0]',
    '  3 | \t"networks": ["eip155:0x1"]',
    '    | \t             ^',
  ])
  expect([...whole.slice(0, 1), ...whole.slice(3)]).toEqual(short)
  const [, line = '', caret = ''] = told(
    `{"projectId":"${'p'.repeat(300)}","networks":["eip155:1"],"themee":{},"messages":{"a":"${'b'.repeat(300)}"}}`,
  ).whole
  expect(line.length).toBeLessThan(110)
  expect(line.slice(caret.indexOf('^'))).toMatch(/^"themee"/)
})
