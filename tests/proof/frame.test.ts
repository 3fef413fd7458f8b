/** A million messages that pretend to be the login frame's (reliability P10–P12). */
import { afterAll, expect, it } from 'vitest'
import { closeWires, forge } from '../support/wire.ts'

afterAll(closeWires)

it('accepts none of 1,000,000 forged messages, and throws at none', async () => {
  expect(await forge(1_000_000)).toBe(0)
})
