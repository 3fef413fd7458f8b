/** What a page sends about passkeys is parsed in one place, which random and mutated values never get past or break. */
import { expect, it } from 'vitest'
import { Mismatch } from '../../../../runtime/auth/shape.ts'
import { lockShape, newPasskeyShape, newRecoveryShape, unlockShape } from '../../../../sandbox/login/lock/shapes.ts'
import { randomOf } from '../../../support/cut.ts'

const KEY = 'A'.repeat(43)
const assertion = {
  id: 'abc',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}
const registration = { id: 'abc', response: { clientDataJSON: 'e30', attestationObject: 'AA', transports: ['usb'] } }
const slot = { id: 'abc', publicKey: 'AA', counter: 0, salt: KEY, wrapped: 'AA', name: '', at: 1, used: 1 }
const valid = [
  [unlockShape, { assertion, key: KEY }],
  [unlockShape, { recovery: KEY }],
  [newPasskeyShape, { registration, key: KEY }],
  [newRecoveryShape, { salt: KEY, key: KEY }],
  [lockShape, { passkeys: [slot], recovery: { salt: KEY, wrapped: 'AA' } }],
] as const
const STRANGE = [
  null,
  undefined,
  7,
  NaN,
  '',
  '\0',
  'é',
  '+/',
  '=',
  [],
  {},
  [[]],
  { __proto__: null },
  'A'.repeat(50_000),
]

/** Replaces or removes one random part of a value. */
function mutated(value: unknown, random: () => number): unknown {
  const pick = () => STRANGE[Math.floor(random() * STRANGE.length)]
  if (typeof value !== 'object' || value === null || random() < 0.2) return pick()
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  const keys = Object.keys(copy)
  const key = keys[Math.floor(random() * keys.length)] ?? 'more'
  if (random() < 0.15) delete copy[key]
  else copy[key] = mutated(copy[key], random)
  return copy
}

it('takes what it should', () => {
  for (const [shape, value] of valid) expect(shape.parse(value)).toEqual(value)
})

it('refuses 20,000 mutated values with a Mismatch, or takes only texts of base64url where bytes belong', () => {
  const random = randomOf(7)
  let refused = 0
  for (let round = 0; round < 20_000; round++) {
    const [shape, value] = valid[round % valid.length] ?? valid[0]
    try {
      const found = JSON.stringify(shape.parse(mutated(value, random)))
      // Only the service itself writes a lock.
      if (shape !== lockShape) expect(found.replace(/"transports":\[[^\]]*\]/, '')).not.toMatch(/\+|=|é|\\u0000/)
      expect(found.length).toBeLessThan(200_000)
    } catch (error) {
      expect(error).toBeInstanceOf(Mismatch)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(10_000)
})
