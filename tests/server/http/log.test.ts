/** The log: how an error is written to it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLog, errorFor } from '../../../server/http/log.ts'

it('has an error’s kind, place and reason, without the person that it names', () => {
  const cause = Object.assign(new Error('550 <ada@example.com>: unknown user'), {
    code: 'EENVELOPE',
    rejected: ['ada@example.com'],
  })
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  log.error(errorFor(new TypeError(`A mail of ${address} was not sent`, { cause })), 'a request failed')
  const text = lines.join('')
  expect(text).not.toContain('ada@')
  expect(text).not.toContain('f39Fd6e51aad')
  const line = JSON.parse(text) as { type: string; cause: { code: string; message: string }; at: string[] }
  expect(line).toMatchObject({
    type: 'TypeError',
    cause: { code: 'EENVELOPE', message: '550 <(address)>: unknown user' },
  })
  expect(line.at[0]).toContain('log.test.ts')
})

it('has no mail address, wherever an error has one', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.string(), (address, text) => {
      expect(JSON.stringify(errorFor(new Error(`${text} ${address} ${text}`)))).not.toContain(address)
    }),
  )
})

it('takes whatever was thrown', () => {
  fc.assert(fc.property(fc.anything(), (thrown) => void expect(errorFor(thrown).type).not.toBe('')))
})
