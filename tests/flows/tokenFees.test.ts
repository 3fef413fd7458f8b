/** A site whose paymaster takes tokens for network fees, with a passkey wallet that owns tokens. */
import { type Hex, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { abi } from '../../sandbox/contracts/artifacts/TokenPaymaster.ts'
import { chainClients, tokenOf } from '../sandbox/chain.ts'
import { viemClients } from '../sandbox/smartAccounts/clients.ts'
import { defaultConfig, useFlow } from '../support/flow.ts'
import { press as pressIn } from '../support/press.ts'
import { type Passkeyed, passkeyVisits, RECEIVER } from '../support/passkeyVisits.ts'

const flow = useFlow()
const { visit, create, confirm, fund, balanceOf, request } = passkeyVisits(flow)
const token = (symbol: string) => tokenOf(flow.sandbox(), symbol, 31337)
const rich = () => chainClients(flow.sandbox(), 31337, flow.sandbox().accounts[0]?.privateKey ?? '0x')
const give = (to: Hex, symbol: string, amount: string) =>
  rich().write(token(symbol), 'transfer', [to, parseUnits(amount, token(symbol).decimals)])

/** A visit of a site that pays nothing itself. Its visitors may pay in USDC and DAI. */
async function visitTaker() {
  const { url } = flow.sandbox()
  const services = { ...defaultConfig(flow.sandbox()).services, paymaster: `${url}/paymaster/{chainId}/tokens` }
  const feeTokens = ['USDC', 'DAI'].map((symbol) => `eip155:31337/erc20:${token(symbol).address}`)
  const features = { passkey: { bundler: `${url}/rpc/{chainId}`, feeTokens }, send: {}, receive: {} }
  // The price of gas sinks with each empty block, to that of a quiet network.
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x28'] })
  await fetch(viemClients(flow.sandbox()).rpcUrl, { method: 'POST', body })
  return visit({ config: { services, features } })
}

/** Fills in the form for 2 USDC, and opens the review. */
async function reviewSend({ modal, title, button, open }: Passkeyed) {
  await open()
  await button('Send').click()
  await button('Choose a token').click()
  await modal.getByRole('button', { name: /USDC/ }).click()
  await modal.getByRole('textbox', { name: 'Amount' }).fill('2')
  await modal.getByRole('textbox', { name: 'Recipient' }).fill(RECEIVER)
  await button('Preview Send').click()
  await title.filter({ hasText: 'Review send' }).waitFor()
}
const shownFee = async ({ modal }: Passkeyed, symbol: string) => {
  const find = async () => new RegExp(`at most\\s+([\\d.]+) ${symbol}`).exec(await modal.innerText())?.[1]
  await expect.poll(find).toBeDefined()
  return parseUnits((await find()) ?? '', token(symbol).decimals)
}
/** The operations that went to the bundler so far. */
const sent = () =>
  flow
    .sandbox()
    .requests()
    .filter(({ rpc }) => rpc?.includes('eth_sendUserOperation')).length

it('an account with 5 USDC and no ether sends 2: the fee is paid in USDC, and all balances add up', async () => {
  const visited = await visitTaker()
  const address = await create(visited)
  await give(address, 'USDC', '5')
  const received = await rich().balanceOf(token('USDC'), RECEIVER)
  await reviewSend(visited)
  await visited.modal.getByText('This site can help with the network cost.').waitFor()
  await pressIn(visited, /^Send 2 USDC$/, 'Review send')
  const most = await shownFee(visited, 'USDC')
  const text = await visited.modal.innerText()
  expect(text.replace(/[\u2066-\u2069]/g, '')).toMatch(
    /Sandbox pays the network\. It may take up to [\d.]+ USDC from this account for that, and no more\./,
  )
  expect(text).not.toMatch(/far higher than usual|could not be compared/)
  const [, paymaster] = /Fee taken by\s+(0x[0-9a-fA-F\s]+)/.exec(text) ?? []
  const { reader } = viemClients(flow.sandbox())
  const contract = { address: (paymaster ?? '').replace(/\s/g, '').slice(0, 42) as Hex, abi } as const
  const taker = await reader.readContract({ ...contract, functionName: 'signer' })
  const taken = await rich().balanceOf(token('USDC'), taker)
  await confirm(visited)
  await visited.modal.getByText('Transaction confirmed').first().waitFor()
  const fee = (await rich().balanceOf(token('USDC'), taker)) - taken
  expect(fee).toBeGreaterThan(0n)
  expect(fee).toBeLessThanOrEqual(most)
  expect(await rich().balanceOf(token('USDC'), RECEIVER)).toBe(received + parseUnits('2', 6))
  expect(await rich().balanceOf(token('USDC'), address)).toBe(parseUnits('3', 6) - fee)
  expect(await balanceOf(address)).toBe(0n)
})

it('with ether, the account pays in ether, unless the visitor chooses a token; sendCalls shows the same (EIP-5792)', async () => {
  const visited = await visitTaker()
  const address = await create(visited)
  await fund(address)
  await give(address, 'DAI', '9')
  const before = await balanceOf(address)
  const sending = visited.page.evaluate((to) => kit.sendCalls([{ to, data: '0x' }]), RECEIVER)
  await expect.poll(() => visited.modal.innerText()).toMatch(/at most\s+0\.\d+ ETH/)
  expect(await visited.modal.getByRole('radio').count()).toBe(2)
  expect(await visited.modal.getByRole('radio', { name: /^ETH At most/ }).isChecked()).toBe(true)
  expect(await visited.modal.innerText()).not.toContain('Fee taken by')
  await visited.modal.getByRole('radio', { name: /^DAI At most/ }).check()
  const most = await shownFee(visited, 'DAI')
  await confirm(visited)
  expect(await sending).toMatchObject({ hashes: [expect.stringMatching(/^0x/) as string] })
  expect(await balanceOf(address)).toBe(before)
  const fee = parseUnits('9', 18) - (await rich().balanceOf(token('DAI'), address))
  expect(fee > 0n && fee <= most).toBe(true)
})

it('where no price is known, the review says that a fee in a token could not be compared', async () => {
  const visited = await visitTaker()
  const address = await create(visited)
  await give(address, 'USDC', '5')
  await visited.page.route('**/v1/fungible/price*', (route) => route.fulfill({ json: { fungibles: [] } }))
  const asked = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x0' }])
  await visited.modal.getByText(/^The fee of up to [\d.]+ USDC could not be compared with the usual one\.$/).waitFor()
  await visited.button('Cancel').click()
  expect(await asked).toMatchObject({ code: 4001 })
})

type Answer = {
  id: number
  result?: { paymaster: Hex; tokenPayment?: { maxFee: Hex; decimals: number; address: Hex } }
}
it('a paymaster that lies gets no signature, and the site is told why', async () => {
  const lies: ((payment: { maxFee: Hex }, time: number) => object)[] = [
    () => ({ address: token('DAI').address }),
    () => ({ decimals: 18 }),
    // Twenty times the price that the API names.
    ({ maxFee }) => ({ maxFee: `0x${(BigInt(maxFee) * 20n).toString(16)}` }),
    ({ maxFee }, time) => (time === 2 ? { maxFee: `0x${(BigInt(maxFee) + 1n).toString(16)}` } : {}),
  ]
  for (const lie of [...lies, undefined]) {
    const visited = await visitTaker()
    const address = await create(visited)
    await give(address, 'USDC', '100')
    let time = 0
    await visited.page.route('**/paymaster/**', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as Answer
      if (route.request().postData()?.includes('pm_getPaymasterData')) time++
      const { result } = answer
      if (result && !lie) result.paymaster = `0x${'0'.repeat(40)}`
      if (result?.tokenPayment && lie) Object.assign(result.tokenPayment, lie(result.tokenPayment, time))
      return route.fulfill({ response, json: answer })
    })
    const before = [await visited.device.uses(), sent()]
    const told = await request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x0' }])
    expect(told).toMatchObject({
      code: 'PASSKEY_PAYMASTER',
      message: expect.stringContaining('does not add up') as string,
    })
    // The device has signed nothing, and the bundler has got nothing.
    expect([await visited.device.uses(), sent()]).toEqual(before)
    await visited.page.close()
  }
})
