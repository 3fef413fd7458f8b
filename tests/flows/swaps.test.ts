/** Swaps: from the form through the wallet to the chain. */
import { describe, expect, it } from 'vitest'
import { useFlow } from '../support/flow.ts'
import { QUOTES, useSwaps } from '../support/swaps.ts'
import { useEvents } from '../support/tracked.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'

const flow = useFlow()
const { arrived, arrivedOnce } = useEvents(flow.sandbox)
const {
  features,
  account,
  token,
  ether,
  held,
  costOf,
  mark,
  asked,
  visitAccount,
  visitSwap,
  amountField,
  received,
  choose,
  fill,
  review,
  press,
  sent,
  notice,
  kept,
  said,
  NAMES,
} = useSwaps(flow)

describe('the panel', () => {
  it('is in the page only when it is on, and loads on demand [S1.feat.01] [S2.lazy.03]', async () => {
    const off = await visitAccount({ config: { features: features(false) } })
    await off.button('Send').waitFor()
    expect(await off.button('Swap').count()).toBe(0)
    expect(off.requests.filter((url) => /SwapView|SelectTokenView|swaps/i.test(url))).toEqual([])
    const on = await visitAccount()
    await on.button('Swap').waitFor()
    expect(on.requests.filter((url) => /SwapView/.test(url))).toEqual([])
    await on.button('Swap').click()
    await on.button(/now ETH$/).waitFor()
    expect(on.requests.filter((url) => /SwapView/.test(url)).length).toBeGreaterThan(0)
  })

  it('has pickers, an amount and a preview, and quotes every choice [S2.view.14] [S2.swap.01] [S2.swap.02] [S2.swap.03] [S4.swap.07]', async () => {
    const visit = await visitAccount()
    await visit.page.clock.install()
    await visit.button('Swap').click()
    await visit.button(/now ETH$/).waitFor()
    expect(await visit.button('Select token').and(visit.page.locator(':disabled')).count()).toBe(1)
    await choose(visit, 'pay with', NAMES['DAI'] ?? '')
    await visit.button('Change the token to pay with, now DAI').waitFor()
    await choose(visit, 'receive', NAMES['USDC'] ?? '')
    await visit.button('Change the token to receive, now USDC').waitFor()
    expect(await visit.button('Enter amount').isDisabled()).toBe(true)
    // The panel refreshes its quote every 10 s. Stop the clock right after that, so that only typing causes requests.
    const { clock } = visit.page
    await clock.pauseAt(Date.now() + 1_000)
    const before = mark()
    await expect
      .poll(async () => {
        await clock.runFor(500)
        return asked('/v1/convert/gas-price', before).length
      })
      .toBe(1)
    const from = mark()
    await amountField(visit).fill('1.5')
    expect(await amountField(visit).inputValue()).toBe('1.5')
    await clock.runFor(1_000)
    await expect.poll(() => asked(QUOTES, from).map(({ query }) => query['amount'])).toEqual(['1500000000000000000'])
    await clock.resume()
    await review(visit)
    await notice(visit, 'Minimum received')
    await visit.button('Approve and swap').waitFor()
  })

  it('exchanges the tokens and quotes the other direction [S2.swap.08] [S2.swap.09]', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'USDC', '1')
    await expect.poll(() => received(visit).innerText()).toMatch(/^2,4/)
    const from = mark()
    await visit.button('Switch the tokens').click()
    await visit.button('Change the token to pay with, now USDC').waitFor()
    await visit.button('Change the token to receive, now ETH').waitFor()
    const ether = `eip155:31337:0x${'e'.repeat(40)}`
    await expect
      .poll(() => asked(QUOTES, from).map(({ query }) => [query['from']?.toLowerCase(), query['to']]))
      .toContainEqual([`eip155:31337:${token('USDC')}`.toLowerCase(), ether])
  })

  /** The price of one token in USD, from the sandbox. */
  async function priceOf(symbol: string): Promise<number> {
    const address = `eip155:31337:${symbol === 'ETH' ? `0x${'e'.repeat(40)}` : token(symbol)}`
    const body = JSON.stringify({ projectId: 'x', currency: 'usd', addresses: [address] })
    const reply = await fetch(`${flow.sandbox().url}/v1/fungible/price?projectId=x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { fungibles } = (await reply.json()) as { fungibles: { price: number }[] }
    return fungibles[0]?.price ?? Number.NaN
  }

  it('shows every figure of a quote [S2.swap.04] [S2.swap.05] [S2.swap.06] [S2.swap.07]', async () => {
    const visit = await visitSwap()
    const quotes: Promise<{ quotes: { toAmount: string }[] }>[] = []
    visit.page.on('response', (response) => {
      if (response.url().includes(QUOTES)) quotes.push(response.json() as (typeof quotes)[number])
    })
    await fill(visit, 'ETH', 'DAI', '1')
    const figure = (name: string) =>
      visit.modal
        .locator('.pairs > div')
        .filter({ has: visit.page.getByText(name, { exact: true }) })
        .locator('dd')
        .innerText()
    await expect.poll(() => figure('Price impact')).toMatch(/^[\d.]+%$/)
    // The lost value in percent, rounded up.
    const received = Number((await quotes.at(-1))?.quotes[0]?.toAmount) / 1e18
    const lost = (1 - (received * (await priceOf('DAI'))) / (await priceOf('ETH'))) * 100
    expect(lost).toBeGreaterThan(0.1)
    expect(await figure('Price impact')).toBe(`${Math.ceil(Number((lost * 100).toFixed(6))) / 100}%`)
    expect(await figure('Max slippage')).toBe('1%')
    expect(await figure('Provider fee')).toMatch(/^\$21\.\d\d \(0\.85%\)$/)
    expect(await figure('Network cost')).toMatch(/^\$\d+\.\d\d$/)
    expect(await figure('Minimum received')).toMatch(/^2,4[\d,.]+ DAI$/)
  })
})

it('loads tokens, price, balances and gas when it opens [S4.swap.01] [S4.swap.02] [S4.swap.03] [S4.swap.04]', async () => {
  const visit = await visitAccount()
  await visit.button('Swap').waitFor()
  const bodies: string[] = []
  visit.page.on('request', (request) => {
    if (request.url().includes('/v1/fungible/price')) bodies.push(request.postData() ?? '')
  })
  const from = mark()
  await visit.button('Swap').click()
  await visit.button(/now ETH$/).waitFor()
  const ask = (path: string) => asked(path, from).map(({ method, query }) => [method, query['chainId']])
  expect(ask('/v1/convert/tokens')).toEqual([['GET', 'eip155:31337']])
  expect(ask('/v1/convert/gas-price')).toEqual([['GET', 'eip155:31337']])
  // The Account view reads balances too, but only the panel's request demands current ones.
  expect(
    asked(`/v1/account/${account()}/balance`, from)
      .filter(({ query }) => query['forceUpdate'])
      .map(({ method, query }) => [method, query['chainId']]),
  ).toEqual([['GET', 'eip155:31337']])
  expect(bodies.map((body) => (JSON.parse(body) as { addresses: string[] }).addresses)).toContainEqual([
    `eip155:31337:0x${'e'.repeat(40)}`,
  ])
})

describe('a swap', () => {
  it('of ether is built, sent and paid out exactly; the form is empty afterwards [S1.scope.10] [S4.swap.12] [S4.swap.13] [S9.num.03]', async () => {
    const visit = await visitSwap({ config: { features: features(sandboxOptions) } })
    const [before, dai] = [await ether(account()), await held('DAI', account())]
    await fill(visit, 'ETH', 'DAI', '1.23456')
    await review(visit)
    const from = mark()
    await press(visit, 'Swap')
    await notice(visit, /^Swapping 1\.234 ETH for 3,0\d\d\.\d{1,3} DAI$/)
    await visit.button(/^Copy address/).waitFor()
    const [transaction] = await sent(visit)
    expect(transaction).toMatchObject({ from: account(), to: flow.sandbox().exchange.router })
    expect(BigInt(transaction?.['value'] ?? 0)).toBe(1_234_560_000_000_000_000n)
    expect(asked('/v1/convert/build-transaction', 0).length).toBeGreaterThan(0)
    expect(asked('/v1/convert/build-approve', from)).toEqual([])
    await expect.poll(() => held('DAI', account())).toBe(dai + (await said(visit, 18)))
    const [latest] = await kept(visit)
    expect(await ether(account())).toBe(before - 1_234_560_000_000_000_000n - (await costOf(latest?.hash ?? '')))
    await notice(visit, /^Swapped 1\.234 ETH for 3,0/)
    await visit.button('Swap').click()
    expect(await amountField(visit).inputValue()).toBe('')
  })

  it('of a token is approved first, then quoted again [S4.swap.08] [S4.swap.09] [S4.swap.10] [S4.swap.11] [S7.event.06]', async () => {
    const visit = await visitSwap({ analytics: true })
    const dai = await held('DAI', account())
    const from = mark()
    flow.sandbox().faults.set({ path: QUOTES, kind: 'delay', ms: 1_500, times: 1 })
    await fill(visit, 'DAI', 'ETH', '100')
    await expect.poll(() => asked(QUOTES, from).length).toBeGreaterThan(0)
    // Without a quote it is unknown whether an approval is needed.
    await visit.page.waitForTimeout(1_000)
    expect(asked('/v1/convert/allowance', from)).toEqual([])
    await expect.poll(() => asked('/v1/convert/allowance', from).length).toBeGreaterThan(0)
    await review(visit)
    await visit.wallet('set', { answer: 'hold' })
    await visit.button('Approve and swap').and(visit.page.locator(':enabled')).waitFor()
    await press(visit, 'Approve and swap')
    await notice(visit, 'Approve limit increase in your wallet')
    await notice(visit, 'Waiting for you in Test wallet')
    expect(asked('/v1/convert/build-approve', from).length).toBeGreaterThan(0)
    expect(asked('/v1/convert/build-transaction', from)).toEqual([])
    const then = mark()
    await visit.wallet('settle', 'approve')
    await notice(visit, 'DAI approved')
    await notice(visit, 'Confirm in Test wallet')
    await notice(visit, 'Waiting for you in Test wallet')
    expect(asked(QUOTES, then)).toHaveLength(1)
    const before = await ether(account())
    await visit.wallet('settle', 'approve')
    await notice(visit, /^Swapping 100 DAI for 0\.039 ETH$/)
    const [latest] = await kept(visit)
    await expect
      .poll(() => ether(account()))
      .toBe(before + (await said(visit, 18)) - (await costOf(latest?.hash ?? '')))
    expect(await held('DAI', account())).toBe(dai - 100n * 10n ** 18n)
    expect(await arrived('SWAP_SUCCESS')).toMatchObject({
      props: {
        properties: {
          isSmartAccount: false,
          network: 'eip155:31337',
          swapFromToken: 'DAI',
          swapToToken: 'ETH',
          swapFromAmount: '100',
        },
      },
    })
    await arrivedOnce('OPEN_SWAP')
  })

  it('of a USDT-like token works too, even if the modal is closed meanwhile', async () => {
    const visit = await visitSwap()
    const [usdt, usdc] = [await held('USDT', account()), await held('USDC', account())]
    await fill(visit, 'USDT', 'USDC', '12.5')
    await review(visit)
    await visit.wallet('set', { delay: 400 })
    await press(visit, 'Approve and swap')
    await notice(visit, 'Approve limit increase in your wallet')
    await visit.page.keyboard.press('Escape')
    await expect.poll(() => sent(visit).then(({ length }) => length)).toBe(2)
    await expect.poll(() => kept(visit).then(([latest]) => latest?.note?.kind)).toBe('swap')
    await expect.poll(() => held('USDC', account())).toBe(usdc + (await said(visit, 6)))
    expect(await held('USDT', account())).toBe(usdt - 12_500_000n)
  })

  it('is still known after a reload, and its result is shown', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'DAI', '0.5')
    await review(visit)
    for (const path of ['/rpc/', '/v1'])
      flow.sandbox().faults.set({ path, kind: 'hang', rpc: 'eth_getTransactionReceipt' })
    await press(visit, 'Swap')
    await notice(visit, /^Swapping 0\.5 ETH/)
    await visit.page.reload()
    await visit.status('connected')
    await visit.page.evaluate(() => kit.open({ view: 'Swap', params: { amount: '2', toToken: 'USDC' } }))
    await notice(visit, /^Swapping 0\.5 ETH for 1,2/)
    await visit.button('Change the token to receive, now USDC').waitFor()
    expect(await amountField(visit).inputValue()).toBe('2')
    flow.sandbox().faults.clear()
    // The request that hangs times out after 10 s, and is repeated.
    await visit.modal
      .getByText(/^Swapped 0\.5 ETH for 1,2/)
      .first()
      .waitFor({ timeout: 30_000 })
    await expect.poll(() => visit.modal.getByText(/^Pending/).count()).toBe(0)
  })
})
