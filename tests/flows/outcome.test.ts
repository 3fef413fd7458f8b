/** What a transaction will do, on the reviews: an honest contract, dishonest ones, and a node that does not answer. */
import { describe, expect, it } from 'vitest'
import { pressSettled } from '../../cli/repo/pressSettled.ts'
import type { FaultInput } from '../../sandbox/faults.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { press as pressIn } from '../support/press.ts'
import { useSwaps } from '../support/swaps.ts'
import { deployTrick, halfDollar, rpc, type TRICKS } from '../support/trickToken.ts'

const flow = useFlow()
const { account, token, visitSwap, fill, review: reviewSwap, sent, press: pressSwap, notice } = useSwaps(flow)
const outcome = ({ modal }: Visited) => modal.getByRole('region', { name: 'What will happen' })
/** The node's two doors: the network's own address, and that of the service. */
const failSimulation = (fault: Pick<FaultInput, 'kind' | 'ms' | 'status'>) => {
  for (const path of ['/rpc/', '/v1']) flow.sandbox().faults.set({ path, rpc: 'eth_simulateV1', ...fault })
}

/** Opens the review of a send of one unit of a token, or of ether. */
async function reviewSend(asset: string): Promise<Visited> {
  const visit = await flow.visit()
  await visit.connect()
  const to = account(1)
  await visit.page.evaluate(
    ([name, receiver]) => kit.open({ view: 'WalletSend', params: { token: name, amount: '1', to: receiver } }),
    [asset, to] as const,
  )
  await visit.button('Preview Send').and(visit.page.locator(':enabled')).click()
  await visit.title.filter({ hasText: 'Review send' }).waitFor()
  return visit
}
const reviewTrick = async (trick: keyof typeof TRICKS) =>
  reviewSend(await deployTrick(flow.sandbox(), trick, account(0), account(0)))

/** Presses once, when the button accepts a press; the review stays. */
async function pressOnce(visit: Visited, name: string | RegExp) {
  await pressSettled(visit.button(name))
}

describe('the review of a send', () => {
  it('shows what the network expects, and sends at the first press', async () => {
    const visit = await reviewTrick('honest')
    await outcome(visit).getByText('Leaves your account').waitFor()
    expect(await outcome(visit).innerText()).toMatch(/Leaves your account\s+1 TRK/)
    expect(await visit.modal.getByRole('alert').count()).toBe(0)
    await pressIn(visit, 'Send 1 TRK', 'Review send')
    await notice(visit, 'Transaction started')
    expect(await sent(visit)).toHaveLength(1)
  })

  it('marks a token that keeps a part, and asks the wallet only at the second press', async () => {
    const visit = await reviewTrick('quietFee')
    await outcome(visit).getByRole('alert').getByText('The recipient would get 0.95 TRK.').waitFor()
    await pressOnce(visit, 'Send 1 TRK')
    await visit.button('Confirm anyway').waitFor()
    expect(await sent(visit)).toEqual([])
    await pressIn(visit, 'Confirm anyway', 'Review send')
    await notice(visit, 'Transaction started')
    expect(await sent(visit)).toHaveLength(1)
  })

  it('says that a transfer fails and why, and still lets the visitor go on', async () => {
    const visit = await reviewTrick('reverts')
    await outcome(visit).getByRole('alert').getByText('Paused by its owner').waitFor()
    await pressOnce(visit, 'Send 1 TRK')
    expect(await visit.button('Confirm anyway').isEnabled()).toBe(true)
  })

  it('waits at most 3 s for a silent node, says so, and fills a late answer in', async () => {
    failSimulation({ kind: 'delay', ms: 5_000 })
    const start = Date.now()
    const visit = await reviewSend('ETH')
    await outcome(visit).getByText('Asking the network what will happen').waitFor()
    const shown = Date.now()
    expect(await visit.button('Send 1 ETH').isDisabled()).toBe(true)
    await outcome(visit).getByText('This network could not be asked what will happen').waitFor()
    expect(Date.now() - shown).toBeLessThan(3_500)
    expect(await visit.button('Send 1 ETH').isEnabled()).toBe(true)
    await outcome(visit).getByText('Leaves your account').waitFor()
    expect(Date.now() - start).toBeGreaterThan(4_900)
    expect(await outcome(visit).innerText()).toMatch(/Leaves your account\s+1 ETH/)
  })

  it('says in plain words that a network cannot simulate, and sends all the same', async () => {
    failSimulation({ kind: 'status', status: 400 })
    const visit = await reviewSend('ETH')
    await outcome(visit).getByText('This network could not be asked what will happen').waitFor()
    await pressIn(visit, 'Send 1 ETH', 'Review send')
    await notice(visit, 'Transaction started')
  })
})

