/** The convert endpoints of a server, with a local service in the shape of 0x or of 1inch, and a real chain. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseTokens } from '../../../../plugins/swaps/api.ts'
import { parseConfig } from '../../../../server/config/config.ts'
import { doctor } from '../../../../server/verbs/doctor.ts'
import { startHosted } from '../../../support/hosted.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { useServer } from '../../../support/server.ts'
import { KEY, zeroExOf } from '../../../support/zeroEx.ts'

const sandbox = useSandbox()
const service = useServer()
const folder = mkdtempSync(join(tmpdir(), 'convert-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CHAIN = 'eip155:31337'
const ETHER = `${CHAIN}:0x${'e'.repeat(40)}`
const USER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ENVIRONMENT = { WALLETKIT_0X_KEY: KEY, WALLETKIT_1INCH_KEY: KEY }
const dai = () => {
  const found = sandbox().tokens.find(({ symbol, chainId }) => symbol === 'DAI' && chainId === 31337)
  if (!found) throw new Error('The sandbox has DAI')
  return found
}
const networks = () => sandbox().chains.map(({ id, name, rpcUrl }) => ({ id, name, symbol: 'ETH', rpc: rpcUrl }))

async function open(name: '0x' | '1inch', more: Record<string, unknown> = {}) {
  const config = { networks: networks(), swaps: { [name]: { url: service.url } }, ...more }
  const hosted = await startHosted(config, ENVIRONMENT)
  onTestFinished(() => hosted.close())
  const get = async (path: string, query: Record<string, string>) => {
    const answer = await fetch(`${hosted.url()}/v1/convert/${path}?${new URLSearchParams(query).toString()}`)
    return { status: answer.status, source: answer.headers.get('x-walletkit-source'), body: await answer.text() }
  }
  return { hosted, get }
}

/** The path of a token list with one token. */
function listOf(token: object): string {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, JSON.stringify({ tokens: [token] }))
  return path
}
const symbols = (body: string) => parseTokens(JSON.parse(body), CHAIN).map(({ symbol }) => symbol)

describe('tokens', () => {
  const inch = { address: `0x${'7'.repeat(40)}`, symbol: 'SEVEN', name: 'Seven', decimals: 18, logoURI: '' }

  it('are the operator’s list if there is one, else the service’s, with the native currency first', async () => {
    service.answer(() => ({ tokens: { [inch.address]: inch } }))
    const own = await open('1inch')
    const found = await own.get('tokens', { chainId: CHAIN })
    expect(found).toMatchObject({ status: 200, source: '1inch' })
    expect(symbols(found.body)).toEqual(['ETH', 'SEVEN'])
    await own.get('tokens', { chainId: CHAIN })
    expect(service.asked).toHaveLength(1)
    const { chainId, address, name, symbol, decimals } = dai()
    const listed = await open('1inch', { tokens: listOf({ chainId, address, name, symbol, decimals }) })
    expect(symbols((await listed.get('tokens', { chainId: CHAIN })).body)).toEqual(['ETH', 'DAI'])
    // 0x has no list.
    const { get } = await open('0x')
    expect(symbols((await get('tokens', { chainId: CHAIN })).body)).toEqual(['ETH'])
  })

  it('fail when only the service has some, and it fails', async () => {
    service.answer((_, response) => service.status(response, 503))
    const { get } = await open('1inch')
    expect((await get('tokens', { chainId: CHAIN })).status).toBe(502)
    for (const chainId of ['eip155:1', 'solana:x', '']) expect((await get('tokens', { chainId })).status).toBe(400)
  })
})

