import { expect, it, onTestFinished } from 'vitest'
import { register } from '../../../runtime/actions/discover.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import {
  fetchBalances,
  fetchNativeBalance,
  updateBalances,
  updateNativeBalance,
} from '../../../runtime/data/balances.ts'
import { makeKit, sandboxConfig, slowly, testConnector } from '../../support/kit.ts'
import { rpc } from '../../support/trickToken.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { startService } from '../../support/service.ts'

const headers = { 'content-type': 'application/json' }

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

it('stay the latest when an older answer of the node arrives after them', async () => {
  const [chain] = sandbox().chains
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let count = 0
  const node = await startService(async ({ body }) => {
    const isBalance = JSON.stringify(body).includes('eth_getBalance')
    const response = await fetch(chain?.rpcUrl ?? '', { method: 'POST', body: JSON.stringify(body), headers })
    const text = await response.text()
    if (isBalance && count++ === 0) await held
    return { text }
  })
  onTestFinished(() => node.close())
  const { services: _, ...config } = sandboxConfig(sandbox())
  const kit = makeKit({ ...config, customRpcUrls: { 'eip155:31337': [node.url] } })
  const { connector } = testConnector(sandbox())
  register(kit, connector)
  await connect(kit, connector)
  const account = kit.state.accounts.eip155
  const older = updateNativeBalance(kit)
  await expect.poll(() => count).toBe(1)
  await rpc(sandbox(), 'anvil_setBalance', [account.address, '0x29a2241af62c0000'])
  await updateNativeBalance(kit, { force: true })
  release()
  await older
  expect(account.balance).toBe('3')
  expect(await fetchNativeBalance(kit)).toBe(3n * 10n ** 18n)
})
