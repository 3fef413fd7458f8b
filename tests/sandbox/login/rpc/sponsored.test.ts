/** Batches of a login's smart account whose fee a paymaster pays (ERC-7677), on a real chain. */
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../../sandbox/login/database.ts'
import { prepareRequest } from '../../../../sandbox/login/page/prepare.ts'
import { createSponsoring } from '../../../../sandbox/login/rpc/sponsoring.ts'
import { approvalText } from '../../../support/approvalText.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { useServer } from '../../../support/server.ts'
import { chainClients, tokenOf } from '../../chain.ts'
import { openBrowser, someEmail, type Answer, type Browser } from '../browser.ts'

const sandbox = useSandbox()
const other = useServer()
afterEach(() => sandbox().faults.clear())

const url = () => `${sandbox().url}/paymaster/31337`
const rich = () => chainClients(sandbox(), 31337, sandbox().accounts[0]?.privateKey ?? '0x')
const dai = () => tokenOf(sandbox(), 'DAI', 31337)
const someone = () => privateKeyToAddress(generatePrivateKey())
const node = async (method: string, params: unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(sandbox().chains[0]?.rpcUrl ?? '', { method: 'POST', body })
  return ((await answer.json()) as { result: unknown }).result
}
const etherOf = async (address: Hex) => BigInt(String(await node('eth_getBalance', [address, 'latest'])))
const asked = () =>
  sandbox()
    .requests()
    .filter(({ path }) => path.startsWith('/paymaster')).length

let browser: Browser
const mail = someEmail()
let [eoa, smart]: [Hex, Hex] = ['0x', '0x']
beforeAll(async () => {
  browser = await openBrowser(sandbox())
  await browser.login(mail)
  const { accounts } = await browser.user()
  eoa = accounts.find(({ type }) => type === 'eoa')?.address ?? '0x'
  smart = accounts.find(({ type }) => type === 'smartAccount')?.address ?? '0x'
  await rich().write(dai(), 'transfer', [smart, parseUnits('50', 18)])
  await node('anvil_setBalance', [smart, '0x0'])
})

type Offered = { agreed: string; host: string; name?: string }
const transferOf = (to: Hex, whole: string) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseUnits(whole, 18)] })
const batchOf = (to: Hex, paymasterService: object, from = smart) => ({
  ...{ version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false },
  calls: [{ to: dai().address, data: transferOf(to, '2') }],
  capabilities: { paymasterService },
})
const offer = (batch: object) => browser.ask('SPONSOR', { params: [batch] })
const send = (batch: object) =>
  browser.ask('RPC_REQUEST', { method: 'wallet_sendCalls', params: [batch], chainId: 31337 })
const agreedOf = ({ answer }: Answer) => (answer as Offered).agreed

