import { expect, it } from 'vitest'
import { register } from '../../../runtime/actions/discover.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { fetchBalances, updateBalances } from '../../../runtime/data/balances.ts'
import { makeKit, sandboxConfig, slowly, testConnector } from '../../support/kit.ts'
import { rpc } from '../../support/trickToken.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

it('are those of the account and network that were asked, though the visitor switches meanwhile', async () => {
  const { services: _, ...config } = sandboxConfig(sandbox())
  const kit = makeKit(config)
  const { connector, wallet } = testConnector(sandbox())
  const slow = { ...connector, provider: slowly(wallet.provider, 'wallet_getCapabilities', 1_000) }
  register(kit, slow)
  await connect(kit, slow)
  const account = kit.state.accounts.eip155
  const { caipAddress } = account
  const reading = updateBalances(kit)
  await switchNetwork(kit, 'eip155:31338')
  await reading
  await switchNetwork(kit, 'eip155:31337')
  expect(account.caipAddress).toBe(caipAddress)
  expect((await fetchBalances(kit)).map(({ chainId }) => chainId)).toEqual(['eip155:31337'])
})

it('are those of the account, though another account becomes active meanwhile', async () => {
  const { services: _, ...config } = sandboxConfig(sandbox())
  const kit = makeKit(config)
  const { connector, wallet } = testConnector(sandbox())
  const slow = { ...connector, provider: slowly(wallet.provider, 'wallet_getCapabilities', 1_000) }
  await rpc(sandbox(), 'anvil_setBalance', [sandbox().accounts[0]?.address, '0x1bc16d674ec80000'])
  register(kit, slow)
  await connect(kit, slow)
  const account = kit.state.accounts.eip155
  const first = account.address
  const reading = updateBalances(kit)
  wallet.changeAccount(1)
  await expect.poll(() => account.address).not.toBe(first)
  await reading
  wallet.changeAccount(0)
  await expect.poll(() => account.address).toBe(first)
  await updateBalances(kit)
  expect(account.tokenBalance?.[0]?.quantity.numeric).toBe('2')
})
