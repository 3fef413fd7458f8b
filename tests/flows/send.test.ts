/** Sends: from the form through the wallet to the chain, and what may go wrong. */
import { describe, expect, it } from 'vitest'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { press as pressIn } from '../support/press.ts'

const flow = useFlow()

const account = (at: number) => {
  const found = flow.sandbox().accounts[at]
  if (!found) throw new Error('The sandbox has ten accounts')
  return found.address
}
const token = (symbol: string) => {
  const found = flow.sandbox().tokens.find((each) => each.symbol === symbol && each.chainId === 31337)
  if (!found) throw new Error(`The sandbox has ${symbol}`)
  return found.address
}
/** Calls the first chain directly, not through the page. */
async function chain(method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const url = flow.sandbox().chains[0]?.rpcUrl ?? ''
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await reply.json()) as { result: unknown }).result
}
const ether = async (address: string) => BigInt(String(await chain('eth_getBalance', [address, 'latest'])))
const held = async (symbol: string, address: string) => {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
  return BigInt(String(await chain('eth_call', [{ to: token(symbol), data }, 'latest'])))
}
const visitSend = async (setup: Visit = {}): Promise<Visited> => {
  const visit = await flow.visit(setup)
  await visit.connect()
  await visit.open()
  await visit.button('Send').click()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).waitFor()
  return visit
}
const fill = async (visit: Visited, { name, amount, to }: { name: string; amount: string; to: string }) => {
  await visit.button('Choose a token').click()
  await visit.title.filter({ hasText: 'Select Token' }).waitFor()
  await visit.modal
    .getByRole('button')
    .filter({ has: visit.page.getByText(name, { exact: true }) })
    .click()
  await visit.title.filter({ hasText: /^Send$/ }).waitFor()
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(to)
}
const review = async (visit: Visited) => {
  await visit.button('Preview Send').click()
  await visit.title.filter({ hasText: 'Review send' }).waitFor()
}
const press = (visit: Visited) => pressIn(visit, /^Send [\d,.]+ \w+$/, 'Review send')
const confirm = async (visit: Visited) => {
  await review(visit)
  await press(visit)
}
const sent = async (visit: Visited) =>
  (await visit.asked('eth_sendTransaction')).map(({ params }) => (params as Record<string, string>[])[0] ?? {})
const notice = (visit: Visited, text: string) => visit.modal.getByText(text, { exact: true }).first().waitFor()
const ETHER = { name: 'Ether', amount: '0.01' }

it('sends ether, and exactly that amount arrives [S1.scope.11] [S2.view.15] [S7.rpc.07] [S4.send.01] [S4.send.03]', async () => {
  const visit = await visitSend()
  expect(
    await visit
      .button(/^(Select Token|Add Amount)$/)
      .last()
      .isDisabled(),
  ).toBe(true)
  const before = await ether(account(2))
  await fill(visit, { ...ETHER, to: account(2) })
  await confirm(visit)
  await notice(visit, 'Transaction started')
  const [transaction] = await sent(visit)
  expect(transaction).toMatchObject({ from: account(0), to: account(2), value: '0x2386f26fc10000' })
  expect(transaction).not.toHaveProperty('data')
  await expect.poll(() => ether(account(2))).toBe(before + 10n ** 16n)
  expect(await sent(visit)).toHaveLength(1)
})

it('sends a token through its contract [S7.rpc.08]', async () => {
  const visit = await visitSend()
  const before = await held('USDC', account(3))
  await fill(visit, { name: 'Sandbox Dollar', amount: '1.5', to: account(3) })
  await confirm(visit)
  await notice(visit, 'Transaction started')
  const [transaction] = await sent(visit)
  expect(transaction?.['to']?.toLowerCase()).toBe(token('USDC').toLowerCase())
  expect(transaction?.['data']?.slice(0, 10)).toBe('0xa9059cbb')
  expect(BigInt(transaction?.['value'] ?? '0x0')).toBe(0n)
  await expect.poll(() => held('USDC', account(3))).toBe(before + 1_500_000n)
})

it('sends a token whose transfer returns nothing', async () => {
  const visit = await visitSend()
  const before = await held('USDT', account(3))
  await fill(visit, { name: 'Sandbox Tether', amount: '0.000001', to: account(3) })
  await confirm(visit)
  await notice(visit, 'Transaction started')
  await expect.poll(() => held('USDT', account(3))).toBe(before + 1n)
})

