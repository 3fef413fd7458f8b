/** The Account view: the account, its balances, and the services that they come from. */
import { expect, it } from 'vitest'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'

const flow = useFlow()

type Balance = { name: string; symbol: string; value: number; quantity: { numeric: string } }
const first = () => {
  const account = flow.sandbox().accounts[0]
  if (!account) throw new Error('The sandbox has accounts')
  return account.address
}
const ask = async (path: string) =>
  (await (await fetch(`${flow.sandbox().url}${path}projectId=x&currency=usd&chainId=eip155:31337`)).json()) as unknown
/** A connected visit with its Account view open. */
const visitAccount = async (setup: Visit = {}): Promise<Visited> => {
  const visit = await flow.visit(setup)
  await visit.connect()
  await visit.open()
  await visit.button(/^Copy address/).waitFor()
  return visit
}
const tokens = ({ modal }: Visited) => modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
/** An amount of dollars, rounded down, as the view shows it. */
const dollars = (value: number) => {
  const options = { style: 'currency', currency: 'USD', roundingMode: 'trunc' } as Intl.NumberFormatOptions
  return new Intl.NumberFormat('en', options).format(value)
}
it('lists the tokens with names, amounts and values [S1.scope.07] [S2.tabs.02] [S3.balance.01] [S3.balance.02] [S3.balance.05]', async () => {
  const { balances } = (await ask(`/v1/account/${first()}/balance?`)) as { balances: Balance[] }
  const visit = await visitAccount()
  await tokens(visit).first().waitFor()
  expect(await tokens(visit).count()).toBe(balances.length)
  for (const { name, symbol, value, quantity } of balances) {
    const row = tokens(visit).filter({ has: visit.page.getByText(name, { exact: true }) })
    const [whole = '', fraction = ''] = quantity.numeric.split('.')
    const amount = BigInt(whole).toLocaleString('en') + (fraction ? `.${fraction.slice(0, 6)}`.replace(/0+$/, '') : '')
    expect(await row.innerText()).toContain(`${amount} ${symbol}`)
    if (value > 0) expect(await row.innerText()).toContain(dollars(value))
  }
  const usdc = balances.find(({ symbol }) => symbol === 'USDC')
  expect(usdc?.quantity.numeric).toBe('2500.123457')
  await visit.modal.getByRole('tab', { name: 'NFTs' }).click()
  expect(await tokens(visit).count()).toBe(0)
  await visit.modal.getByRole('tab', { name: 'Tokens' }).click()
  expect(await tokens(visit).count()).toBe(balances.length)
})

it('shows the picture that a token brings [S3.balance.08]', async () => {
  const { balances } = (await ask(`/v1/account/${first()}/balance?`)) as { balances: (Balance & { iconUrl: string })[] }
  const visit = await visitAccount()
  await tokens(visit).first().waitFor()
  for (const { name, iconUrl } of balances) {
    const row = tokens(visit).filter({ has: visit.page.getByText(name, { exact: true }) })
    expect(await row.locator('img').first().getAttribute('src')).toBe(iconUrl)
  }
})

it('has an NFTs tab with an empty state, by mouse and by keyboard [S2.tabs.03]', async () => {
  const { privateKey } = flow.sandbox().accounts[7] ?? {}
  const visit = await visitAccount({ wallets: [{ keys: privateKey ? [privateKey] : [] }] })
  await visit.modal.getByRole('tab', { name: 'NFTs' }).click()
  await visit.modal.getByRole('tabpanel', { name: 'NFTs' }).getByText('No NFTs yet').waitFor()
  await visit.page.keyboard.press('ArrowLeft')
  await visit.modal.getByRole('tabpanel', { name: 'Tokens' }).waitFor()
  await visit.page.keyboard.press('ArrowRight')
  await visit.modal.getByText('No NFTs yet').waitFor()
  await visit.page.keyboard.press('Home')
  await visit.modal.getByRole('tabpanel', { name: 'Tokens' }).waitFor()
  await visit.page.keyboard.press('End')
  await visit.modal.getByText('No NFTs yet').waitFor()
  // After the last tab the arrow key goes to the first one.
  await visit.page.keyboard.press('ArrowRight')
  await visit.modal.getByRole('tabpanel', { name: 'Tokens' }).waitFor()
})

it('has the actions in the default order, or in the configured one [S1.feat.14] [S1.order.02]', async () => {
  const features = { send: {}, receive: {}, swaps: {}, onramp: {} }
  const orderOf = async (config: NonNullable<Visit['config']>) => {
    const visit = await visitAccount({ config })
    const actions = visit.modal.locator('.features .feature')
    await expect.poll(() => actions.count()).toBe(4)
    return actions.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-id')))
  }
  expect(await orderOf({ features })).toEqual(['onramp', 'swaps', 'receive', 'send'])
  const walletFeaturesOrder = ['send', 'swaps', 'receive', 'onramp']
  expect(await orderOf({ features: { ...features, walletFeaturesOrder } })).toEqual(walletFeaturesOrder)
})

