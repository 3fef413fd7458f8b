import { expect, it } from 'vitest'
import { walletOptions } from '../../../cli/stages/testWallet.ts'
import type { Json } from '../../../schema/pieces.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const status = () => JSON.parse(JSON.stringify(sandbox().status())) as Json

it('has keys only on the namespaces of the configured networks', () => {
  const { accounts, chains, solana } = sandbox()
  const evm = walletOptions(status(), ['eip155'])
  expect(evm).toEqual({
    name: 'Test wallet',
    keys: accounts.slice(0, 3).map(({ privateKey }) => privateKey),
    chains: chains.map(({ id, rpcUrl }) => ({ id, rpcUrl })),
  })
  expect(walletOptions(status(), ['solana'])).toMatchObject({
    as: 'none',
    solana: { rpcUrl: solana.rpcUrl, keys: solana.accounts.map(({ secretKey }) => `0x${secretKey}`) },
  })
  expect(Object.keys(walletOptions(status(), ['eip155', 'bip122', 'polkadot']) ?? {})).toEqual([
    'name',
    'keys',
    'chains',
    'polkadot',
    'bip122',
  ])
})

it.each([undefined, null, 'hello', {}, { accounts: [], chains: [] }, { accounts: [{}], chains: [{}] }] as Json[])(
  'does not exist when %j answers',
  (answer) => expect(walletOptions(answer, ['eip155'])).toBeUndefined(),
)
