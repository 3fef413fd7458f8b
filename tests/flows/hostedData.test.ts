/**
 * A page whose kit asks one `walletkit-server` and nobody else: for balances, prices and history, and for the node. All
 * of it is read from real local chains.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Visited, useFlow } from '../support/flow.ts'
import { startEtherscan } from '../support/etherscan.ts'
import { startHosted } from '../support/hosted.ts'
import { type Asked, startService } from '../support/service.ts'

const KEY = 'test-key-of-the-operator'

let hosted: Awaited<ReturnType<typeof startHosted>>
const undo: (() => unknown)[] = []
const flow = useFlow({ hosts: () => [hosted.url()], secureSite: () => hosted.url() })
const folder = mkdtempSync(join(tmpdir(), 'hosted-data-'))

beforeAll(async () => {
  const { chains, tokens } = flow.sandbox()
  const etherscan = await startEtherscan(flow.sandbox(), KEY)
  const prices = await startService(priceOfDai)
  undo.push(etherscan.close, prices.close)
  const listed = tokens.filter(({ kind }) => kind !== 'spam')
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify({ tokens: listed }))
  hosted = await startHosted(
    {
      ...{ sites: [flow.origin], tokens: join(folder, 'tokens.json') },
      networks: chains.map(({ id, name, rpcUrl }) => ({ id, name, symbol: 'ETH', rpc: rpcUrl })),
      sources: {
        ...{ rpc: {}, etherscan: { url: etherscan.url } },
        coingecko: { url: prices.url, networks: { 31337: 'sandbox-one', 31338: 'sandbox-two' } },
      },
    },
    { WALLETKIT_ETHERSCAN_KEY: KEY },
  )
})
afterAll(async () => {
  await hosted?.close()
  for (const each of undo) await each()
  rmSync(folder, { recursive: true })
})

/** The price of DAI, as CoinGecko tells it; nothing else has one. */
function priceOfDai({ path }: Asked) {
  const dai =
    flow
      .sandbox()
      .tokens.find(({ symbol }) => symbol === 'DAI')
      ?.address.toLowerCase() ?? ''
  return path.startsWith('/api/v3/simple/token_price/') ? { json: { [dai]: { usd: 1.5 } } } : { status: 404, json: {} }
}

/** Opens a page whose services are those of the server, and no others. */
async function visitOwn(): Promise<Visited> {
  const url = hosted.url()
  const visit = await flow.visit({
    config: { services: { api: url, rpc: url }, features: { send: {}, history: {} } },
  })
  await visit.connect()
  await visit.open()
  return visit
}

it('shows balances with their worth, sends, and lists what was sent, and no request goes to anybody else', async () => {
  const visit = await visitOwn()
  const { modal, page } = visit
  await modal.getByText('DAI').first().waitFor()
  const { requests } = visit
  // The Test wallet asks its own node, as every wallet does.
  const others = requests.filter((each) => !/^(data|blob):/.test(each) && !/\/rpc\/\d+$/.test(each))
  expect(new Set(others.map((each) => new URL(each).origin))).toEqual(new Set([flow.origin, hosted.url()]))
  // 1,000.123456 DAI at a dollar and a half. What has no price shows no worth, and not a worth of 0.
  await modal.getByText('$1,500.18').first().waitFor()
  expect(await modal.getByText('$0.00').count()).toBe(0)

  const to = '0x00000000000000000000000000000000000a11ce'
  const hash = await page.evaluate(
    (receiver) =>
      kit.getProvider('eip155')?.request({
        method: 'eth_sendTransaction',
        params: [{ from: kit.getAccount().address, to: receiver, value: '0x3782dace9d900000' }],
      }),
    to,
  )
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  await modal.getByRole('tab', { name: 'Activity' }).click()
  const row = modal.locator('.history-list .history-row').filter({ hasText: '4 ETH' })
  await row.first().waitFor()
  expect(await row.first().innerText()).toMatch(/Sent/)
  expect(requests.some((each) => each.includes(KEY))).toBe(false)
})
