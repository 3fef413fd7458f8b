/** Long property tests of Max and of the look-alike check. */
import fc from 'fast-check'
import { it } from 'vitest'
import { findLookAlike } from '../../runtime/lib/lookAlike.ts'
import { encodeBase58 } from '../../runtime/lib/base58.ts'
import { cases, faultOf } from '../plugins/send/maxCases.ts'

it('Max never leaves dust and never overspends: 100,000 cases on both namespaces', () => {
  fc.assert(
    fc.property(cases, (each) => faultOf(each) === undefined),
    { numRuns: 100_000 },
  )
})

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hex = bytes(20).map((each) => `0x${Buffer.from(each).toString('hex')}`)

it.each([
  ['hex', hex, 6],
  ['base58', bytes(32).map(encodeBase58), 4],
])('flags a %s address with the same ends as a known one, and no other: a million pairs', (_kind, address, head) => {
  fc.assert(
    fc.property(address, address, (known, other) => {
      const twin = known.slice(0, head) + other.slice(head, -4) + known.slice(-4)
      const ends = (each: string) => `${each.slice(0, head)}${each.slice(-4)}`.toLowerCase()
      const alarm = findLookAlike(other, [known])
      return (
        (twin === known || findLookAlike(twin, [known]) === known) &&
        alarm === (ends(other) === ends(known) && other !== known ? known : undefined)
      )
    }),
    { numRuns: 1_000_000 },
  )
})
