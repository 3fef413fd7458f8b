import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../sandbox/refusal.ts'
import { createPace } from '../../../server/data/pace.ts'

describe('the pace of a client', () => {
  it('is at most 3,000 requests in a minute, each address for itself', () => {
    let now = 0
    const pace = createPace(() => now)
    for (let count = 0; count < 3_000; count += 1) pace('1.1.1.1')
    expect(() => pace('1.1.1.1')).toThrow(Refusal)
    expect(() => pace('2.2.2.2')).not.toThrow()
    now = 59_999
    expect(() => pace('1.1.1.1')).toThrow('Too many requests')
    now = 60_000
    expect(() => pace('1.1.1.1')).not.toThrow()
  })

  it('may be that of a day', () => {
    let now = 0
    const pace = createPace(() => now, { most: 2, period: 86_400_000 })
    for (let count = 0; count < 2; count += 1) pace('1.1.1.1')
    now = 86_399_999
    expect(() => pace('1.1.1.1')).toThrow('Try again later')
    now = 86_400_000
    expect(() => pace('1.1.1.1')).not.toThrow()
  })

  it('counts a batch with all its calls, and one that is refused not at all', () => {
    const pace = createPace(() => 0)
    pace('1.1.1.1', 2_990)
    expect(() => pace('1.1.1.1', 11)).toThrow(expect.objectContaining({ status: 429 }) as Error)
    expect(() => pace('1.1.1.1', 10)).not.toThrow()
  })
})