it('returns to Account before the wallet is asked, and the form is empty afterwards [S2.send.01] [S4.send.02] [S4.send.04]', async () => {
  const visit = await visitSend({ wallets: [{}] })
  await visit.wallet('set', { answer: 'hold' })
  await visit.page.evaluate(() => {
    const { provider } = __walletkitTest?.['org.walletkit.test'] ?? {}
    const seen: (string | null | undefined)[] = []
    Object.assign(globalThis, { seen })
    if (!provider) return
    const { request } = provider
    const card = () => document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('.card')
    provider.request = (asked) => {
      if (asked.method === 'eth_sendTransaction') seen.push(card()?.getAttribute('data-view'))
      return request(asked)
    }
  })
  await fill(visit, { ...ETHER, to: account(2) })
  await confirm(visit)
  await visit.button(/^Copy address/).waitFor()
  await expect
    .poll(() => visit.page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen))
    .toEqual(['Account'])
  expect(await visit.modal.getByText('Transaction started').count()).toBe(0)
  await visit.button('Send').click()
  await notice(visit, 'Confirm in Test wallet')
  await visit.wallet('settle', 'approve')
  await notice(visit, 'Transaction started')
  await visit.button('Choose a token').waitFor()
  expect(await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('')
  expect(await visit.modal.getByRole('textbox', { name: 'Recipient' }).inputValue()).toBe('')
})

it('says on Account where to confirm, what is on its way, and that it is confirmed; the next visit begins without it', async () => {
  const visit = await visitSend()
  await visit.wallet('set', { answer: 'hold' })
  await fill(visit, { ...ETHER, to: account(2) })
  await confirm(visit)
  const card = visit.modal.locator('.progress')
  await card.getByText('Confirm in Test wallet').waitFor()
  const slow = { kind: 'delay', ms: 1_500, rpc: 'eth_getTransactionReceipt' } as const
  for (const path of ['/rpc', '/v1']) flow.sandbox().faults.set({ path, ...slow })
  await visit.wallet('settle', 'approve')
  await card.getByText('Transaction started').waitFor()
  await card.getByText('Transaction confirmed').waitFor()
  await card.locator('.success-mark').waitFor()
  await visit.page.keyboard.press('Escape')
  await visit.modal.waitFor({ state: 'hidden' })
  await visit.open()
  await visit.button(/^Copy address/).waitFor()
  expect(await card.count()).toBe(0)
})

