import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSmartAccountNetworks, setSmartAccountNetworks } from '../../../runtime/actions/smartAccount.ts'
import { makeKit } from '../../support/kit.ts'

it('reads the smart-account networks that the embedded wallet names', () => {
  const kit = makeKit()
  setSmartAccountNetworks(kit, 'eip155', { smartAccountEnabledNetworks: [1, 10] })
  expect(kit.state.networks.eip155.smartAccountEnabledNetworks).toEqual([1, 10])
  expect(kit.state.networks.solana.smartAccountEnabledNetworks).toEqual([])
  setSmartAccountNetworks(kit, 'eip155', 'none')
  expect(kit.state.networks.eip155.smartAccountEnabledNetworks).toEqual([])
  expect(parseSmartAccountNetworks({ smartAccountEnabledNetworks: [1, '10', -1, 1, null, 2.5] })).toEqual([1])
})

it('reads any answer without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (answer) => {
      expect(Array.isArray(parseSmartAccountNetworks(answer))).toBe(true)
    }),
    { numRuns: 50 },
  )
})