it('shows the account’s name and picture [S1.scope.09]', async () => {
  const identity = (await ask(`/v1/identity/${first()}?`)) as { name: string; avatar: string }
  const visit = await visitAccount()
  await visit.button(`Copy address: ${identity.name}`).waitFor()
  await expect
    .poll(() => visit.modal.locator('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).src)))
    .toContain(identity.avatar)
})

it('copies the whole address', async () => {
  const visit = await visitAccount({ context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await visit.button(/^Copy address: noah/).click()
  await visit.button(/^Copied/).waitFor()
  expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(first())
})

it.each([
  ['has no clipboard, as on a page without https', 'undefined'],
  ['refuses', `{ writeText: () => Promise.reject(new DOMException('No', 'NotAllowedError')) }`],
])('says that nothing was copied when the browser %s, and keeps working', async (_case, clipboard) => {
  const visit = await visitAccount({
    script: `Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`,
  })
  await visit.button(/^Copy address: noah/).click()
  const said = 'Your browser does not let us copy here. Nothing was copied.'
  await visit.modal.getByRole('alert').getByText(said).waitFor()
  expect(await visit.button(/^Copied/).count()).toBe(0)
  await visit.modal.getByRole('tab', { name: 'NFTs' }).click()
  await visit.modal.getByText('Paper Gardens #13').waitFor()
})

it('has its final height from the start: while its code and its tokens load', async () => {
  const visit = await flow.visit()
  const height = async () => (await visit.modal.boundingBox())?.height
  await visit.connect()
  flow.sandbox().faults.set({ path: '/v1/account', kind: 'delay', ms: 2000 })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await visit.page.route('**/assets/AccountView-*.js', async (route) => (await released, route.continue()))
  await visit.open()
  await visit.modal.locator('.waiting').waitFor()
  await expect.poll(height).toBe(672)
  release()
  await visit.modal.locator('.tab-panel .bone').first().waitFor()
  expect(await height()).toBe(672)
  await tokens(visit).first().waitFor()
  expect(await height()).toBe(672)
})

it('says when the balance cannot be loaded, and loads it later [S8.user.01]', async () => {
  flow.sandbox().faults.set({ path: '/v1/account', kind: 'status', status: 500 })
  const visit = await visitAccount()
  await visit.modal.getByRole('alert').getByText('Token Balance Unavailable').waitFor()
  expect(await tokens(visit).count()).toBe(0)
  const asked = () => visit.requests.filter((url) => /\/balance\?/.test(url)).length
  const before = asked()
  await visit.page.evaluate(() => kit.close())
  await visit.open()
  expect(asked()).toBe(before)
  flow.sandbox().faults.clear()
  await visit.button('Retry').click()
  await tokens(visit).first().waitFor()
})

it('says that balances are not available on this network, and does not request them [S8.user.02]', async () => {
  flow.sandbox().faults.set({
    path: '/v1/supported-chains',
    kind: 'garbage',
    body: '{"http":["eip155:31338"],"ws":[]}',
    headers: { 'content-type': 'application/json' },
  })
  const visit = await visitAccount()
  await visit.modal.getByRole('alert').getByText('Token Balance Unavailable').waitFor()
  expect(visit.requests.filter((url) => /\/balance\?/.test(url))).toEqual([])
  expect(visit.requests.filter((url) => url.includes('/v1/supported-chains')).length).toBe(1)
})

it('takes the tokens from a wallet that lists them itself [S7.rpc.05] [S7.rpc.06]', async () => {
  const metadata = { name: 'Wallet coin', symbol: 'WCN', decimals: 2, price: 2, iconUrl: '' }
  const asset = { address: `0x${'1'.repeat(40)}`, balance: '0x3039', type: 'ERC20', metadata }
  const wallet = {
    capabilities: { '0x7a69': { assetDiscovery: { supported: true } } },
    assets: { '0x7a69': [asset] },
  }
  const visit = await visitAccount({ wallets: [wallet] })
  const row = tokens(visit).filter({ hasText: 'Wallet coin' })
  await row.waitFor()
  expect(await row.innerText()).toContain('123.45 WCN')
  expect(await row.innerText()).toContain('$246.90')
  expect((await visit.asked('wallet_getCapabilities'))[0]?.params).toEqual([first()])
  expect((await visit.asked('wallet_getAssets'))[0]?.params).toEqual([{ account: first(), chainFilter: ['0x7a69'] }])
  expect(visit.requests.filter((url) => /\/balance\?/.test(url))).toEqual([])
})

it('requests data only from the configured hosts [S7.open.02]', async () => {
  const visit = await visitAccount()
  await tokens(visit).first().waitFor()
  await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
  await visit.modal.getByRole('list', { name: 'Wallets' }).getByRole('button').nth(8).waitFor()
  const { url } = flow.sandbox()
  const calls = visit.requests.filter((each) => !each.startsWith(flow.origin) && !each.startsWith('data:'))
  expect(calls.filter((each) => !each.startsWith(`${url}/`))).toEqual([])
  for (const path of ['/v1/identity/', '/v1/account/', '/v1/supported-chains', '/getWallets'])
    expect(calls.some((each) => each.startsWith(url + path))).toBe(true)
})

it('takes the wallet list from the configured service; without one it lists only wallets in this browser [S7.open.01]', async () => {
  const { url } = flow.sandbox()
  const grid = (visit: Visited) => visit.modal.getByRole('list', { name: 'Wallets' }).locator('bdi')
  const list = [{ id: 'paper', name: 'Paper wallet' }]
  const open = async (config: Visit['config']) => {
    const visit = await flow.visit({ ...(config ? { config } : {}) })
    await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
    await grid(visit).filter({ hasText: 'Test wallet' }).waitFor()
    return visit
  }
  const served = await open({ services: { wallets: url } })
  await expect.poll(() => grid(served).count()).toBeGreaterThan(8)
  const fixed = await open({ services: {}, wallets: { list } })
  await expect.poll(() => grid(fixed).allInnerTexts()).toEqual(['Test wallet', 'Paper wallet'])
  const none = await open({ services: {} })
  expect(await grid(none).allInnerTexts()).toEqual(['Test wallet'])
  for (const visit of [fixed, none]) expect(visit.requests.filter((each) => each.includes('getWallets'))).toEqual([])
})

it('reports a missing project id to the developer [S1.opt.01] [S8.alert.01]', async () => {
  const visit = await flow.visit({ config: { projectId: '' } })
  await visit.open()
  await visit.modal.getByRole('alert').filter({ hasText: 'Project ID Not Configured' }).waitFor()
  expect(await visit.page.evaluate(() => errors.map(({ code }) => code))).toEqual(['PROJECT_ID_MISSING'])
  const complete = await flow.visit()
  await complete.open()
  expect(await complete.modal.getByText('Project ID Not Configured').count()).toBe(0)
})

it('reports a missing project id in an embedded modal too, which shows without a call of open', async () => {
  const visit = await flow.visit({ config: { projectId: '', embedded: true }, mount: true })
  await visit.modal.getByRole('alert').filter({ hasText: 'Project ID Not Configured' }).waitFor()
  expect(await visit.page.evaluate(() => errors.map(({ code }) => code))).toEqual(['PROJECT_ID_MISSING'])
})

it('refreshes the balances while it is visible: one request at a time, none while hidden, and none after a failure', async () => {
  const asked = () =>
    flow
      .sandbox()
      .requests()
      .filter(({ path }) => path.startsWith(`/v1/account/${first()}/balance`)).length
  const visit = await flow.visit()
  await visit.page.clock.install()
  await visit.connect()
  await visit.open()
  await tokens(visit).first().waitFor()
  const { clock } = visit.page
  // From here on the test moves the clock.
  await clock.pauseAt(Date.now() + 1_000)
  const before = asked()
  const answer = () => visit.page.waitForResponse(/\/balance/)
  /** Moves the clock until the balances were requested this many times. */
  const until = (times: number) =>
    expect
      .poll(async () => {
        await clock.runFor(10_000)
        return asked()
      })
      .toBe(times)
  // Balances count as fresh for 30 s, so there is no request yet.
  await clock.runFor(25_000)
  expect(asked()).toBe(before)
  await Promise.all([answer(), until(before + 1)])

  flow.sandbox().faults.set({ path: `/v1/account/${first()}/balance`, kind: 'delay', ms: 3_000 })
  const late = answer()
  await until(before + 2)
  await clock.runFor(60_000)
  expect(asked()).toBe(before + 2)
  await late
  flow.sandbox().faults.clear()

  // A hidden page makes no requests. It continues when it is visible again.
  const see = (state: string) =>
    visit.page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
    }, state)
  await see('hidden')
  await clock.runFor(60_000)
  expect(asked()).toBe(before + 2)
  await see('visible')
  await Promise.all([answer(), until(before + 3)])

  // The requests go on in other views, and while the modal is closed.
  await visit.button('Receive').click()
  await visit.title.filter({ hasText: 'Receive' }).waitFor()
  await clock.runFor(60_000)
  await visit.page.evaluate(() => kit.close())
  await clock.runFor(60_000)
  expect(asked()).toBe(before + 3)

  await Promise.all([answer(), visit.open()])
  expect(asked()).toBe(before + 4)
  flow.sandbox().faults.set({ path: `/v1/account/${first()}/balance`, kind: 'status', status: 503 })
  const failures = async () => {
    await clock.runFor(10_000)
    return visit.page.evaluate(() => errors.map(({ code }) => code))
  }
  await expect.poll(failures).toEqual(['TOKEN_BALANCE'])
  const failed = asked()
  await clock.runFor(120_000)
  expect(asked()).toBe(failed)
})

it('shows values in the currency of the config, by the rate of the service', async () => {
  const { balances } = (await ask(`/v1/account/${first()}/balance?`)) as { balances: Balance[] }
  const visit = await visitAccount({ config: { currency: 'EUR', locale: 'en' } })
  await tokens(visit).first().waitFor()
  const text = await visit.modal.innerText()
  expect(text).not.toContain('$')
  const usdc = balances.find(({ symbol }) => symbol === 'USDC')
  const euros = Math.floor(Number(usdc?.value) * 92) / 100
  expect(text).toContain(`€${euros.toLocaleString('en', { minimumFractionDigits: 2 })}`)
})
