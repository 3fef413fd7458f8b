import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RENT_MINIMUM } from '../../../plugins/send/gas.ts'
import { cases, faultOf } from './maxCases.ts'

it('Max never leaves dust or overspends, on either namespace', () => {
  fc.assert(
    fc.property(cases, (each) => faultOf(each) === undefined),
    { numRuns: 2_000 },
  )
})

it('Max leaves no dust around the rent minimum', () => {
  const each = { namespace: 'solana', isToken: false, native: 10n ** 9n, fee: 5_000n, held: 0n, decimals: 9 } as const
  for (const extra of [1n, RENT_MINIMUM - 1n, RENT_MINIMUM]) expect(faultOf({ ...each, extra })).toBeUndefined()
  expect(faultOf({ ...each, namespace: 'eip155', extra: 1n })).toBeUndefined()
})
