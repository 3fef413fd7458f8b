/** A site that pays its visitors' network fees (ERC-7677), with a passkey wallet that owns tokens and no money for fees. */
import { type Hex, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { chainClients, tokenOf } from '../sandbox/chain.ts'
import { defaultConfig, useFlow } from '../support/flow.ts'
import { press as pressIn } from '../support/press.ts'
import { type Passkeyed, passkeyVisits, RECEIVER } from '../support/passkeyVisits.ts'

const flow = useFlow()
const { visit, create, confirm, fund, balanceOf, request } = passkeyVisits(flow)

/** A visit of the site that pays. */
const visitPayer = () => {
  const paymaster = `${flow.sandbox().url}/paymaster/{chainId}`
  return visit({ config: { services: { ...defaultConfig(flow.sandbox()).services, paymaster } } })
}
const dai = () => tokenOf(flow.sandbox(), 'DAI', 31337)
const rich = () => chainClients(flow.sandbox(), 31337, flow.sandbox().accounts[0]?.privateKey ?? '0x')

/** Fills in the form for 2 DAI, and opens the review. */
async function reviewSend({ modal, title, button, open }: Passkeyed) {
  await open()
  await button('Send').click()
  await button('Choose a token').click()
  await modal.getByRole('button', { name: /DAI/ }).click()
  await modal.getByRole('textbox', { name: 'Amount' }).fill('2')
  await modal.getByRole('textbox', { name: 'Recipient' }).fill(RECEIVER)
  await button('Preview Send').click()
  await title.filter({ hasText: 'Review send' }).waitFor()
}

it('an account without any ether sends tokens: both reviews say who pays', async () => {
  const visited = await visitPayer()
  const address = await create(visited)
  await rich().write(dai(), 'transfer', [address, parseUnits('5', 18)])
  const before = await rich().balanceOf(dai(), RECEIVER)
  await reviewSend(visited)
  await visited.modal.getByText('This site can help with the network cost.').waitFor()
  await pressIn(visited, /^Send 2 DAI$/, 'Review send')
  await expect.poll(() => visited.modal.innerText()).toMatch(/Network fee\s+Paid by Sandbox/)
  await confirm(visited)
  await visited.modal.getByText('Transaction confirmed').first().waitFor()
  expect(await rich().balanceOf(dai(), RECEIVER)).toBe(before + parseUnits('2', 18))
  expect(await balanceOf(address)).toBe(0n)
})

it('when the paymaster fails, the account pays, and the review shows the fee before anything is signed', async () => {
  for (const fault of [{ kind: 'status', status: 500 } as const, { kind: 'hang' } as const]) {
    const visited = await visitPayer()
    const address = await create(visited)
    await fund(address)
    flow.sandbox().faults.set({ path: '/paymaster/31337', ...fault })
    const before = await balanceOf(RECEIVER)
    const sending = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x5' }])
    await expect.poll(() => visited.modal.innerText()).toMatch(/at most\s+0\.\d+ ETH/)
    await confirm(visited)
    expect(await sending).toMatchObject({ result: expect.stringMatching(/^0x/) as string })
    expect(await balanceOf(RECEIVER)).toBe(before + 5n)
    flow.sandbox().faults.clear()
  }
})

it('capabilities that the wallet does not have are refused, unless they are optional (EIP-5792)', async () => {
  const visited = await visitPayer()
  const from: Hex = await create(visited)
  const batch = { version: '2.0.0', from, chainId: '0x7a69', atomicRequired: true, calls: [{ to: RECEIVER }] }
  const ask = (capabilities: object) => request(visited, 'wallet_sendCalls', [{ ...batch, capabilities }])
  expect(await ask({ auxiliaryFunds: {} })).toMatchObject({ code: 5700 })
  const sending = ask({ auxiliaryFunds: { optional: true }, paymasterService: { url: 'https://other.example' } })
  await expect.poll(() => visited.modal.innerText()).toMatch(/Paid by Sandbox/)
  await confirm(visited)
  expect(await sending).toMatchObject({ result: { id: expect.stringMatching(/^0x/) as string } })
})
