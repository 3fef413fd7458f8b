/** Discovery of wallets when the code of a namespace cannot be loaded at first. */
import { afterEach, expect, it, vi } from 'vitest'
import { discover } from '../../../runtime/actions/discover.ts'
import type { Chain } from '../../../runtime/contracts/chain.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import { makeKit } from '../../support/kit.ts'

afterEach(() => vi.unstubAllGlobals())

it('repeats only the discovery that failed; concurrent calls share one run', async () => {
  const asked: string[] = []
  const chain = (of: Chain, failures: number): Chain => ({
    ...of,
    discover: async () => {
      asked.push(of.namespace)
      if (asked.filter((each) => each === of.namespace).length <= failures)
        throw new TypeError('Importing a module script failed.')
      return { default: () => () => undefined }
    },
  })
  const kit = makeKit({}, { chains: [chain(eip155, 0), chain(solana, 1)] })
  await expect(discover(kit)()).rejects.toThrow('module script failed')
  await discover(kit)()
  await discover(kit)()
  expect(asked).toEqual(['eip155', 'solana', 'solana'])
})