it('says when it failed, keeps the form, and never retries by itself [S4.send.05] [S8.user.08]', async () => {
  const visit = await visitSend()
  await visit.wallet('set', { answer: 'hold' })
  await fill(visit, { ...ETHER, to: account(2) })
  await confirm(visit)
  // The Account view is shown. While the wallet asks, a row says where to confirm.
  await visit.modal.getByRole('status').getByText('Confirm in Test wallet', { exact: true }).waitFor()
  await visit.wallet('settle', 'reject')
  await visit.modal.getByRole('alert').getByText('Something went wrong').waitFor()
  await visit.modal
    .getByRole('alert')
    .getByText(/^Declined in .?Test wallet.?\. Nothing was sent\.$/)
    .waitFor()
  expect(await visit.modal.getByText('Confirm in Test wallet').count()).toBe(0)
  expect(await sent(visit)).toHaveLength(1)
  await visit.button('Send').click()
  expect(await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.01')
  expect(await visit.page.evaluate(() => errors.map(({ code }) => code))).toEqual(['SEND_FAILED'])
})

it('finds the receiver by name, and shows the whole address before anything is sent', async () => {
  const visit = await visitSend()
  await fill(visit, { ...ETHER, to: 'olivia.walletkit.id' })
  await review(visit)
  await visit.modal.getByText('olivia.walletkit.id').first().waitFor()
  expect((await visit.modal.innerText()).replace(/\s/g, '')).toContain(account(1))
  expect(await sent(visit)).toHaveLength(0)
})

it('a name that is found later leaves the focus in the field to which the visitor went on', async () => {
  const visit = await visitSend()
  await fill(visit, { ...ETHER, to: 'olivia.walletkit.id' })
  const amount = visit.modal.getByRole('textbox', { name: 'Amount' })
  await amount.focus()
  await visit.button('Clear recipient').waitFor()
  await visit.modal.getByText('Save as a contact').waitFor()
  expect(await amount.evaluate((field) => field.matches(':focus'))).toBe(true)
})

it('names the third-party plugin that found the address of a name, in the review', async () => {
  const visit = await visitSend({ probe: 'guest' })
  await fill(visit, { ...ETHER, to: 'olivia.probe.id' })
  await review(visit)
  await notice(visit, 'Address found by the plugin probe')
  await visit.button('Back').click()
  await visit.title.filter({ hasText: /^Send$/ }).waitFor()
  await visit.button('Clear recipient').click()
  await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill('olivia.walletkit.id')
  await review(visit)
  expect(await visit.modal.getByText('Address found by').count()).toBe(0)
})

it('ignores clicks from scripts, and clicks right after the button appears', async () => {
  const visit = await visitSend()
  await fill(visit, { ...ETHER, to: account(2) })
  await review(visit)
  const button = visit.button(/^Send 0\.01 ETH$/)
  await button.evaluate((element: HTMLElement) => element.click())
  // Hover first, so that the press comes within half a second after the move.
  await button.hover()
  await visit.page.evaluate(() => dispatchEvent(new Event('resize')))
  await visit.page.mouse.down()
  await visit.page.mouse.up()
  expect(await visit.title.innerText()).toBe('Review send')
  expect(await sent(visit)).toEqual([])
  await press(visit)
  await notice(visit, 'Transaction started')
  expect(await sent(visit)).toHaveLength(1)
})

it('waits for the browser to be online before it asks the wallet', async () => {
  const visit = await visitSend()
  await fill(visit, { ...ETHER, to: account(2) })
  await review(visit)
  const button = visit.button(/^Send 0\.01 ETH$/)
  await button.waitFor()
  await setOffline(visit, true)
  await notice(visit, 'You’re offline. Sending works again once you are back.')
  expect(await button.isDisabled()).toBe(true)
  await setOffline(visit, false)
  await press(visit)
  await notice(visit, 'Transaction started')
  expect(await sent(visit)).toHaveLength(1)
})

describe('the form blocks', () => {
  it.each([
    ['12000', 'Insufficient Funds', undefined],
    ['0', 'Add Amount', undefined],
    ['0.01', 'Invalid Address', '0x1234'],
    ['0.01', 'Invalid Address', '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92267'],
    ['0.01', 'Invalid Address', 'nobody.walletkit.id'],
  ])('%s: %s', async (amount, label, to) => {
    const visit = await visitSend()
    await fill(visit, { name: 'Ether', amount, to: to ?? account(2) })
    // Check both at once, because the form reads the field a moment later, and the label changes after that.
    await expect.poll(() => visit.button(label).and(visit.page.locator(':disabled')).count()).toBe(1)
  })

  it('scientific notation such as 1e3: the field keeps its previous amount', async () => {
    const visit = await visitSend()
    await fill(visit, { name: 'Ether', amount: '0.25', to: account(2) })
    const field = visit.modal.getByRole('textbox', { name: 'Amount' })
    await field.fill('1e3')
    await notice(visit, '“1e3” is no clear amount. Write digits and one decimal mark, like 1234.5.')
    expect(await field.inputValue()).toBe('0.25')
    await review(visit)
    await visit.button(/^Send 0\.25 ETH$/).waitFor()
  })

  it('an unknown gas price: it says so, and the form stays usable', async () => {
    flow.sandbox().faults.set({ path: '/', kind: 'status', status: 500, rpc: 'eth_gasPrice' })
    const visit = await visitSend()
    await fill(visit, { ...ETHER, to: account(2) })
    await visit.modal.getByText('Unavailable').first().waitFor({ timeout: 15_000 })
    flow.sandbox().faults.clear()
    await visit.button('Retry').click()
    await review(visit)
  })

  it('a wallet on another network: nothing is sent', async () => {
    const visit = await visitSend({ config: { allowUnsupportedChain: true } })
    await fill(visit, { ...ETHER, to: account(2) })
    await review(visit)
    // Change the wallet's network without an event.
    await visit.page.evaluate(() => {
      const { provider } = __walletkitTest?.['org.walletkit.test'] ?? {}
      if (!provider) return
      const { request } = provider
      provider.request = async (asked) => (asked.method === 'eth_chainId' ? '0x1' : request(asked))
    })
    await press(visit)
    await visit.modal.getByRole('alert').getByText('Something went wrong').waitFor()
    expect(await sent(visit)).toHaveLength(0)
  })
})

it('offers to buy what is missing when the on-ramp is on, in place of Max', async () => {
  const visit = await visitSend({ config: { features: { send: {}, onramp: {} } } })
  await fill(visit, { name: 'Ether', amount: '1', to: account(1) })
  await visit.button('Max: send the whole balance').waitFor()
  expect(await visit.button('Buy').count()).toBe(0)
  await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('12000')
  await visit.button('Insufficient Funds').waitFor()
  expect(await visit.button('Max: send the whole balance').count()).toBe(0)
  await visit.button('Buy').click()
  await visit.title.filter({ hasText: 'Choose Provider' }).waitFor()
  await visit.button('Back').click()
  expect(await visit.modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('12000')
  await visit.page.evaluate(() => kit.updateFeatures({ onramp: false }))
  await visit.button('Max: send the whole balance').waitFor()
  expect(await visit.button('Buy').count()).toBe(0)
})
