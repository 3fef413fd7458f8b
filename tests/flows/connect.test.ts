/** The Connect and AllWallets views: the wallets that they list, the order, and the site's options. */
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
/** The names of the rows in Connect, in order. */
/** The names do not include the number beside All Wallets. */
const rows = ({ modal }: Visited) =>
  modal.getByRole('list', { name: 'Wallets' }).locator('.row-name bdi').allInnerTexts()
const directory = async () =>
  (
    (await (await fetch(`${flow.sandbox().url}/getWallets?projectId=x&page=1&entries=10`)).json()) as {
      data: { id: string; name: string; rdns: string | null }[]
    }
  ).data
const CUSTOM = { id: 'mine', name: 'House wallet', homepage: 'https://wallet.example' }
const TERMS = { termsConditionsUrl: 'https://site.example/terms' }

it('opens on any page and lists wallets to a new visitor [S1.scope.01] [S1.config.01]', async () => {
  const visit = await flow.visit()
  await visit.page.getByRole('heading', { name: 'A site of somebody' }).waitFor()
  expect(await visit.page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await visit.page.locator('walletkit-button button').click()
  await titled(visit, 'Connect Wallet')
  await expect.poll(() => rows(visit)).toContain('Test wallet')
  expect(await visit.modal.getByRole('textbox').count()).toBe(0)
  await visit.page.keyboard.press('Escape')
  await visit.modal.waitFor({ state: 'hidden' })
  await visit.page.getByRole('heading', { name: 'A site of somebody' }).click()
})

it('connects an announced wallet, shows its account, and signs nothing [S1.scope.02] [S2.view.02] [S2.pick.01] [S1.siwx.01]', async () => {
  const visit = await flow.visit({ wallets: [{ switches: { answer: 'hold' } }] })
  await visit.page.locator('walletkit-button button').click()
  await titled(visit, 'Connect Wallet')
  await visit.button(/Test wallet/).click()
  await titled(visit, 'Test wallet')
  await visit.modal.getByText('Continue in Test wallet').waitFor()
  expect(await visit.page.evaluate(() => kit.getAccount().status)).toBe('connecting')
  await visit.wallet('settle', 'approve')
  await visit.status('connected')
  await visit.modal.waitFor({ state: 'hidden' })
  const [first] = flow.sandbox().accounts
  expect(await visit.page.evaluate(() => kit.getAddress())).toBe(first?.address)
  expect(await visit.page.locator('walletkit-button button').innerText()).toMatch(/^0xf39F/)
  await visit.open()
  await visit.button(/^Copy address: noah\.walletkit\.id/).waitFor()
  await visit.modal.getByText('10,000 ETH').waitFor()
  expect(await visit.modal.getByRole('list', { name: 'Actions' }).getByRole('button').allInnerTexts()).toEqual([
    'Receive',
    'Send',
  ])
  expect(await visit.modal.getByRole('tab').allInnerTexts()).toEqual(['Tokens', 'NFTs'])
  expect((await visit.asked()).map(({ method }) => method)).not.toContain('personal_sign')
  expect((await visit.asked('eth_requestAccounts')).length).toBe(1)
})

it('lists the kinds of connectors in the configured order [S1.config.04]', async () => {
  const wallets = [{ as: 'both' as const }, { rdns: 'com.other.wallet', name: 'Other wallet' }]
  const order = async (connectorTypeOrder: string[]) => {
    const visit = await flow.visit({ wallets, config: { connectorTypeOrder, wallets: { custom: [CUSTOM] } } })
    await visit.open()
    await visit.button(/Other wallet/).waitFor()
    return rows(visit)
  }
  const installed = ['Test wallet', 'Other wallet']
  expect(await order(['custom', 'injected'])).toEqual(['House wallet', ...installed, 'All Wallets'])
  expect(await order(['injected', 'custom'])).toEqual([...installed, 'House wallet', 'All Wallets'])
})

it('never shows an excluded wallet, and shows only included ones when a list is given [S1.config.05]', async () => {
  const [first, second] = await directory()
  if (!first || !second) throw new Error('The sandbox lists no wallets')
  const wallets = { exclude: [first.id, 'org.walletkit.test'], featured: [first.id, second.id] }
  const visit = await flow.visit({
    config: { wallets },
    wallets: [{}, { rdns: 'com.other.wallet', name: 'Other wallet' }],
  })
  await visit.open()
  await visit.button(new RegExp(second.name)).waitFor()
  expect(await rows(visit)).toEqual(['Other wallet', second.name, 'All Wallets'])
  await visit.button(/All Wallets/).click()
  const grid = visit.modal.getByRole('list', { name: 'Wallets' })
  await grid.getByRole('button', { name: second.name }).waitFor()
  await visit.modal.getByRole('searchbox').fill(first.name)
  await expect.poll(() => visit.requests.some((url) => url.includes('search='))).toBe(true)
  await visit.modal.getByText(/^\d+ wallets$/).waitFor()
  expect(await grid.getByText(first.name, { exact: true }).count()).toBe(0)
  await visit.modal.getByRole('searchbox').fill('Test wallet')
  await visit.modal.getByText('No wallets found').waitFor()

  const only = await flow.visit({ config: { wallets: { include: ['org.walletkit.test', second.id] } } })
  await only.open()
  await only.button(/All Wallets/).click()
  await only.button(new RegExp(second.name)).waitFor()
  expect(await only.modal.getByRole('list', { name: 'Wallets' }).getByRole('listitem').count()).toBe(2)
})

it('shows the receive and send actions only when they are on [S1.feat.03] [S1.feat.04]', async () => {
  for (const [features, actions] of [
    [{ send: false, receive: {} }, ['Receive']],
    [{ send: {}, receive: false }, ['Send']],
    [{ send: {}, receive: {} }, ['Receive', 'Send']],
    [{ send: false, receive: false }, []],
  ] as const) {
    const visit = await flow.visit({ config: { features } })
    await visit.connectInModal()
    await visit.open()
    await visit.button(/^Copy address/).waitFor()
    expect(await visit.modal.getByRole('list', { name: 'Actions' }).getByRole('button').allInnerTexts()).toEqual(
      actions,
    )
  }
})

it('shows All Wallets only when it is on [S1.feat.10]', async () => {
  const off = await flow.visit({ config: { features: { allWallets: 'HIDE' } } })
  await off.open()
  await expect.poll(() => rows(off)).toEqual(['Test wallet'])
  const on = await flow.visit({ config: { features: { allWallets: 'SHOW' } } })
  await on.open()
  await on.button(/All Wallets/).click()
  await titled(on, 'All Wallets')
  const mobile = await flow.visit({ config: { features: { allWallets: 'ONLY_MOBILE' } } })
  await mobile.open()
  await expect.poll(() => rows(mobile)).toEqual(['Test wallet'])
})

it('requires consent before a visitor can connect [S1.feat.11]', async () => {
  const visit = await flow.visit({ config: { ...TERMS, features: { legalCheckbox: true, allWallets: 'SHOW' } } })
  await visit.open()
  const box = visit.modal.getByRole('checkbox')
  await visit.button(/Test wallet/).waitFor()
  expect(await visit.button(/Test wallet/).isDisabled()).toBe(true)
  expect(await visit.button(/All Wallets/).isDisabled()).toBe(true)
  expect(await visit.modal.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe(
    TERMS.termsConditionsUrl,
  )
  await box.check()
  expect(await visit.button(/Test wallet/).isEnabled()).toBe(true)
  await box.uncheck()
  expect(await visit.button(/Test wallet/).isDisabled()).toBe(true)
  await box.check()
  await visit.button(/Test wallet/).click()
  await visit.status('connected')
  const free = await flow.visit({ config: { ...TERMS, features: {} } })
  await free.open()
  expect(await free.modal.getByRole('checkbox').count()).toBe(0)
  expect(await free.button(/Test wallet/).isEnabled()).toBe(true)
})

it('replaces the wallet list with one button when it is collapsed [S1.feat.13]', async () => {
  const visit = await flow.visit({ config: { features: { collapseWallets: true } } })
  await visit.open()
  await visit.button('Continue with a wallet').waitFor()
  expect(await visit.button(/Test wallet/).count()).toBe(0)
  await visit.button('Continue with a wallet').click()
  await visit.button(/Test wallet/).waitFor()
  const open = await flow.visit({ config: { features: { collapseWallets: false } } })
  await open.open()
  await open.button(/Test wallet/).waitFor()
  expect(await open.button('Continue with a wallet').count()).toBe(0)
})

it('keeps working next to a login method that fails to load', async () => {
  const visit = await flow.visit({ probe: true, script: 'globalThis.probeFails = true' })
  await visit.open()
  await visit.button('By e-mail').waitFor()
  await visit.button(/Test wallet/).waitFor()
})

it('shows a way to connect of a third-party plugin after our own, under the name of the plugin', async () => {
  const visit = await flow.visit({ probe: 'guest' })
  await visit.open()
  await visit.button('By e-mail').waitFor()
  await visit.modal.getByText('By the plugin probe', { exact: true }).first().waitFor()
  const top = async (button: Locator) => (await button.boundingBox())?.y ?? 0
  expect(await top(visit.button('By e-mail'))).toBeGreaterThan(await top(visit.button(/Test wallet/)))
  const own = await flow.visit({ probe: true })
  await own.open()
  await own.button('By e-mail').waitFor()
  expect(await own.modal.getByText('By the plugin probe').count()).toBe(0)
})

/** Uses the tests' own plugin, because the page contains no plugin with connect methods. */
it('orders methods and actions as the site configures, else in the default order', async () => {
  const order = async (features: object) => {
    const visit = await flow.visit({ probe: true, config: { features: { send: {}, receive: {}, ...features } } })
    await visit.open()
    await visit.button('By e-mail').waitFor()
    const tops = await Promise.all(
      [visit.button('By e-mail'), visit.button('By a network'), visit.button(/Test wallet/)].map(
        async (button) => (await button.boundingBox())?.y ?? 0,
      ),
    )
    const methods = ['email', 'social', 'wallet'].sort(
      (a, b) =>
        (tops[['email', 'social', 'wallet'].indexOf(a)] ?? 0) - (tops[['email', 'social', 'wallet'].indexOf(b)] ?? 0),
    )
    await visit.connectInModal()
    await visit.open()
    await visit.button(/^Copy address/).waitFor()
    return [methods, await visit.modal.getByRole('list', { name: 'Actions' }).getByRole('button').allInnerTexts()]
  }
  expect(await order({})).toEqual([
    ['email', 'social', 'wallet'],
    ['Buy', 'Swap', 'Receive', 'Send'],
  ])
  const walletFeaturesOrder = ['send', 'swaps', 'receive', 'onramp']
  expect(await order({ connectMethodsOrder: ['wallet', 'social', 'email'], walletFeaturesOrder })).toEqual([
    ['wallet', 'social', 'email'],
    ['Send', 'Swap', 'Receive', 'Buy'],
  ])
})

it('searches and pages through all wallets [S2.view.03]', async () => {
  const visit = await flow.visit()
  await visit.open()
  await visit.button(/All Wallets/).click()
  await titled(visit, 'All Wallets')
  const grid = visit.modal.getByRole('list', { name: 'Wallets' })
  const [, , third] = await directory()
  await grid.getByRole('button', { name: /Test wallet/ }).waitFor()
  await grid.getByRole('button', { name: third?.name ?? '' }).waitFor()
  const pages = () => visit.requests.filter((url) => url.includes('/getWallets?') && url.includes('page=')).length
  const before = pages()
  await visit.modal.hover()
  await visit.page.mouse.wheel(0, 4000)
  await expect.poll(pages).toBeGreaterThan(before)
  const search = visit.modal.getByRole('searchbox')
  await search.fill('amber wal')
  await expect.poll(async () => (await grid.getByRole('listitem').allInnerTexts()).length).toBeGreaterThan(0)
  await expect
    .poll(async () => (await grid.locator('bdi').allInnerTexts()).every((name) => /amber wal/i.test(name)))
    .toBe(true)
  await search.fill('nothing is called this')
  await visit.modal.getByText('No wallets found').waitFor()
  await visit.button('Clear search').first().click()
  await grid.getByRole('button', { name: /Test wallet/ }).click()
  await visit.status('connected')
})

it('leads to the ways to get a wallet that is not installed', async () => {
  const visit = await flow.visit({ config: { wallets: { custom: [CUSTOM] } } })
  await visit.open()
  await visit.button(/House wallet/).click()
  await titled(visit, 'Get House wallet')
  expect(await visit.modal.getByRole('link').first().getAttribute('href')).toMatch(/^https:\/\/wallet\.example/)
})

it('says what to do when there is no wallet at all', async () => {
  const visit = await flow.visit({ wallets: [], config: { services: {} } })
  await visit.open()
  await visit.modal.getByText('No wallet found').waitFor()
  await visit.button('Get a wallet').click()
  await titled(visit, 'Get a wallet')
  expect(visit.requests.every((url) => url.startsWith(flow.origin) || url.startsWith('data:'))).toBe(true)
})

it('connects by the React button, and the network button updates', async () => {
  const visit = await flow.visit({ react: true })
  await visit.page.getByRole('button', { name: 'Connect by React' }).click()
  await visit.button(/Test wallet/).click()
  await visit.status('connected')
  await visit.modal.waitFor({ state: 'hidden' })
  await visit.page
    .locator('#react')
    .getByRole('button', { name: /0xf39F/ })
    .waitFor()
  await visit.page.locator('#react').getByRole('button', { name: 'Sandbox One' }).click()
  await titled(visit, 'Choose Network')
})

it('hooks follow the active namespace and its network, and a provider has its own namespace’s type', async () => {
  const visit = await flow.visit({ react: true, namespaces: ['solana'] })
  const read = async () => JSON.parse((await visit.page.locator('#hooks').textContent()) ?? '') as object
  await visit.connect()
  const eip155 = await visit.page.evaluate(() => kit.getCaipAddress())
  await expect
    .poll(read)
    .toMatchObject({ caipAddress: eip155, activeChain: 'eip155', selectedNetworkId: 'eip155:31337' })
  // No account changes here, only the active namespace.
  const solana = await visit.page.evaluate(async () => {
    const network = kit.getCaipNetworks().find(({ chainNamespace }) => chainNamespace === 'solana')
    if (network) await kit.switchNetwork(network)
    return network?.caipNetworkId
  })
  await expect.poll(read).toMatchObject({ activeChain: 'solana', selectedNetworkId: solana, solana: {} })
  expect(await read()).toEqual({
    open: false,
    activeChain: 'solana',
    selectedNetworkId: solana,
    solana: { isProvider: false },
  })
})

it('hooks follow the namespace that the page asks for', async () => {
  const visit = await flow.visit({ react: true, namespaces: ['solana'] })
  const shown = visit.page.locator('#namespace')
  const change = () => visit.page.getByRole('button', { name: 'Other namespace' }).click()
  await visit.connect()
  const solana = '{"namespace":"solana","status":"disconnected"}'
  await expect.poll(() => shown.textContent()).toBe(solana)
  await change()
  const eip155 = '{"namespace":"eip155","status":"connected","walletProviderType":"ANNOUNCED"}'
  await expect.poll(() => shown.textContent()).toBe(eip155)
  await change()
  await expect.poll(() => shown.textContent()).toBe(solana)
})
