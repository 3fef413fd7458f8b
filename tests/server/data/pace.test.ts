import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../sandbox/refusal.ts'
import { createOwnedPace, createPace } from '../../../server/data/pace.ts'

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

  it('is that of ten addresses for the owner of many, and what one is refused costs the others nothing', () => {
    const pace = createOwnedPace(() => 0)
    const of = (network: number) => `2001:db8:1:${network.toString(16)}::/64`
    for (let network = 0; network < 9; network += 1) pace(of(network), 3_000)
    for (let count = 0; count < 9; count += 1) expect(() => pace(of(0), 3_000)).toThrow(Refusal)
    pace(of(9), 3_000)
    expect(() => pace(of(10))).toThrow(expect.objectContaining({ status: 429 }) as Error)
    expect(() => pace('2001:db8:2:0::/64')).not.toThrow()
    expect(() => pace('1.1.1.1', 3_000)).not.toThrow()
    expect(() => pace('1.1.1.1')).toThrow(Refusal)
  })
})