describe('allowances and approvals', () => {
  it('are of the contract that the service names, also before the first quote', async () => {
    service.answer(zeroExOf(sandbox()))
    const { get } = await open('0x')
    const token = `${CHAIN}:${dai().address}`
    expect(JSON.parse((await get('allowance', { tokenAddress: token, userAddress: USER })).body)).toEqual({
      allowance: '0',
    })
    // It asked for a quote of one whole token.
    expect(service.asked[0]?.query).toMatchObject({ sellToken: dai().address, sellAmount: String(10n ** 18n) })
    await get('allowance', { tokenAddress: token, userAddress: USER })
    expect(service.asked).toHaveLength(1)
    const approval = { from: token, to: ETHER, userAddress: USER }
    const { body } = await get('build-approve', { ...approval, amount: '7' })
    const spender = sandbox().exchange.router.slice(2).toLowerCase()
    expect(JSON.parse(body)).toMatchObject({
      tx: {
        from: token,
        to: token,
        value: '0',
        data: `0x095ea7b3${spender.padStart(64, '0')}${'7'.padStart(64, '0')}`,
      },
    })
    expect((await get('build-approve', approval)).body).toContain('"name":"amount"')
    expect((await get('build-approve', { ...approval, from: ETHER, to: token, amount: '1' })).status).toBe(400)
  })

  it('are of the contract that the newest quote named', async () => {
    service.answer(zeroExOf(sandbox()))
    const { get } = await open('0x')
    const token = `${CHAIN}:${dai().address}`
    await get('quotes', { from: token, to: ETHER, amount: '1000000', userAddress: USER })
    await get('allowance', { tokenAddress: token, userAddress: USER })
    expect(service.asked).toHaveLength(1)
    service.answer(zeroExOf(sandbox(), (reply) => ({ ...reply, allowanceTarget: `0x${'4'.repeat(40)}` })))
    await get('quotes', { from: token, to: ETHER, amount: '1000000', userAddress: USER })
    const built = await get('build-approve', { from: token, to: ETHER, amount: '1', userAddress: USER })
    expect(built.body).toContain('4'.repeat(40))
  })

  it('refuse what is no token, and fail if the service names no contract', async () => {
    service.answer(() => ({ liquidityAvailable: false }))
    const { get, hosted } = await open('0x')
    const nothing = { tokenAddress: `${CHAIN}:0x${'9'.repeat(40)}`, userAddress: USER }
    expect((await get('allowance', nothing)).body).toContain('"name":"tokenAddress"')
    const unnamed = await get('allowance', { tokenAddress: `${CHAIN}:${dai().address}`, userAddress: USER })
    expect(unnamed).toMatchObject({ status: 502 })
    expect(unnamed.body).toContain('names no contract to approve')
    expect(hosted.lines.join('')).toContain('a source failed')
  })
})

it('needs a node only where the chain is asked', async () => {
  service.answer(zeroExOf(sandbox()))
  const { get } = await open('0x', { networks: networks().map((each) => ({ ...each, rpc: 'http://127.0.0.1:9' })) })
  const price = await get('gas-price', { chainId: CHAIN })
  expect(price.status).toBe(502)
  expect(price.body).not.toContain('127.0.0.1')
  const pair = { from: ETHER, to: `${CHAIN}:${dai().address}`, amount: '1000000', userAddress: USER }
  expect((await get('quotes', pair)).status).toBe(200)
})

it('is told about by the doctor, without keys', async () => {
  const secrets = { environment: { ...ENVIRONMENT, WALLETKIT_MOONPAY_KEY: 'sk_1' }, readFile: () => '' }
  const config = {
    ...{ networks: networks(), sources: { rpc: {} }, swaps: { '1inch': { url: service.url } } },
    onramp: { moonpay: { clientId: 'pk_1' } },
  }
  const of = async (name: string) =>
    (await doctor(parseConfig(config, secrets, folder))).find((each) => each.name === name)
  service.answer(() => ({ address: `0x${'7'.repeat(40)}` }))
  expect(await of('swaps 1inch')).toMatchObject({ isFine: true, text: `${new URL(service.url).host} answers` })
  expect(await of('source rpc')).toMatchObject({ isFine: true })
  expect(await of('onramp moonpay')).toMatchObject({
    ...{ isFine: true, text: 'visitors pay at buy.moonpay.com, which was not asked' },
  })
  service.answer((_, response) => service.status(response, 401))
  const wrong = await of('swaps 1inch')
  expect(wrong).toMatchObject({ isFine: false, text: '1inch answered with the status 401' })
  expect(JSON.stringify(await doctor(parseConfig(config, secrets, folder)))).not.toContain(KEY)
})
