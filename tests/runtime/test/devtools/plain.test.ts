import { expect, it } from 'vitest'
import { plain } from '../../../../runtime/test/devtools/plain.ts'

it('copies what JSON can say, and names the rest', () => {
  class Wallet {}
  const given = {
    amount: 10n ** 30n,
    bytes: new Uint8Array(4),
    map: new Map([['a', 1]]),
    nothing: undefined,
    call: () => 1,
    wallet: new Wallet(),
    not: Number.NaN,
  }
  expect(plain(given)).toEqual({
    amount: `1${'0'.repeat(30)}`,
    bytes: '<4 bytes>',
    map: { a: 1 },
    wallet: '<Wallet>',
    not: 'NaN',
  })
})

it('reads the code, the data and the cause of an error', () => {
  const error = Object.assign(new Error('No', { cause: new TypeError('Failed to fetch') }), {
    code: 4001,
    data: { x: 1 },
  })
  expect(plain(error)).toEqual({
    name: 'Error',
    message: 'No',
    code: 4001,
    data: { x: 1 },
    cause: { name: 'TypeError', message: 'Failed to fetch' },
  })
})

it('ends for values without an end, and for objects that throw', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  expect(JSON.stringify(plain(circle))).toContain('<deeper>')
  const hostile = {
    get field(): string {
      throw new Error('no')
    },
  }
  expect(plain({ hostile, fine: 1 })).toEqual({ hostile: '<unreadable>', fine: 1 })
  expect(JSON.stringify(plain('x'.repeat(10_000))).length).toBeLessThan(5000)
  expect(plain(Array(10_000).fill(1))).toHaveLength(100)
})
