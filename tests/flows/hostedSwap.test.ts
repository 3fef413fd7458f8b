/**
 * A page whose blockchain API is a `walletkit-server` with its own nodes and an exchange. The exchange is a local
 * service in the shape of 0x, and its swaps run on the sandbox's chain.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxOptions } from '../plugins/swaps/kit.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { startHosted } from '../support/hosted.ts'
import { useServer } from '../support/server.ts'
import { useSwaps } from '../support/swaps.ts'
import { KEY, zeroExOf } from '../support/zeroEx.ts'

type Hosted = Awaited<ReturnType<typeof startHosted>>
let hosted: Hosted
const exchange = useServer()
const flow = useFlow({ hosts: () => [hosted.url()] })
const { features, account, ether, held, costOf, choose, amountField, review, press, sent, notice, kept, said } =
  useSwaps(flow)
const folder = mkdtempSync(join(tmpdir(), 'hosted-swap-'))

beforeAll(async () => {
  const networks = flow.sandbox().chains.map(({ id, name, rpcUrl }) => ({ id, name, symbol: 'ETH', rpc: rpcUrl }))
  const list = flow
    .sandbox()
    .tokens.filter(({ kind }) => kind !== 'spam')
    .map(({ chainId, address, name, symbol, decimals }) => ({ chainId, address, name, symbol, decimals }))
  const tokens = join(folder, 'tokens.json')
  writeFileSync(tokens, JSON.stringify({ tokens: list }))
  const config = {
    networks,
    tokens,
    sites: [flow.origin],
    sources: { rpc: {} },
    swaps: { '0x': { url: exchange.url } },
  }
  hosted = await startHosted(config, { WALLETKIT_0X_KEY: KEY })
})
afterAll(async () => {
  await hosted.close()
  rmSync(folder, { recursive: true })
})

const visitSwap = async (): Promise<Visited> => {
  exchange.answer(zeroExOf(flow.sandbox()))
  const { url } = flow.sandbox()
  const services = { api: hosted.url(), rpc: url, wallets: url, images: url }
  const visit = await flow.visit({ config: { services, features: features(sandboxOptions) } })
  await visit.connect()
  await visit.open()
  await visit.button('Swap').click()
  await visit.button(/now ETH$/).waitFor()
  return visit
}

/** Opens the review. The config has no source of prices, so a visitor must type that the rate may be unfair. */
const reviewUnpriced = async (visit: Visited) => {
  await review(visit)
  await notice(visit, /^No market price is known/)
  await visit.modal.getByRole('textbox').fill('swap')
}

describe('a swap through a hosted server', () => {
  it('of ether into a token pays what the wallet confirmed', async () => {
    const visit = await visitSwap()
    const [before, dai] = [await ether(account()), await held('DAI', account())]
    await choose(visit, 'receive', 'Sandbox Dai')
    await amountField(visit).fill('1')
    await reviewUnpriced(visit)
    await press(visit, 'Swap')
    await notice(visit, /^Swapp(ed|ing) 1 ETH for 2,4/)
    await expect.poll(() => held('DAI', account())).toBe(dai + (await said(visit, 18)))
    const [latest] = await kept(visit)
    expect(await ether(account())).toBe(before - 10n ** 18n - (await costOf(latest?.hash ?? '')))
    expect(await sent(visit)).toHaveLength(1)
    // The key of the exchange is the server's.
    expect(visit.requests.join(' ')).not.toContain(KEY)
    expect(visit.requests.filter((each) => each.startsWith(exchange.url))).toEqual([])
  })

  it('of a token into ether is approved for exactly its amount first', async () => {
    const visit = await visitSwap()
    const [before, dai] = [await ether(account()), await held('DAI', account())]
    await choose(visit, 'pay with', 'Sandbox Dai')
    await choose(visit, 'receive', 'ETH')
    await amountField(visit).fill('100')
    await reviewUnpriced(visit)
    await press(visit, 'Approve and swap')
    await notice(visit, /^Swapp(ed|ing) 100 DAI for 0\.0/)
    await expect.poll(() => held('DAI', account())).toBe(dai - 100n * 10n ** 18n)
    const costs = await Promise.all((await kept(visit)).slice(0, 2).map(({ hash }) => costOf(hash)))
    const arrived = (await ether(account())) - before + costs.reduce((sum, cost) => sum + cost, 0n)
    expect(arrived).toBe(await said(visit, 18))
    const [approval] = await sent(visit)
    expect(BigInt(`0x${approval?.['data']?.slice(-64)}`)).toBe(100n * 10n ** 18n)
  })
})