describe('a smart account without ether', () => {
  it('says that it can use a paymaster, and the key’s own account does not', async () => {
    const ofSmart = await browser.rpc<Record<string, object>>('wallet_getCapabilities', [smart])
    expect(ofSmart['0x7a69']).toMatchObject({ paymasterService: { supported: true } })
    expect(await browser.rpc('wallet_getCapabilities', [eoa])).not.toMatchObject({ '0x7a69': { paymasterService: {} } })
  })

  it('sends tokens, once for each agreement, and pays nothing', async () => {
    const to = someone()
    const batch = batchOf(to, { url: url(), context: { policy: 'a' } })
    const told = await offer(batch)
    expect(told.answer).toEqual({ agreed: expect.any(String) as string, host: new URL(url()).host, name: 'Sandbox' })
    const sent = await send({ ...batch, agreed: agreedOf(told) })
    expect(sent.status, sent.message).toBe(200)
    expect(await rich().balanceOf(dai(), to)).toBe(parseUnits('2', 18))
    expect(await etherOf(smart)).toBe(0n)
    expect(await send({ ...batch, agreed: agreedOf(told) })).toMatchObject({ code: -32501 })
    expect(await rich().balanceOf(dai(), to)).toBe(parseUnits('2', 18))
  })

  it('signs nothing but the calls that the paymaster agreed to, on their network, for their user', async () => {
    const [to, thief] = [someone(), someone()]
    const batch = batchOf(to, { url: url() })
    const agreed = agreedOf(await offer(batch))
    expect(await send({ ...batchOf(thief, { url: url() }), agreed })).toMatchObject({ code: -32501 })
    const other = await openBrowser(sandbox())
    await other.login(someEmail())
    const { address: from } = await other.user()
    const stolen = { method: 'wallet_sendCalls', params: [{ ...batch, from, agreed }], chainId: 31337 }
    expect(await other.ask('RPC_REQUEST', stolen)).toMatchObject({ code: -32501 })
    const { chainId: _id, ...elsewhere } = batch
    const moved = { method: 'wallet_sendCalls', params: [{ ...elsewhere, agreed }], chainId: 31338 }
    expect(await browser.ask('RPC_REQUEST', moved, 31338)).toMatchObject({ code: -32501 })
    expect(await rich().balanceOf(dai(), to)).toBe(0n)
    expect((await send({ ...batch, agreed })).status).toBe(200)
  })

  it('keeps an agreement of one site whatever another site asks for', async () => {
    const batch = batchOf(someone(), { url: url() })
    const agreed = agreedOf(await offer(batch))
    const elsewhere = await openBrowser(sandbox(), { site: 'http://localhost:5174', same: browser })
    sandbox().login.set({ advance: 31_000 })
    await elsewhere.login(mail)
    for (let time = 0; time < 10; time++)
      expect((await elsewhere.ask('SPONSOR', { params: [batchOf(someone(), { url: url() })] })).status).toBe(200)
    expect((await send({ ...batch, agreed })).status).toBe(200)
  })

  it('is refused without an agreement, if the paymaster must pay', async () => {
    expect(await send(batchOf(someone(), { url: url() }))).toMatchObject({ code: 5700 })
  })
})

describe('the key’s own account', () => {
  it('refuses a paymaster, unless it is optional', async () => {
    const [must, may] = [{ url: url() }, { url: url(), optional: true }].map((asks) => batchOf(eoa, asks, eoa))
    for (const answer of [await offer(must ?? {}), await send(must ?? {}), await send({ ...may, agreed: 'x' })])
      expect(answer).toMatchObject({ code: 5700, message: 'The capability paymasterService is not supported' })
    const before = asked()
    expect(await offer(may ?? {})).toMatchObject({ status: 200, answer: null })
    expect(asked()).toBe(before)
  })
})

describe('a paymaster that does not pay', () => {
  const faults = [
    { kind: 'status', status: 500 },
    { kind: 'garbage' },
    { kind: 'garbage', body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { paymaster: `0x${'00'.repeat(20)}` } }) },
    { kind: 'garbage', body: ' '.repeat(100_000) },
    { kind: 'hang' },
  ] as const
  it.each(faults)('costs the person the fee if it is optional, else the batch: $kind', async (fault) => {
    sandbox().faults.set({ path: '/paymaster', ...fault })
    const started = performance.now()
    expect(await offer(batchOf(someone(), { url: url(), optional: true }))).toMatchObject({ status: 200, answer: null })
    expect(performance.now() - started).toBeLessThan(5_000)
    const { message, code } = await offer(batchOf(someone(), { url: url() }))
    expect([message, code]).toEqual([expect.stringMatching(/does not pay for this. Nothing was signed/), -32501])
  })

  it('does not pay either if its second answer names another paymaster than the first', async () => {
    const chains = { bundlers: [], smart: sandbox().smartAccounts, paymasters: [{ url: other.url }] }
    const sponsoring = createSponsoring(chains, Date.now)
    const user = { id: 'ada', evm: eoa, preferred: 'smartAccount' } as User
    const asking = { user, smart, caip: 'eip155:31337', site: 'https://site.example' }
    const limits = { paymasterVerificationGasLimit: '0x1', paymasterPostOpGasLimit: '0x0' }
    const answerAs = (second: string) =>
      other.answer(({ body }) => {
        const paymaster = `0x${(body.includes('pm_getPaymasterData') ? second : '22').repeat(20)}`
        return { jsonrpc: '2.0', id: 1, result: { paymaster, paymasterData: '0x', ...limits } }
      })
    const batch = batchOf(someone(), { url: other.url, optional: true, context: { policy: 'a' } })
    answerAs('33')
    expect(await sponsoring.offer([batch], asking)).toBeNull()
    answerAs('22')
    expect(await sponsoring.offer([batch], asking)).toMatchObject({ host: new URL(other.url).host })
    const { params } = JSON.parse(other.asked.at(-1)?.body ?? '') as { params: unknown[] }
    expect(params).toEqual([expect.anything(), sandbox().smartAccounts.entryPoint, '0x7a69', { policy: 'a' }])
    expect(params[0]).toMatchObject({ sender: smart, paymaster: `0x${'22'.repeat(20)}` })
    expect(params[0]).not.toHaveProperty('signature')
  })

  it('is asked once for each of its answers, and is followed nowhere', async () => {
    sandbox().faults.set({ path: '/paymaster', kind: 'status', status: 307, headers: { location: other.url } })
    const before = asked()
    await offer(batchOf(someone(), { url: url(), optional: true }))
    expect(asked()).toBe(before + 1)
    expect(other.asked).toEqual([])
  })
})

