/** Activity: the account's transactions, with those that were sent from this page, and its NFTs. */
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { rowAt } from '../plugins/history/kit.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'

const flow = useFlow()
const ON: Visit = { config: { features: { history: {}, send: {} } } }

afterEach(() => flow.sandbox().indexer.clear())

const account = (at: number) => flow.sandbox().accounts[at]?.address ?? ''
const asked = () =>
  flow
    .sandbox()
    .requests()
    .filter(({ path }) => path.endsWith('/history'))
const tab = ({ modal }: Visited, name: string) => modal.getByRole('tab', { name })
const rows = ({ modal }: Visited) => modal.locator('.history-list .history-row')
const chunks = ({ requests }: Visited) => requests.filter((url) => /TransactionsView|ActivityTab|Activity-/.test(url))

async function openActivity(setup: Visit = ON) {
  const visit = await flow.visit(setup)
  await visit.connect()
  await visit.open()
  await tab(visit, 'Activity').click()
  return visit
}

/** Calls the first chain directly, not through the page. */
async function chain(method: string, params: unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(flow.sandbox().chains[0]?.rpcUrl ?? '', { method: 'POST', body })
  return ((await reply.json()) as { result: unknown }).result
}

it('lists the account’s transactions, in its tab and as a view, and loads on demand [S1.scope.08] [S2.view.18] [S2.tabs.04] [S2.lazy.07]', async () => {
  const since = asked().length
  const visit = await flow.visit({ ...ON, analytics: true })
  await visit.connect()
  await visit.open()
  await tab(visit, 'Tokens').waitFor()
  expect(chunks(visit)).toEqual([])
  expect(asked()).toHaveLength(since)
  expect(await visit.modal.getByRole('tab').allInnerTexts()).toEqual(['Tokens', 'NFTs', 'Activity'])
  await tab(visit, 'Activity').click()
  const dai = rows(visit).filter({ hasText: '+1,000.123456 DAI' })
  await dai.waitFor()
  expect(await dai.innerText()).toMatch(/^Minted\s/)
  expect(chunks(visit).length).toBeGreaterThan(0)
  // Advertising tokens are left out, all other transfers are listed.
  expect(await visit.modal.getByText('reward.example').count()).toBe(0)
  await visit.page.evaluate(() => void kit.open({ view: 'Transactions' }))
  await visit.title.filter({ hasText: /^Activity$/ }).waitFor()
  await rows(visit).filter({ hasText: '+1,000.123456 DAI' }).waitFor()
  const clicked = await visit.page.evaluate(() =>
    events.filter(({ event }) => event === 'CLICK_TRANSACTIONS').map(({ properties }) => properties),
  )
  expect(clicked).toEqual([{ isSmartAccount: false }, { isSmartAccount: false }])
})

it('is absent when the feature is off: no tab, no chunk, no request [S1.feat.08]', async () => {
  const since = asked().length
  const visit = await flow.visit({ config: { features: { history: false, send: {} } } })
  await visit.connect()
  await visit.open()
  await tab(visit, 'NFTs').click()
  expect(await visit.modal.getByRole('tab').allInnerTexts()).toEqual(['Tokens', 'NFTs'])
  expect(chunks(visit)).toEqual([])
  expect(asked()).toHaveLength(since)
})

it('says when the service fails, and tries again on request [S8.user.03]', async () => {
  const visit = await flow.visit(ON)
  await visit.connect()
  flow.sandbox().faults.set({ path: `/v1/account/${account(0)}/history`, kind: 'status', status: 500 })
  await visit.open()
  await tab(visit, 'Activity').click()
  await visit.modal.locator('.toast').getByText('Failed to fetch transactions', { exact: true }).waitFor()
  await visit.modal.getByRole('tabpanel').getByText('Failed to fetch transactions').waitFor()
  flow.sandbox().faults.clear()
  await visit.button('Retry').click()
  await rows(visit).first().waitFor()
})

