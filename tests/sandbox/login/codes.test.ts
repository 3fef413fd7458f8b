/** One-time codes, without the service. */
import { expect, it, onTestFinished } from 'vitest'
import { createCodes } from '../../../sandbox/login/codes.ts'
import { Denied } from '../../../sandbox/login/denied.ts'
import { memoryTransient } from '../../../sandbox/login/transient.ts'

it('none of the million codes is right where none was sent', async () => {
  const now = () => 0
  const codes = createCodes({
    rules: () => ({ codeTtl: 600_000, tries: 1_000_001 }),
    limits: { attempt: async () => async () => undefined },
    transient: memoryTransient(now),
    now,
  })
  const isRight = async (code: string): Promise<boolean> => {
    try {
      await codes.use('frame', 'login', code)
      return true
    } catch (error) {
      if (error instanceof Denied && error.message === 'Invalid code. Try again.') return false
      throw error
    }
  }
  // Turn stack traces off, because those of a million errors would take a minute.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit))
  const right = async () => {
    for (let code = 0; code < 1_000_000; code++) if (await isRight(String(code).padStart(6, '0'))) return code
    return undefined
  }
  await codes.expect('frame', 'login', 'somebody@example.com', { ip: '192.0.2.1' })
  expect(await right()).toBeUndefined()
  // After one was sent, the right code is among them.
  const sent = await codes.make('frame', 'login', 'somebody@example.com', { ip: '192.0.2.1' })
  expect(await isRight(sent)).toBe(true)
}, 240_000)

it.each([
  ['Arabic', 0x660],
  ['Persian', 0x6f0],
  ['Hindi', 0x966],
  ['full-width', 0xff10],
])('a code may be typed in %s digits', async (_language, zero) => {
  const now = () => 0
  const codes = createCodes({
    rules: () => ({ codeTtl: 600_000, tries: 5 }),
    limits: { attempt: async () => async () => undefined },
    transient: memoryTransient(now),
    now,
  })
  const sent = await codes.make('frame', 'login', 'somebody@example.com', { ip: '192.0.2.1' })
  const typed = [...sent].map((digit) => String.fromCharCode(zero + Number(digit))).join('')
  await expect(codes.use('frame', 'login', typed)).resolves.toBeDefined()
})