describe('another paymaster than those of the service', () => {
  const wrong = () => [
    ...[other.url, `${other.url}/paymaster/31337`, 'http://169.254.169.254/', 'file:///etc/passwd', 'x', ''],
    ...[
      `${url()}?x=1`,
      `${url()}/../../rpc/31337`,
      url().replace('127.0.0.1', 'localhost'),
      `${sandbox().url}/paymaster/31338`,
    ],
    url().replace('//', '//user:word@'),
  ]

  it('is refused by its name and asked nothing', async () => {
    const before = asked()
    for (const named of wrong()) {
      const { message, code } = await offer(batchOf(someone(), { url: named }))
      expect([message, code]).toEqual([`This login asks no paymaster at ${named}`, 5700])
    }
    expect([other.asked, asked()]).toEqual([[], before])
  })

  it('counts as none if it is optional', async () => {
    for (const named of wrong())
      expect(await offer(batchOf(someone(), { url: named, optional: true }))).toMatchObject({
        status: 200,
        answer: null,
      })
    expect(other.asked).toEqual([])
  })
})

it.each([
  ['no url', {}],
  ['a url that is no text', { url: 1 }],
  ['a context that is no object', { url: 'https://paymaster.example', context: 'x' }],
  ['a huge context', { url: 'https://paymaster.example', context: { a: 'x'.repeat(5_000) } }],
])('a paymaster with %s is refused, and counts as none if it is optional', async (_what, asks) => {
  expect((await offer(batchOf(someone(), asks))).message).toContain('paymasterService needs')
  expect(await offer(batchOf(someone(), { ...asks, optional: true }))).toMatchObject({ status: 200, answer: null })
})

describe('the frame', () => {
  const network = { caip: 'eip155:31337', name: 'Sandbox', symbol: 'ETH' }
  const prepare = async (batch: object, answer: Offered | undefined) => {
    const user = await browser.user()
    const around = { origin: 'https://site.example', network, now: 0, t: approvalText, read: node }
    const sponsor = async () => answer
    return prepareRequest('wallet_sendCalls', [batch], { ...around, user: async () => user as never, sponsor })
  }
  const feesIn = ({ fields }: { fields: readonly { label: string; value: string }[] }) =>
    fields.filter(({ label }) => /fee|Name/.test(label)).map(({ label, value }) => `${label}: ${value}`)

  it('shows who pays and whose word the name is, and no fee of the person', async () => {
    const own = { agreed: 'theirs', maxFee: numberToHex(1n) }
    const batch = { ...batchOf(someone(), { url: url(), optional: true }), ...own }
    const { shown, params } = await prepare(batch, { agreed: 'ours', host: 'pay.example', name: 'Ada' })
    expect(feesIn(shown)).toEqual(['Network fee: Paid by Ada', 'Name given by: pay.example'])
    expect(params).toMatchObject([{ agreed: 'ours' }])
    expect(JSON.stringify(params)).not.toContain('maxFee')
    const nameless = await prepare(batch, { agreed: 'ours', host: 'pay.example' })
    expect(feesIn(nameless.shown)).toEqual(['Network fee: Paid by pay.example'])
  })

  it('shows the person’s fee without an agreement, and passes on none of the page’s own', async () => {
    const batch = { ...batchOf(someone(), { url: url(), optional: true }), agreed: 'theirs' }
    const { shown, params } = await prepare(batch, undefined)
    expect(feesIn(shown).join()).toMatch(/Network fee, about: .*Network fee, at most: /)
    expect(JSON.stringify(params)).not.toContain('theirs')
  })
})
