/** Sends a million forged messages of the login frame: none may be accepted. */
import { afterAll, expect, it } from 'vitest'
import { closeWires, forge } from '../support/wire.ts'

afterAll(closeWires)

it('accepts none of 1,000,000 forged messages, and throws for none', async () => {
  expect(await forge(1_000_000)).toBe(0)
})
