/**
 * A site that pays its visitors' network fees (ERC-7677), with the smart account of a login by email: the account owns
 * tokens and no ether.
 */
import { encodeFunctionData, erc20Abi, type Hex, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { chainClients, tokenOf } from '../sandbox/chain.ts'
import { account, asEoa, asks, gone, request, someone, useEmbedded } from '../support/embeddedPage.ts'
import { defaultConfig, useFlow, type Visit, type Visited } from '../support/flow.ts'
import { approve, frameOf, titled, useLogin } from '../support/login.ts'
import { press } from '../support/press.ts'
import { readRequest } from '../support/readRequest.ts'
import { useServer } from '../support/server.ts'

const flow = useFlow()
const { visitLogin, login } = useLogin(flow)
const { client } = useEmbedded(flow)
const other = useServer()

const url = () => `${flow.sandbox().url}/paymaster/31337`
const dai = () => tokenOf(flow.sandbox(), 'DAI', 31337)
const rich = () => chainClients(flow.sandbox(), 31337, flow.sandbox().accounts[0]?.privateKey ?? '0x')
const asked = () =>
  flow
    .sandbox()
    .requests()
    .filter(({ path }) => path.startsWith('/paymaster')).length
const setEther = (address: string, wei: Hex) =>
  client().request({ method: 'anvil_setBalance', params: [address, wei] } as never)

/** A visit of the site that pays, by somebody whose account has 5 DAI and no ether. */
async function visitPayer(visit: Visit = {}) {
  const services = { ...defaultConfig(flow.sandbox()).services, paymaster: url().replace('31337', '{chainId}') }
  const visited = await visitLogin({
    ...visit,
    config: { features: { email: {}, send: {} }, ...visit.config, services },
  })
  await login(visited, someone())
  const address = (await account(visited)).address as Hex
  await rich().write(dai(), 'transfer', [address, parseUnits('5', 18)])
  await setEther(address, '0x0')
  return { ...visited, address }
}

/** Sends 2 DAI by the form, up to the press in the review. */
async function reviewSend(visit: Visited, to: Hex) {
  await visit.open()
  await visit.button('Send').click()
  await visit.button('Choose a token').click()
  await visit.modal.getByRole('button', { name: /DAI/ }).click()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('2')
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(to)
  await visit.button('Preview Send').click()
  await titled(visit, 'Review send')
}

/** 2 DAI as a batch that names a paymaster. */
const batchOf = (from: string, to: Hex, paymasterService: object) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseUnits('2', 18)] })
  const calls = [{ to: dai().address, data, value: '0x0' }]
  return [
    { version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls, capabilities: { paymasterService } },
  ]
}
const shownIn = (visit: Visited) => frameOf(visit).locator('.scroll').innerText()
const receiver = () => privateKeyToAddress(generatePrivateKey())

it('an account without any ether sends tokens: both reviews say who pays', async () => {
  const visit = await visitPayer()
  const to = receiver()
  await reviewSend(visit, to)
  await visit.modal.getByText('This site can help with the network cost.').waitFor()
  await press(visit, /^Send 2 DAI$/, 'Review send')
  await asks(visit)
  await expect.poll(() => shownIn(visit)).toMatch(/Network fee\s+Paid by Sandbox\s+Name given by\s+127\.0\.0\.1:\d+/)
  expect(await shownIn(visit)).not.toMatch(/at most|\d\.\d+ ETH/)
  await approve(visit)
  await expect.poll(() => rich().balanceOf(dai(), to)).toBe(parseUnits('2', 18))
  expect(await client().getBalance({ address: visit.address })).toBe(0n)
  expect(await rich().balanceOf(dai(), visit.address)).toBe(parseUnits('3', 18))
})

it('when the paymaster fails, the person sees the fee and pays it; where it must pay, nothing is shown', async () => {
  const visit = await visitPayer()
  await setEther(visit.address, '0xde0b6b3a7640000')
  for (const fault of [{ kind: 'status', status: 500 } as const, { kind: 'hang' } as const]) {
    flow.sandbox().faults.set({ path: '/paymaster', ...fault })
    const to = receiver()
    const must = await request(visit, 'wallet_sendCalls', batchOf(visit.address, to, { url: url() }))
    await expect(must()).rejects.toThrow(/The paymaster 127\.0\.0\.1:\d+ does not pay for this. Nothing was signed/)
    await gone(visit)
    const before = await client().getBalance({ address: visit.address })
    const may = await request(visit, 'wallet_sendCalls', batchOf(visit.address, to, { url: url(), optional: true }))
    await asks(visit)
    await expect.poll(() => shownIn(visit)).toMatch(/Network fee, at most\s+0\.\d+ ETH/)
    expect(await shownIn(visit)).not.toContain('Paid by')
    await approve(visit)
    await may()
    await gone(visit)
    expect(await rich().balanceOf(dai(), to)).toBe(parseUnits('2', 18))
    expect(await client().getBalance({ address: visit.address })).toBeLessThan(before)
    flow.sandbox().faults.clear()
  }
})

it('a paymaster that the page names and the login does not know is refused, and asked nothing', async () => {
  const visit = await visitPayer()
  const [to, before] = [receiver(), asked()]
  const must = await request(visit, 'wallet_sendCalls', batchOf(visit.address, to, { url: other.url }))
  await expect(must()).rejects.toThrow(`This login asks no paymaster at ${other.url}`)
  await gone(visit)
  const may = await request(visit, 'wallet_sendCalls', batchOf(visit.address, to, { url: other.url, optional: true }))
  await asks(visit)
  await expect.poll(() => shownIn(visit)).toMatch(/Network fee, at most/)
  await visit.button('Close').click()
  await expect(may()).rejects.toThrow('aborted')
  expect([other.asked, asked()]).toEqual([[], before])
  expect(await rich().balanceOf(dai(), to)).toBe(0n)
})

it('the key’s own account refuses a paymaster, unless it is optional', async () => {
  const visit = await visitPayer(asEoa)
  await setEther(visit.address, '0xde0b6b3a7640000')
  const ask = (asks: object) => request(visit, 'wallet_sendCalls', batchOf(visit.address, receiver(), asks))
  await expect((await ask({ url: url() }))()).rejects.toThrow('The capability paymasterService is not supported')
  await gone(visit)
  const may = await ask({ url: url(), optional: true })
  await asks(visit)
  await expect.poll(() => shownIn(visit)).toMatch(/Network fee, at most/)
  await visit.button('Close').click()
  await expect(may()).rejects.toThrow('aborted')
})

it('the sponsor’s name is shown as cleaned text, with the host that says it', async () => {
  const visit = await visitPayer()
  const result = {
    paymaster: `0x${'22'.repeat(20)}`,
    paymasterData: '0x',
    paymasterVerificationGasLimit: '0x1',
    paymasterPostOpGasLimit: '0x0',
    isFinal: true,
    sponsor: { name: '\u202eA\u0000d\u200ba <b id="evil">free</b>\n' },
  }
  flow
    .sandbox()
    .faults.set({ path: '/paymaster', kind: 'garbage', body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }) })
  const may = await request(visit, 'wallet_sendCalls', batchOf(visit.address, receiver(), { url: url() }))
  await asks(visit)
  await expect.poll(() => shownIn(visit)).toMatch(/Paid by Ada <b id="evil">free<\/b>\s+Name given by\s+127\.0\.0\.1/)
  expect(await frameOf(visit).locator('#evil').count()).toBe(0)
  await readRequest(frameOf(visit))
  await visit.button('Close').click()
  await expect(may()).rejects.toThrow('aborted')
})
