/** A purchase: from the button in Account, through the provider's window, to the payment on the chain. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Config } from '../../runtime/contracts/config.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'

const flow = useFlow()
const config = (onramp: unknown = {}): Config => ({ features: { send: {}, receive: {}, onramp, allWallets: 'SHOW' } })

const visitBuy = async (setup: Visit = { config: config() }): Promise<Visited> => {
  const visit = await flow.visit(setup)
  await visit.connectInModal()
  await visit.open()
  await visit.button('Buy').click()
  await visit.title.filter({ hasText: 'Choose Provider' }).waitFor()
  return visit
}
const provider = ({ modal }: Visited, name: string) => modal.locator(`button[data-id="${name}"]`)
const shows = ({ modal }: Visited, text: string | RegExp) => modal.getByText(text).first().waitFor()
const ether = async (visit: Visited) =>
  BigInt(
    await visit.page.evaluate(async () => {
      const wallet = kit.getProvider('eip155') as { request: (asked: object) => Promise<string> }
      return wallet.request({ method: 'eth_getBalance', params: [kit.getAddress(), 'latest'] })
    }),
  )
/** Chooses a provider, and returns the window that opens. */
const choose = async (visit: Visited, name = 'coinbase'): Promise<Page> => {
  await provider(visit, name).and(visit.modal.locator(':enabled')).waitFor()
  const [popup] = await Promise.all([visit.page.waitForEvent('popup'), provider(visit, name).click()])
  return popup
}
const chunks = ({ requests }: Visited) => requests.filter((url) => /ProvidersView/.test(url))

it('pays in the provider’s window, and exactly the quoted amount arrives [S1.scope.13] [S2.view.17] [S2.lazy.06]', async () => {
  const visit = await flow.visit({
    config: config(),
    script: `globalThis.features = []; const { open } = window; window.open = (url, name, list) => (features.push(list), open.call(window, url, name, list))`,
  })
  await visit.connect()
  await visit.open()
  await visit.button('Disconnect').waitFor()
  expect(chunks(visit)).toEqual([])
  await visit.button('Buy').click()
  await visit.title.filter({ hasText: 'Choose Provider' }).waitFor()
  // The title is shown before the view is loaded.
  await expect.poll(() => chunks(visit)).not.toEqual([])
  await visit.modal.getByRole('group', { name: 'Amounts' }).getByRole('button', { name: '250' }).click()
  await shows(visit, '$246.15')
  await visit.modal.getByText('0.09844', { exact: true }).waitFor()
  const before = await ether(visit)
  const popup = await choose(visit)
  await popup.waitForURL(`${flow.sandbox().url}/onramp/checkout/*`)
  expect(await visit.page.evaluate(() => (globalThis as unknown as { features: string[] }).features)).toEqual([
    'width=600,height=800,scrollbars=yes',
  ])
  expect(await popup.evaluate(() => window.opener as unknown)).toBeNull()
  const asked = flow
    .sandbox()
    .requests()
    .filter(({ path }) => path === '/v1/generators/onrampurl')
  expect(asked).toMatchObject([{ method: 'POST', status: 200 }])
  await shows(visit, 'Pay in Coinbase')
  await popup.getByText('This is a test.').waitFor()
  await popup.getByText('0.09844031 ETH').waitFor()
  await popup.getByRole('button', { name: 'Pay 250.00 USD' }).click()
  await shows(visit, 'You bought 0.09844 ETH')
  expect((await ether(visit)) - before).toBe(98440310000000000n)
  await visit.button('Done').click()
  await visit.button('Disconnect').waitFor()
  // Activity lists the purchase.
  await visit.button('Buy').click()
  await visit.button('Your purchases').click()
  await shows(visit, 'Bought ETH')
  await shows(visit, 'Completed')
})

