/** Images that are part of the page: those of networks, tokens and wallets, and what is shown without them. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { findNetwork } from '../../schema/networks.ts'
import { defaultConfig, useFlow, type Visit } from '../support/flow.ts'

const flow = useFlow()

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const quantity = { decimals: '6', numeric: '5' }
const row = (name: string, address?: string) => ({
  ...{ name, symbol: name, chainId: 'eip155:1', price: 1, quantity, iconUrl: '' },
  ...(address && { address: `eip155:1:${address}` }),
})

/** A visit with the sandbox's networks and Ethereum, which is served by the sandbox's first node. */
function withEthereum(visit: Visit = {}): Visit {
  const [one] = flow.sandbox().chains
  const ethereum = findNetwork('eip155:1')
  if (!one || !ethereum) throw new Error('The sandbox has a chain, and the table has Ethereum')
  const networks = [
    ...(defaultConfig(flow.sandbox()).networks ?? []),
    { ...ethereum, rpcUrls: { default: { http: [one.rpcUrl] } } },
  ]
  const chains = [one, { id: 1, rpcUrl: one.rpcUrl }].map(({ id, rpcUrl }) => ({ id, rpcUrl }))
  return { ...visit, config: { networks, ...visit.config }, wallets: [{ chains }] }
}

const source = (where: Locator) => where.locator('.tile img').first().getAttribute('src')
const drawing = (mark: string) => new RegExp(`^data:image/svg\\+xml,.*${mark}`)

it('shows a network’s own picture, and the letter of one that it has none of', async () => {
  const visit = await flow.visit()
  await visit.page.evaluate(() => kit.open({ view: 'Networks' }))
  const one = visit.button(/^Sandbox One/)
  await one.locator('img').waitFor()
  expect(await source(one)).toMatch(drawing('5B5BF0'))
  const two = visit.button(/^Sandbox Two/)
  expect([await two.locator('img').count(), await two.locator('.tile').innerText()]).toEqual([0, 'S'])
})

it('knows a token by its address, never by its name, and a network’s own currency by its symbol', async () => {
  const visit = await flow.visit(withEthereum())
  const balances = [row('Ether'), row('USD Coin', USDC), row('USDC', '0x00000000000000000000000000000000000000aa')]
  await visit.page.route('**/v1/account/*/balance?*', (route) => route.fulfill({ json: { balances } }))
  await visit.page.route('**/v1/supported-chains*', (route) => route.fulfill({ json: { http: ['eip155:1'], ws: [] } }))
  await visit.connect()
  await visit.page.evaluate(() => kit.switchNetwork('eip155:1'))
  await visit.open()
  const token = (name: string) =>
    visit.modal.getByRole('listitem').filter({ has: visit.page.getByText(name, { exact: true }) })
  await token('USD Coin').locator('img').first().waitFor()
  const own = token('USD Coin').locator('.badged > .tile')
  expect(await own.locator('img').getAttribute('src')).toMatch(drawing('0B53BF'))
  expect(await token('Ether').locator('.badged > .tile img').getAttribute('src')).toMatch(drawing('svg'))
  const named = token('USDC').locator('.badged > .tile')
  expect([await named.locator('img').count(), await named.innerText()]).toEqual([0, 'U'])
  // Every token has its network's badge.
  expect(await token('USDC').locator('.badge img').getAttribute('src')).toMatch(drawing('svg'))
})

it('shows a listed wallet without an image by its name', async () => {
  const custom = [{ id: 'rainbow', name: 'Rainbow', mobile_link: 'rainbow://' }]
  const visit = await flow.visit({ config: { wallets: { custom } } })
  await visit.open()
  await visit
    .button(/^Rainbow/)
    .locator('img')
    .waitFor()
  expect(await source(visit.button(/^Rainbow/))).toMatch(drawing('svg'))
})

it('stays with letters while the pictures cannot be fetched, and fetches them for the next screen', async () => {
  const visit = await flow.visit()
  await visit.page.route('**/assets/*icons-*.js', (route) => route.abort())
  await visit.page.evaluate(() => kit.open({ view: 'Networks' }))
  const one = visit.button(/^Sandbox One/)
  await one.locator('.tile').filter({ hasText: 'S' }).waitFor()
  expect(await visit.page.evaluate(() => errors)).toEqual([])
  await visit.page.unrouteAll()
  await visit.page.evaluate(() => kit.close())
  await visit.page.evaluate(() => kit.open({ view: 'Connect' }))
  await visit.page.evaluate(() => kit.open({ view: 'Networks' }))
  await one.locator('img').waitFor()
})
