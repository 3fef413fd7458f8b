/** Swapping: from the form over the wallet to the chain, and everything that may go wrong on the way. */
import { describe, expect, it } from 'vitest'
import { expectClean, useFlow } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { QUOTES, useSwaps } from '../support/swaps.ts'
import { useEvents } from '../support/tracked.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'

const flow = useFlow()
const { named, arrived } = useEvents(flow.sandbox)
const {
  features,
  account,
  token,
  ether,
  held,
  costOf,
  mark,
  asked,
  fail,
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
  it('is a part of the page only where it is on, and fetched on demand [S1.feat.01] [S2.lazy.03]', async () => {
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
    expectClean(off)
    expectClean(on)
  })

  it('has pickers, an amount and a preview; whatever is chosen is quoted [S2.view.14] [S2.swap.01] [S2.swap.02] [S2.swap.03] [S4.swap.07]', async () => {
    const visit = await visitSwap()
    expect(await visit.button('Select token').and(visit.page.locator(':disabled')).count()).toBe(1)
    await choose(visit, 'pay with', NAMES['DAI'] ?? '')
    await visit.button('Change the token to pay with, now DAI').waitFor()
    await choose(visit, 'receive', NAMES['USDC'] ?? '')
    await visit.button('Change the token to receive, now USDC').waitFor()
    expect(await visit.button('Enter amount').isDisabled()).toBe(true)
    const from = mark()
    await amountField(visit).fill('1.5')
    await expect.poll(() => asked(QUOTES, from).map(({ query }) => query['amount'])).toEqual(['1500000000000000000'])
    await review(visit)
    await notice(visit, 'Minimum received')
    await visit.button('Approve and swap').waitFor()
    expectClean(visit)
  })

  it('exchanges the tokens and quotes the other way [S2.swap.08] [S2.swap.09]', async () => {
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
    expectClean(visit)
  })

  it('shows every figure of a quote [S2.swap.04] [S2.swap.05] [S2.swap.06] [S2.swap.07]', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'DAI', '1')
    const figure = (name: string) =>
      visit.modal
        .locator('.pairs > div')
        .filter({ has: visit.page.getByText(name, { exact: true }) })
        .locator('dd')
        .innerText()
    await expect.poll(() => figure('Price impact')).toMatch(/^[\d.]+%$/)
    expect(await figure('Max slippage')).toBe('1%')
    expect(await figure('Provider fee')).toMatch(/^\$21\.\d\d \(0\.85%\)$/)
    expect(await figure('Network cost')).toMatch(/^\$\d+\.\d\d$/)
    expect(await figure('Minimum received')).toMatch(/^2,4[\d,.]+ DAI$/)
    expectClean(visit)
  })
})

it('fetches tokens, price, balances and gas as it opens [S4.swap.01] [S4.swap.02] [S4.swap.03] [S4.swap.04]', async () => {
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
  expect(ask(`/v1/account/${account()}/balance`).length).toBeGreaterThan(0)
  expect(bodies.map((body) => (JSON.parse(body) as { addresses: string[] }).addresses)).toContainEqual([
    `eip155:31337:0x${'e'.repeat(40)}`,
  ])
  expectClean(visit)
})

describe('a swap', () => {
  it('of ether is built, sent and paid out to the unit; the form is empty after [S1.scope.10] [S4.swap.12] [S4.swap.13] [S9.num.03]', async () => {
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
    expectClean(visit)
  })

  it('of a token is approved first, then quoted anew [S4.swap.08] [S4.swap.09] [S4.swap.10] [S4.swap.11] [S7.event.06]', async () => {
    const visit = await visitSwap({ analytics: true })
    const dai = await held('DAI', account())
    const from = mark()
    await fill(visit, 'DAI', 'ETH', '100')
    await expect.poll(() => asked('/v1/convert/allowance', from).length).toBeGreaterThan(0)
    await review(visit)
    await visit.wallet('set', { answer: 'hold' })
    await visit.button('Approve and swap').and(visit.page.locator(':enabled')).waitFor()
    await press(visit, 'Approve and swap')
    await notice(visit, 'Approve limit increase in your wallet')
    await notice(visit, 'Confirm in Test wallet')
    expect(asked('/v1/convert/build-approve', from).length).toBeGreaterThan(0)
    expect(asked('/v1/convert/build-transaction', from)).toEqual([])
    const then = mark()
    await visit.wallet('settle', 'approve')
    await notice(visit, 'DAI approved')
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
    expect(named('OPEN_SWAP')).toHaveLength(1)
    expectClean(visit)
  })

  it('of a USDT-like token works too, and the modal may be closed meanwhile', async () => {
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
    expectClean(visit)
  })

  it('is still known after a reload, and its end is told', async () => {
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
    await notice(visit, /^Pending: 0\.5 ETH for 1,2/)
    await visit.button('Change the token to receive, now USDC').waitFor()
    expect(await amountField(visit).inputValue()).toBe('2')
    flow.sandbox().faults.clear()
    // The question that hangs is given up after 10 s, then asked anew.
    await visit.modal
      .getByText(/^Swapped 0\.5 ETH for 1,2/)
      .first()
      .waitFor({ timeout: 30_000 })
    await expect.poll(() => visit.modal.getByText(/^Pending/).count()).toBe(0)
    expectClean(visit)
  })
})

