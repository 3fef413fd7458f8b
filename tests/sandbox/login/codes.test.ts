/** One-time codes, without a service around them. */
import { expect, it } from 'vitest'
import { createCodes } from '../../../sandbox/login/codes.ts'
import { Denied } from '../../../sandbox/login/denied.ts'

it('none of the million codes is right where none was sent', () => {
  const codes = createCodes(
    () => ({ codeTtl: 600_000, tries: 1_000_001 }),
    { mayTry: () => undefined, wrongCode: () => undefined },
    () => 0,
  )
  const isRight = (code: string): boolean => {
    try {
      codes.use('frame', 'login', code)
      return true
    } catch (error) {
      if (error instanceof Denied && error.message === 'Invalid code. Try again.') return false
      throw error
    }
  }
  const right = () => {
    for (let code = 0; code < 1_000_000; code++) if (isRight(String(code).padStart(6, '0'))) return code
    return undefined
  }
  codes.expect('frame', 'login', 'somebody@example.com', { ip: '192.0.2.1' })
  expect(right()).toBeUndefined()
  // Where one was sent, exactly that one is.
  const sent = codes.make('frame', 'login', 'somebody@example.com', { ip: '192.0.2.1' })
  expect(right()).toBe(Number(sent))
}, 60_000)
