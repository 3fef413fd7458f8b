import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setAccount } from '../../../runtime/actions/account.ts'
import {
  parsePreferredAccount,
  parseSmartAccountNetworks,
  setPreferredAccount,
  setSmartAccountNetworks,
} from '../../../runtime/actions/smartAccount.ts'
import { lastChainId } from '../../../runtime/data/chainId.ts'
import { LAST_USED_CHAIN } from '../../../runtime/lib/keyTable.ts'
import { makeKit, memoryStorage } from '../../support/kit.ts'

const [OWNER, SMART] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]

it('knows the networks that the embedded wallet names for smart accounts [S3.netstate.03]', () => {
  const kit = makeKit()
  setSmartAccountNetworks(kit, 'eip155', { smartAccountEnabledNetworks: [1, 10] })
  expect(kit.state.networks.eip155.smartAccountEnabledNetworks).toEqual([1, 10])
  expect(kit.state.networks.solana.smartAccountEnabledNetworks).toEqual([])
  setSmartAccountNetworks(kit, 'eip155', 'none')
  expect(kit.state.networks.eip155.smartAccountEnabledNetworks).toEqual([])
  expect(parseSmartAccountNetworks({ smartAccountEnabledNetworks: [1, '10', -1, 1, null, 2.5] })).toEqual([1])
})

it('takes the account that the visitor prefers, with its type [S3.account.17]', () => {
  const kit = makeKit()
  const account = kit.state.accounts.eip155
  const allAccounts = [{ address: OWNER, type: 'eoa' as const }]
  setAccount(kit.state.accounts, 'eip155', {
    address: OWNER,
    allAccounts,
    preferredAccountType: 'eoa',
    status: 'connected',
  })
  expect(setPreferredAccount(kit, 'eip155', { type: 'smartAccount', address: SMART })).toBe(true)
  expect(account).toMatchObject({
    preferredAccountType: 'smartAccount',
    address: SMART,
    caipAddress: `eip155:1:${SMART}`,
    allAccounts: [{ address: SMART, type: 'smartAccount' }, ...allAccounts],
  })
  expect(setPreferredAccount(kit, 'eip155', { type: 'payment', address: SMART })).toBe(false)
  expect(account.preferredAccountType).toBe('smartAccount')
})

it('is on the chain that the wallet says, or the last one, or 1 [S9.chain.01]', () => {
  const kit = makeKit({}, { storage: memoryStorage() })
  expect(lastChainId(kit)).toBe(1)
  expect(lastChainId(kit, 'nonsense')).toBe(1)
  kit.storage.set(LAST_USED_CHAIN, 'eip155:137')
  expect(lastChainId(kit)).toBe(137)
  expect(lastChainId(kit, '10')).toBe(10)
  expect(lastChainId(kit, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
})

it('reads any answer without a throw', () => {
  fc.assert(
    fc.property(fc.anything(), (answer) => {
      expect(Array.isArray(parseSmartAccountNetworks(answer))).toBe(true)
      parsePreferredAccount(answer)
      expect(['number', 'string']).toContain(typeof lastChainId(makeKit(), answer))
    }),
    { numRuns: 50 },
  )
})