describe('what goes wrong', () => {
  it('as it opens goes back with a notice [S4.swap.05] [S4.swap.06]', async () => {
    fail('/v1/convert/tokens')
    const visit = await visitAccount()
    await visit.button('Swap').click()
    await visit.modal.getByRole('alert').getByText('Failed to initialize swap').waitFor()
    await visit.button(/^Copy address/).waitFor()
    expectClean(visit)
  })

  it('with the price, and with the allowance, is told and no end of it [S8.user.10] [S8.user.11]', async () => {
    fail('/v1/fungible/price')
    fail('/v1/convert/allowance')
    const visit = await visitSwap()
    await visit.modal.getByRole('alert').getByText('Failed to fetch network token price').waitFor()
    await fill(visit, 'DAI', 'ETH', '1')
    await visit.modal.getByRole('alert').getByText('Failed to check allowance').waitFor()
    expectClean(visit)
  })

  it('with building is told, and nothing leaves [S8.user.12] [S8.user.13]', async () => {
    fail('/v1/convert/build-approve')
    fail('/v1/convert/build-transaction')
    const visit = await visitSwap()
    await fill(visit, 'USDC', 'DAI', '1')
    await review(visit)
    await visit.modal.getByRole('alert').getByText('Failed to create approval transaction').first().waitFor()
    expect(await visit.button('Swap blocked').isDisabled()).toBe(true)
    await visit.button('Cancel').click()
    await choose(visit, 'pay with', NAMES['ETH'] ?? '')
    await amountField(visit).fill('1')
    await review(visit)
    await visit.modal.getByRole('alert').getByText('Failed to create transaction').first().waitFor()
    expect(await sent(visit)).toEqual([])
    expectClean(visit)
  })

  it('with the amount is said beside it [S5.swap.04] [S5.swap.05]', async () => {
    const visit = await visitSwap()
    await fill(visit, 'DAI', 'ETH', '500000')
    await visit.button('Insufficient balance').waitFor()
    expect(await visit.button('Insufficient balance').isDisabled()).toBe(true)
    const body = JSON.stringify({ quotes: [{ id: '1', fromAmount: '1' }] })
    flow.sandbox().faults.set({ path: QUOTES, kind: 'garbage', body })
    await amountField(visit).fill('5')
    await visit.modal.getByRole('alert').getByText('Incorrect amount / Please enter a valid amount').waitFor()
    expectClean(visit)
  })

  it('in the wallet is told in its own short words, else in ours [S8.user.14] [S7.event.07]', async () => {
    const visit = await visitSwap({ analytics: true })
    await visit.wallet('set', { answer: 'reject' })
    await fill(visit, 'ETH', 'DAI', '0.1')
    await review(visit)
    await press(visit, 'Swap')
    await visit.modal.getByRole('alert').getByText('Transaction error').waitFor()
    expect(await arrived('SWAP_ERROR')).toMatchObject({ props: { properties: { message: 'Transaction error' } } })
    expect(await amountField(visit).inputValue()).toBe('0.1')
    await visit.page.evaluate(() => {
      const { provider } = __walletkitTest?.['org.walletkit.test'] ?? {}
      if (!provider) return
      const { request } = provider
      provider.request = (one) =>
        request(one).catch((error: unknown) => {
          throw Object.assign(error as Error, { shortMessage: 'User rejected' })
        })
    })
    await review(visit)
    await press(visit, 'Swap')
    await visit.modal.getByRole('alert').getByText('User rejected', { exact: true }).waitFor()
    expect((await sent(visit)).length).toBe(2)
    expectClean(visit)
  })

  it('with the approval is told, and no swap follows [S7.event.08]', async () => {
    const visit = await visitSwap({ analytics: true })
    await visit.wallet('set', { answer: 'reject' })
    await fill(visit, 'USDC', 'DAI', '2')
    await review(visit)
    await press(visit, 'Approve and swap')
    await visit.modal.getByRole('alert').getByText('Transaction error').waitFor()
    expect(await arrived('SWAP_APPROVAL_ERROR')).toMatchObject({
      props: { properties: { swapFromToken: 'USDC', swapToToken: 'DAI', message: 'Transaction error' } },
    })
    expect(await sent(visit)).toHaveLength(1)
    expectClean(visit)
  })

  it('in a built transaction never reaches the wallet', async () => {
    const visit = await visitSwap()
    const thief = `0x${'7'.repeat(40)}`
    await fill(visit, 'ETH', 'DAI', '1')
    await visit.button('Review swap').and(visit.page.locator(':enabled')).waitFor()
    const at = (address: string) => `eip155:31337:${address}`
    const tx = {
      from: at(account()),
      to: at(thief),
      data: '0x12345678',
      amount: '1',
      eip155: { gas: '1', gasPrice: '1' },
    }
    flow.sandbox().faults.set({ path: '/v1/convert/build-transaction', kind: 'garbage', body: JSON.stringify({ tx }) })
    await review(visit)
    await visit.modal.getByRole('alert').getByText('The exchange contract is not a known one').first().waitFor()
    expect(await visit.button('Swap blocked').isDisabled()).toBe(true)
    expect(await sent(visit)).toEqual([])
    expectClean(visit)
  })

  it('with the price must be typed from 10 percent on, and is blocked from 15', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'Sandbox Uni', '2.5')
    await review(visit)
    await notice(visit, /Very high price impact/)
    expect(await visit.button('Swap').isDisabled()).toBe(true)
    await visit.modal.getByLabel('Type “swap” to go on').fill('swap')
    await visit.button('Swap').and(visit.page.locator(':enabled')).waitFor()
    await visit.button('Cancel').click()
    await amountField(visit).fill('6')
    await notice(visit, /This swap is blocked/)
    expect(await visit.button('Review swap').isDisabled()).toBe(true)
    expect(await sent(visit)).toEqual([])
    expectClean(visit)
  })

  it('with the network is said, and nothing goes on without it', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'Sandbox Dai', '0.25')
    await setOffline(visit, true)
    await notice(visit, 'You’re offline. Swapping works again once you are back.')
    expect(await visit.button('Review swap').isDisabled()).toBe(true)
    await setOffline(visit, false)
    await review(visit)
    await visit.button('Swap').and(visit.page.locator(':enabled')).waitFor()
    await setOffline(visit, true)
    await visit.button('Swap').and(visit.page.locator(':disabled')).waitFor()
    expect(await sent(visit)).toEqual([])
    expectClean(visit)
  })

  it('with an older quote changes nothing: the newest amount counts', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'DAI', '1')
    await expect.poll(() => received(visit).innerText()).toMatch(/^2,4/)
    flow.sandbox().faults.set({ path: QUOTES, kind: 'delay', ms: 1500, times: 1 })
    const from = mark()
    await amountField(visit).fill('4')
    await expect.poll(() => asked(QUOTES, from).length).toBe(1)
    await amountField(visit).fill('2')
    await expect.poll(() => received(visit).innerText()).toMatch(/^4,9/)
    await visit.page.waitForTimeout(1800)
    expect(await received(visit).innerText()).toMatch(/^4,9/)
    expectClean(visit)
  })

  it('with the network or the site is said, with a way on', async () => {
    const visit = await visitAccount({ config: { features: features({}) } })
    await visit.button('Swap').click()
    await notice(visit, 'Swapping is not available here')
    await visit.button('Choose network').click()
    await visit.title.filter({ hasText: 'Choose Network' }).waitFor()
    const { url, chains } = flow.sandbox()
    const bare = await flow.visit({ config: { services: { rpc: url }, features: features(sandboxOptions) } })
    expect(chains.length).toBe(2)
    await bare.connect()
    await bare.open()
    await bare.button('Swap').click()
    await notice(bare, 'Swaps are not set up on this site')
    expectClean(visit)
    expectClean(bare)
  })
})
