import { expect, it } from 'vitest'
import { createTurns } from '../../../runtime/lib/turns.ts'

it('only the newest run counts, until it ends', () => {
  const turns = createTurns()
  const first = turns.begin()
  expect(first()).toBe(true)
  const second = turns.begin()
  const beside = turns.current()
  expect([first(), second(), beside()]).toEqual([false, true, true])
  turns.end()
  expect([second(), beside()]).toEqual([false, false])
})