it('lists two providers with their fees, on eip155; when it is off there is no entry to it [S9.onramp.01] [S9.onramp.02] [S1.feat.02]', async () => {
  const visit = await visitBuy()
  const rows = visit.modal.getByRole('region', { name: 'Choose a provider' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  for (const text of await rows.allInnerTexts()) expect(text).toContain('Fee 1-2%')
  const off = await flow.visit({ config: config(false) })
  await off.connect()
  await off.open()
  await off.button('Receive').waitFor()
  expect(await off.button('Buy').count()).toBe(0)
  expect(chunks(off)).toEqual([])
})

it('lists the built-in currencies when the service has none [S8.fallback.01]', async () => {
  flow.sandbox().faults.set({ path: '/v1/onramp/options', kind: 'status', status: 500 })
  const visit = await visitBuy()
  await shows(visit, 'The list of currencies could not be loaded.')
  await visit.button(/^Change token/).click()
  await visit.title.filter({ hasText: 'Select Token' }).waitFor()
  await shows(visit, 'USD Coin')
  await visit.button('Back').click()
  await visit.button(/^Change currency/).click()
  await visit.title.filter({ hasText: 'Select Currency' }).waitFor()
  await shows(visit, 'US Dollar')
  await visit.modal.locator('button[data-id="EUR"]').click()
  await visit.button('Change currency, now EUR').waitFor()
  // The panel says so, because the currency is sold on another network.
  await shows(visit, 'This arrives on Ethereum, not on Sandbox One.')
})

it('shows a labelled estimate when there is no price, and continues without one [S8.fallback.06]', async () => {
  flow.sandbox().faults.set({ path: '/v1/onramp/quote', kind: 'status', status: 500 })
  const visit = await visitBuy()
  await shows(visit, /\(mocked-quote-id\)/)
  await shows(visit, 'Estimate')
  const figures = await visit.modal.locator('.pairs').innerText()
  // The figures are the visitor's own amount, because there is no quote for the fee and the result.
  expect(figures.match(/\$100\.00/g)).toHaveLength(2)
  await shows(visit, 'Set by the provider')
  await shows(visit, 'Unknown')
  const popup = await choose(visit)
  await popup.getByRole('button', { name: 'Pay 100.00 USD' }).waitFor()
  await popup.getByRole('button', { name: 'Let the payment fail' }).click()
  await shows(visit, 'The payment failed. Nothing was taken.')
  await visit.button('Try again').click()
  await visit.title.filter({ hasText: 'Choose Provider' }).waitFor()
})

it('shows a link when the browser blocks the window, and sells on Solana too', async () => {
  const providers = [{ name: 'own', label: 'Own pay', namespaces: ['eip155', 'solana'] }]
  const visit = await visitBuy({
    config: { ...config({ providers }), networks: [] },
    namespaces: ['solana'],
    script: 'window.open = () => null',
  })
  await visit.modal.getByText('SOL', { exact: true }).first().waitFor()
  await provider(visit, 'own').and(visit.modal.locator(':enabled')).click()
  await shows(visit, 'The browser blocked its window.')
  const link = visit.modal.getByRole('link', { name: 'Open Own pay' })
  const [page] = await Promise.all([visit.page.context().waitForEvent('page'), link.click()])
  await page.getByRole('button', { name: 'Pay 100.00 USD' }).click()
  await shows(visit, /^You bought 0\.6549\d* SOL$/)
})

it('says what is missing: no service, or no network for it', async () => {
  const { url, chains } = flow.sandbox()
  const visit = await visitBuy({ config: { ...config(), services: { rpc: url } } })
  await shows(visit, 'Buying is not available on this site')
  const other = await flow.visit({
    config: {
      ...config(),
      networks: [
        {
          id: 5555,
          caipNetworkId: 'eip155:5555',
          chainNamespace: 'eip155',
          name: 'Elsewhere',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [chains[0]?.rpcUrl ?? ''] } },
        },
      ],
    },
    wallets: [{ chains: [{ id: 5555, rpcUrl: chains[0]?.rpcUrl ?? '' }] }],
  })
  await other.connect()
  await other.page.evaluate(() => kit.open({ view: 'OnRampProviders' }))
  await shows(other, 'Buying is not available here')
})

it('explains itself, and sends analytics events for the buttons', async () => {
  const visit = await visitBuy()
  await visit.button('What is Buy?').click()
  await visit.title.filter({ hasText: 'What is Buy?' }).waitFor()
  await visit.button('Buy tokens').click()
  const popup = await choose(visit)
  await popup.close()
  await visit.button('Stop waiting').click()
  await visit.button('Disconnect').waitFor()
  const told = await visit.page.evaluate(() => events.filter(({ event }) => /BUY/.test(event)))
  expect(told).toMatchObject([
    { event: 'SELECT_BUY_CRYPTO', properties: { isSmartAccount: false } },
    { event: 'SELECT_WHAT_IS_A_BUY' },
    { event: 'SELECT_BUY_PROVIDER', properties: { provider: 'coinbase' } },
  ])
  await visit.page.evaluate(() => kit.open({ view: 'BuyInProgress' }))
  await shows(visit, 'No purchase is under way')
})

it('opens no page of another host than the provider’s, whatever the service names, unless the config lists the host', async () => {
  const evil = 'https://pay.coinbase.com.evil.example/login'
  const fault = () =>
    flow
      .sandbox()
      .faults.set({ path: '/v1/generators/onrampurl', kind: 'garbage', body: JSON.stringify({ url: evil }) })
  fault()
  const visit = await visitBuy()
  const popup = await choose(visit)
  await shows(visit, 'The payment page is not on the provider’s site, so it was not opened')
  await expect.poll(() => popup.isClosed()).toBe(true)
  expect(visit.requests.some((url) => url.includes('evil.example'))).toBe(false)

  const hosts = ['pay.coinbase.com.evil.example']
  const own = await visitBuy({ config: config({ providers: [{ name: 'own', label: 'Own pay', hosts }] }) })
  fault()
  await choose(own, 'own')
  await shows(own, 'Pay in Own pay')
})