describe('the review of a swap', () => {
  it('shows what leaves and what arrives, and swaps at the first press', async () => {
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'USDC', '0.1')
    await reviewSwap(visit)
    await outcome(visit).getByText('Arrives in your account').waitFor()
    expect(await outcome(visit).innerText()).toMatch(
      /Leaves your account\s+0\.1 ETH\s+Arrives in your account\s+\d+\.\d+ USDC/,
    )
    expect(await outcome(visit).getByRole('alert').count()).toBe(0)
    await pressSwap(visit, 'Swap')
    await notice(visit, /^Swapping 0\.1 ETH/)
  })

  it('shows the allowance that it asks for first, of exactly the amount', async () => {
    const visit = await visitSwap()
    await fill(visit, 'DAI', 'ETH', '5')
    await reviewSwap(visit)
    await outcome(visit)
      .getByText(/may take later$/)
      .waitFor()
    expect(await outcome(visit).innerText()).toMatch(/may take later\s+5 DAI/)
    expect(await outcome(visit).getByRole('alert').count()).toBe(0)
  })

  it('marks a token of which less than the minimum arrives, and asks the wallet only at the second press', async () => {
    await rpc(flow.sandbox(), 'anvil_setCode', [token('USDC'), halfDollar])
    const visit = await visitSwap()
    await fill(visit, 'ETH', 'USDC', '0.1')
    await reviewSwap(visit)
    await outcome(visit)
      .getByRole('alert')
      .getByText(/^You would get [\d.]+ USDC, less than the minimum\.$/)
      .waitFor()
    await pressOnce(visit, 'Swap')
    await visit.button('Confirm anyway').waitFor()
    expect(await sent(visit)).toEqual([])
    await pressIn(visit, 'Confirm anyway', 'Preview swap')
    await expect.poll(() => sent(visit)).toHaveLength(1)
  })
})

it('the review of a plugin’s request shows what leaves, and marks what fails', async () => {
  const visit = await flow.visit({ probe: 'guest' })
  await visit.connect()
  await visit.page.evaluate(() => kit.open({ view: 'Probe' }))
  await visit.modal.getByText('The probe is here').waitFor()
  const trick = await deployTrick(flow.sandbox(), 'reverts', account(0))
  const ask = (to: string, data?: string) =>
    visit.page.evaluate(
      ([receiver, call]) => {
        const rest = call === undefined ? { value: 5n * 10n ** 17n } : { data: call }
        probe.chain.sendTransaction({ to: receiver, ...rest }).catch(() => undefined)
      },
      [to, data] as const,
    )
  await ask(account(1))
  await outcome(visit).getByText('Leaves your account').waitFor()
  expect(await outcome(visit).innerText()).toMatch(/Leaves your account\s+0\.5 ETH/)
  await visit.button('Cancel').click()
  await visit.modal.getByText('The probe is here').waitFor()
  await ask(trick, `0xa9059cbb${account(1).slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`)
  await outcome(visit).getByRole('alert').getByText('Paused by its owner').waitFor()
  await pressOnce(visit, 'Confirm')
  await visit.button('Confirm anyway').waitFor()
  expect(await sent(visit)).toEqual([])
  await pressOnce(visit, 'Confirm anyway')
  await expect.poll(() => sent(visit)).toHaveLength(1)
})