it('shows a transaction sent from here at once as pending, also after a close and a reload, and once when it is mined', async () => {
  const visit = await flow.visit(ON)
  await visit.connect()
  await chain('evm_setAutomine', [false])
  try {
    await visit.open()
    await visit.button('Send').click()
    await visit.button('Choose a token').click()
    await visit.modal
      .getByRole('button')
      .filter({ has: visit.page.getByText('Ether', { exact: true }) })
      .click()
    await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('0.0125')
    await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(account(8))
    await visit.button('Preview Send').click()
    await expect
      .poll(
        async () => {
          await visit
            .button(/^Send 0.0125/)
            .click({ timeout: 300 })
            .catch(() => undefined)
          return visit.title.innerText()
        },
        { interval: 200, timeout: 20_000 },
      )
      .not.toBe('Review send')
    await tab(visit, 'Activity').click()
    const pending = rows(visit).first().getByText('Pending')
    await pending.waitFor()
    await visit.page.keyboard.press('Escape')
    await visit.modal.waitFor({ state: 'hidden' })
    await visit.page.reload()
    await visit.status('connected')
    await visit.open()
    await tab(visit, 'Activity').click()
    await pending.waitFor()
  } finally {
    await chain('evm_setAutomine', [true])
    await chain('evm_mine')
  }
  const sent = rows(visit).filter({ hasText: '−0.0125 ETH' })
  await sent.waitFor()
  await expect.poll(() => rows(visit).getByText('Pending').count()).toBe(0)
  expect(await sent.count()).toBe(1)
  const [hash] = await Promise.all([visit.modal.locator('.history-list li[data-id]').first().getAttribute('data-id')])
  expect(await chain('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
})

it('is saved as a table, with the names of contacts, which the rows show too', async () => {
  const visit = await flow.visit(ON)
  const friend = flow.sandbox().accounts[3]?.address ?? ''
  const contact = { name: 'Mira Lind', address: friend, namespace: 'eip155' }
  onTestFinished(() => flow.sandbox().indexer.clear())
  await visit.page.evaluate((text) => localStorage.setItem('@appkit/contacts', text), JSON.stringify([contact]))
  flow
    .sandbox()
    .indexer.add(flow.sandbox().accounts[0]?.address ?? '', [
      rowAt('gift', Math.floor(Date.now() / 1000), { sentFrom: friend }),
    ])
  await visit.connect()
  await visit.open()
  await visit.modal.getByRole('tab', { name: 'Activity' }).click()
  await visit.modal.getByText('From Mira Lind').waitFor()
  const [download] = await Promise.all([
    visit.page.waitForEvent('download'),
    visit.button('Export as a table (CSV)').click(),
  ])
  expect(download.suggestedFilename()).toBe('activity.csv')
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toMatch(/^\uFEFF/)
  expect(file).toContain(`,Mira Lind,eip155:31337,`)
})

it('keeps the focus on the button that saves the table, though to focus it loads older pages', async () => {
  const old = Array.from({ length: 120 }, (_, at) => rowAt(`older-${at}`, 1_500_000_000 - at * 86_400))
  flow.sandbox().indexer.add(account(0), old)
  const visit = await openActivity()
  const since = asked().length
  const button = visit.button('Export as a table (CSV)')
  await button.focus()
  await expect.poll(() => asked().length).toBeGreaterThan(since)
  await visit.page.waitForTimeout(500)
  expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true)
})

it('loads page by page while the visitor scrolls, and renders only visible rows', async () => {
  const old = Array.from({ length: 400 }, (_, at) => ({
    id: `old-${at}`,
    metadata: {
      operationType: 'receive' as const,
      hash: `0x${at.toString(16).padStart(64, '0')}`,
      chain: 'eip155:31337',
      minedAt: new Date(Date.UTC(2020, 0, 1) - at * 86_400_000).toISOString(),
      sentFrom: account(1),
      sentTo: account(0),
      status: 'confirmed' as const,
      nonce: 0,
    },
    transfers: [],
  }))
  flow.sandbox().indexer.add(account(0), old)
  const visit = await openActivity()
  await rows(visit).first().waitFor()
  const body = visit.modal.locator('.body')
  await expect
    .poll(
      async () => {
        await body.evaluate((element) => element.scrollTo(0, element.scrollHeight))
        return rows(visit)
          .count()
          .then(async (count) => ({ few: count < 40, end: await visit.modal.getByText('November 2018').count() }))
      },
      { timeout: 15_000 },
    )
    .toEqual({ few: true, end: 1 })
  const cursors = asked().flatMap(({ query }) => (query['cursor'] && !query['onramp'] ? [query['cursor']] : []))
  expect(new Set(cursors).size).toBe(cursors.length)
})

describe('NFTs', () => {
  const tiles = ({ modal }: Visited) => modal.locator('.nft[data-id]')

  it('are listed page by page without advertisements, next to the other tabs in their order [S2.tabs.01] [S2.tabs.05]', async () => {
    const visit = await flow.visit(ON)
    await visit.connect()
    await visit.open()
    await tab(visit, 'NFTs').waitFor()
    expect(await visit.modal.getByRole('tab').allInnerTexts()).toEqual(['Tokens', 'NFTs', 'Activity'])
    expect(visit.requests.some((url) => /\/Nfts-/.test(url))).toBe(false)
    await tab(visit, 'NFTs').click()
    await tiles(visit).filter({ hasText: 'Paper Gardens #13' }).waitFor()
    await visit.modal.locator('.body').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => tiles(visit).count()).toBe(14)
    expect(await visit.modal.getByText('reward.example').count()).toBe(0)
    // An NFT without an image shows its first letter.
    const bare = tiles(visit).filter({ hasText: 'Paper Gardens #14' }).locator('.tile')
    expect([await bare.innerText(), await bare.locator('img').count()]).toEqual(['P', 0])
  })

  it('have an empty state without a service, and an error with a retry when the service fails [S2.tabs.05]', async () => {
    const { url } = flow.sandbox()
    const without = await flow.visit({ config: { features: {}, services: { rpc: url, wallets: url, images: url } } })
    await without.connect()
    await without.open()
    await tab(without, 'NFTs').click()
    await without.modal.getByText('No NFTs yet').waitFor()
    expect(without.requests.some((each) => /nfts/i.test(new URL(each).pathname))).toBe(false)

    const visit = await flow.visit(ON)
    await visit.connect()
    await visit.open()
    flow.sandbox().faults.set({ path: `/v1/account/${account(0)}/nfts`, kind: 'status', status: 500 })
    await tab(visit, 'NFTs').click()
    await visit.modal.getByText('NFTs unavailable').waitFor()
    flow.sandbox().faults.clear()
    await visit.button('Retry').click()
    await tiles(visit).first().waitFor()
  })
})
