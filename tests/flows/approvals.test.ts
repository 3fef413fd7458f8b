/** Token approvals: found in the chain's logs without a service, revoked, and read again. */
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, it } from 'vitest'
import { checkThemes } from '../support/axe.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
const ON = { config: { features: { approvals: {} } } }
const SPENDER = `0x${'5'.repeat(40)}` as const
const token = (symbol: string) => flow.sandbox().tokens.find((each) => each.symbol === symbol)?.address ?? ''

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
  const rows = visit.modal.getByRole('list', { name: 'Approvals' }).getByRole('listitem')
  await rows.filter({ hasText: 'Unlimited' }).waitFor()
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/DAI[^]*Unlimited/),
    expect.stringMatching(/USDC[^]*25/),
  ])
  await checkThemes(visit, 'Approvals')
  await visit.modal.getByRole('checkbox').first().check()
  await visit.button('End the chosen approvals: 1').click()
  await expect.poll(() => rows.count()).toBe(1)
  const owner = flow.sandbox().accounts[0]?.address ?? ''
  const data = `0xdd62ed3e${owner.slice(2).padStart(64, '0')}${SPENDER.slice(2).padStart(64, '0')}`
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: token('DAI'), data }, 'latest'] }
  const answer = await fetch(flow.sandbox().chains[0]?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await answer.json()).toMatchObject({ result: `0x${'0'.repeat(64)}` })
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
