/** An account may hold hundreds of tokens, and an exchange lists thousands: no frame renders them all. */
import { expect, it } from 'vitest'
import { sandboxOptions } from '../plugins/swaps/kit.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()
const MANY = 120

declare global {
  /** How many rows the list had in each frame that showed some. */
  var rows: number[]
}

/** Adds tokens to those that the service of this path answers with. */
const add = ({ page }: Visited, path: RegExp, key: 'balances' | 'tokens', token: (at: number) => object) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Record<string, object[]>
    const many = Array.from({ length: MANY }, (_, at) => token(at))
    await route.fulfill({ response, json: { ...body, [key]: [...(body[key] ?? []), ...many] } })
  })

const address = (at: number) => `eip155:31337:0x${String(at).padStart(40, 'a')}`
const held = (at: number) => ({
  ...{ name: `Token ${at}`, symbol: `T${at}`, chainId: 'eip155:31337', address: address(at), price: 0, iconUrl: '' },
  ...{ value: 0, quantity: { decimals: '18', numeric: '1' } },
})
const listed = (at: number) => ({
  ...{ name: `Token ${at}`, symbol: `T${at}`, address: address(at), decimals: 18, logoUri: '' },
})

/** Records the number of rows in each frame. */
const watch = ({ page }: Visited) =>
  page.evaluate(() => {
    globalThis.rows = []
    const note = () => {
      const shadow = document.querySelector('[data-walletkit]')?.shadowRoot
      const rows = [...(shadow?.querySelectorAll('.card li') ?? [])].filter((row) => row.checkVisibility())
      if (rows.length) globalThis.rows.push(rows.length)
      requestAnimationFrame(note)
    }
    note()
  })

it.each([
  ['Account', undefined],
  ['WalletSendSelectToken', undefined],
  ['SwapSelectToken', { target: 'toToken' }],
] as const)('%s shows the first of many tokens at once, and the others where one scrolls to', async (view, params) => {
  const config = { features: { send: {}, swaps: sandboxOptions, history: false } }
  const visit = await flow.visit({ config, context: { viewport: { width: 360, height: 740 } } })
  await add(visit, /\/v1\/account\/[^/]+\/balance/, 'balances', held)
  await add(visit, /\/v1\/convert\/tokens/, 'tokens', listed)
  await visit.connect()
  await watch(visit)
  await visit.page.evaluate(([name, values]) => void kit.open({ view: name, params: values } as never), [view, params])
  await visit.modal.getByText('Token 5', { exact: true }).first().waitFor({ state: 'attached' })
  await visit.page.waitForTimeout(300)
  const counts = await visit.page.evaluate(() => globalThis.rows)
  expect(Math.max(0, ...counts)).toBeGreaterThan(10)
  expect(Math.max(...counts)).toBeLessThan(60)
  const last = visit.modal.getByText(`Token ${view === 'SwapSelectToken' ? 90 : MANY - 1}`, { exact: true }).first()
  await expect
    .poll(async () => {
      await visit.modal.locator('li').last().scrollIntoViewIfNeeded()
      return last.count()
    })
    .toBeGreaterThan(0)
})

it('a search among many tokens starts at its first results, and so does the list after it', async () => {
  const visit = await flow.visit({ config: { features: { send: {} } } })
  await add(visit, /\/v1\/account\/[^/]+\/balance/, 'balances', held)
  await visit.connect()
  await visit.page.evaluate(() => void kit.open({ view: 'WalletSendSelectToken' }))
  const rows = visit.modal.locator('li')
  const search = visit.modal.getByRole('searchbox')
  const scroll = () =>
    expect
      .poll(async () => {
        await rows.last().scrollIntoViewIfNeeded()
        return rows.count()
      })
      .toBeGreaterThan(80)
  for (const text of ['Token', 'T', '']) {
    await scroll()
    await search.fill(text)
    await expect.poll(() => rows.count()).toBeLessThan(60)
  }
})
