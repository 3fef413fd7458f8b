/** Token approvals: found in the chain's logs without a service, revoked, and read again. */
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, it } from 'vitest'
import { checkThemes } from '../support/axe.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
const ON = { config: { features: { approvals: {} } } }
const SPENDER = `0x${'5'.repeat(40)}` as const
const [ONE, TWO] = [31337, 31338]
const token = (symbol: string, on = ONE) =>
  flow.sandbox().tokens.find((each) => each.symbol === symbol && each.chainId === on)?.address ?? ''
/** What the spender may take of the first account's tokens. */
async function allowance(symbol: string, on = ONE): Promise<bigint> {
  const owner = flow.sandbox().accounts[0]?.address ?? ''
  const data = `0xdd62ed3e${owner.slice(2).padStart(64, '0')}${SPENDER.slice(2).padStart(64, '0')}`
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: token(symbol, on), data }, 'latest'] }
  const answer = await fetch(flow.sandbox().chains.find(({ id }) => id === on)?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return BigInt(((await answer.json()) as { result: string }).result)
}
const rowsOn = (visit: Visited, network: string) =>
  visit.modal.getByRole('list', { name: network }).getByRole('listitem')

/** Asks the wallet for an approval, as a site does. */
const approve = ({ page }: Visited, symbol: string, amount: bigint) =>
  page.evaluate(
    async (call) => {
      const params = [{ from: kit.getAddress('eip155'), ...call }]
      await kit.getProvider('eip155')?.request({ method: 'eth_sendTransaction', params })
    },
    {
      to: token(symbol),
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, amount] }),
    },
  )

it('an unlimited approval is seen and ended from the account, and the contract allows nothing any more', async () => {
  const visit = await flow.visit(ON)
  await visit.connect()
  await approve(visit, 'DAI', maxUint256)
  await approve(visit, 'USDC', 25_000_000n)
  await visit.open()
  await visit.button('Approvals').click()
  const rows = rowsOn(visit, 'Sandbox One')
  await rows.filter({ hasText: 'Unlimited' }).waitFor()
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/DAI[^]*Unlimited/),
    expect.stringMatching(/USDC[^]*25/),
  ])
  await checkThemes(visit, 'Approvals')
  await visit.modal.getByRole('checkbox').first().check()
  await visit.button('End the chosen approvals: 1').click()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await allowance('DAI')).toBe(0n)
})

it('approvals of both networks are seen, each under its network, and ended network after network', async () => {
  const visit = await flow.visit(ON)
  await visit.connect()
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31338'))
  await approve(visit, 'USDC', maxUint256)
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31337'))
  await approve(visit, 'DAI', 25n * 10n ** 18n)
  const before = (await visit.asked('wallet_switchEthereumChain')).length
  await visit.open()
  await visit.button('Approvals').click()
  const [one, two] = [rowsOn(visit, 'Sandbox One'), rowsOn(visit, 'Sandbox Two')]
  await one.filter({ hasText: 'DAI' }).waitFor()
  await two.filter({ hasText: 'Unlimited' }).waitFor()
  expect(await visit.modal.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Sandbox One', 'Sandbox Two'])
  expect((await visit.asked('wallet_switchEthereumChain')).length).toBe(before)
  await one.filter({ hasText: 'DAI' }).getByRole('checkbox').check()
  expect(await visit.modal.getByText(/will be asked to switch/).count()).toBe(0)
  await two.filter({ hasText: 'Unlimited' }).getByRole('checkbox').check()
  await visit.modal.getByText('Your wallet will be asked to switch to Sandbox Two.').waitFor()
  await checkThemes(visit, 'Approvals on two networks')
  await visit.button('End the chosen approvals: 2').click()
  await visit.modal.getByText('Approvals ended: 2').waitFor()
  expect(await allowance('DAI')).toBe(0n)
  expect(await allowance('USDC', TWO)).toBe(0n)
  expect((await visit.asked('wallet_switchEthereumChain')).length).toBe(before + 1)
  expect(await visit.page.evaluate(() => kit.getCaipNetwork()?.caipNetworkId)).toBe('eip155:31338')
})

it('a network whose node fails says so with a way to try again, and its approvals come then', async () => {
  const visit = await flow.visit(ON)
  await visit.connect()
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31338'))
  await approve(visit, 'USDC', maxUint256)
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31337'))
  await approve(visit, 'DAI', 25n * 10n ** 18n)
  const { faults } = flow.sandbox()
  for (const path of ['/rpc/31338', '/v1']) faults.set({ path, rpc: 'eth_getLogs', kind: 'status', status: 404 })
  await visit.open()
  await visit.button('Approvals').click()
  const failed = visit.modal.getByRole('region', { name: 'Sandbox Two' })
  await failed.getByText(/node did not answer/).waitFor()
  await rowsOn(visit, 'Sandbox One').filter({ hasText: 'DAI' }).waitFor()
  await checkThemes(visit, 'A network that failed')
  faults.clear()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await rowsOn(visit, 'Sandbox Two').filter({ hasText: 'Unlimited' }).waitFor()
})

it('one without a limit that the page has just asked for is a card in Account, until it is dismissed', async () => {
  const visit = await flow.visit(ON)
  await visit.connect()
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, maxUint256] })
  const call = { to: token('DAI'), data }
  await visit.page.evaluate(async (each) => void (await kit.sendCalls([each])), call)
  await visit.open()
  const card = visit.modal.locator('.progress')
  await card.getByText('Approved without a limit: DAI').waitFor()
  await checkThemes(visit, 'Approved without a limit')
  await card.getByRole('button').click()
  await expect.poll(() => card.count()).toBe(0)
})

it('is not offered with the feature off', async () => {
  const visit = await flow.visit()
  await visit.connect()
  await visit.open()
  await visit.button('Receive').waitFor()
  expect(await visit.button('Approvals').count()).toBe(0)
})
