import { createPublicClient, type Hex, http } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { readApproval, readSwap } from '../../../plugins/swaps/callData.ts'
import * as figures from '../../../plugins/swaps/figures.ts'
import { followPending } from '../../../plugins/swaps/follow.ts'
import { minimumReceived } from '../../../plugins/swaps/fees.ts'
import { needsReset } from '../../../plugins/swaps/review.ts'
import { progress } from '../../../runtime/data/progress.ts'
import { sentTransactions } from '../../../runtime/data/sent.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { asked, fill, openPanel, type Panel, quoted, tokenOf } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const reader = () => createPublicClient({ transport: http(sandbox().chains[0]?.rpcUrl) })
const router = () => sandbox().exchange.router
const tokenAddress = (symbol: string): Hex => {
  const found = [...sandbox().tokens, ...sandbox().exchange.tokens].find(
    (each) => each.symbol === symbol && each.chainId === 31337,
  )
  if (!found) throw new Error(`The sandbox has no ${symbol}`)
  return found.address
}
const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
const call = async (to: Hex, data: string) => BigInt((await reader().call({ to, data: data as Hex })).data ?? '0x0')
const held = (symbol: string, owner: string) => call(tokenAddress(symbol), `0x70a08231${word(owner)}`)
const allowed = (symbol: string, owner: string) =>
  call(tokenAddress(symbol), `0xdd62ed3e${word(owner)}${word(router())}`)
const account = (panel: Panel) => (panel.pluginKit.account().address ?? '0x') as Hex
const key = (at: number) => sandbox().accounts[at]?.privateKey ?? '0x'
const selectors = (panel: Panel) => panel.sent().map(({ data = '' }) => data.slice(0, 10))
const names = (panel: Panel) => panel.heard.map(({ event }) => event)
const review = async (panel: Panel, from: string, to: string, amount: string) => {
  await fill(panel, from, to, amount)
  await panel.controller.prepare()
}

describe('a token whose decimals the chain does not confirm', () => {
  const isReady = ({ controller }: Panel) => [controller.state.status, controller.state.failure?.code]
  /** The API says that USDC has 8 decimals, but it has 6. Requests to the node fail from the start. */
  const lied = async (side: 'sourceToken' | 'toToken') => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await controller.initialise()
    sandbox().faults.set({ path: '/', rpc: 'eth_call', kind: 'status', status: 500 })
    const other = side === 'sourceToken' ? 'toToken' : 'sourceToken'
    controller.setToken(other, tokenOf(controller, 'DAI'))
    controller.setToken(side, { ...tokenOf(controller, 'USDC'), decimals: 8 })
    controller.setAmount('1')
    await quoted(panel)
    return panel
  }

  it.each(['sourceToken', 'toToken'] as const)('blocks the swap while the node fails: %s', async (side) => {
    const panel = await lied(side)
    await panel.controller.prepare()
    expect(isReady(panel)).toEqual(['blocked', 'SWAP_DECIMALS'])
    await panel.controller.swap()
    expect(panel.sent()).toEqual([])
    sandbox().faults.clear()
    await panel.controller.prepare()
    expect(isReady(panel)).toEqual(['blocked', 'SWAP_DECIMALS'])
  })

  it('can be swapped once the node answers again and agrees', async () => {
    const panel = await openPanel(sandbox())
    await fill(panel, 'DAI', 'USDC', '1')
    sandbox().faults.set({ path: '/', rpc: 'eth_call', kind: 'status', status: 500 })
    await panel.controller.prepare()
    expect(isReady(panel)).toEqual(['blocked', 'SWAP_DECIMALS'])
    sandbox().faults.clear()
    await panel.controller.prepare()
    expect(isReady(panel)[0]).toBe('ready')
  })
})

describe('a swap', () => {
  it('of a token approves exactly the amount, requests a new quote, and pays out the displayed amount', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    const [dai, usdc] = [await held('DAI', account(panel)), await held('USDC', account(panel))]
    await review(panel, 'DAI', 'USDC', '12.345678901234567891')
    expect(figures.needsApproval(controller)).toBe(true)
    const said = controller.state.quote?.toAmount ?? 0n
    const from = sandbox().requests().length
    await controller.swap()
    const [approval, swap] = panel.sent()
    const amount = 12_345_678_901_234_567_891n
    expect(approval).toMatchObject({ to: tokenAddress('DAI'), value: '0x0' })
    expect(readApproval(approval?.['data'] ?? '')).toEqual({ spender: router().toLowerCase(), amount })
    expect(swap).toMatchObject({ to: router(), value: '0x0' })
    expect(readSwap(swap?.['data'] ?? '')).toMatchObject({ amount, minimum: minimumReceived(said, 1) })
    expect(asked(sandbox(), '/v1/convert/quotes', from)).toHaveLength(1)
    await expect.poll(() => held('USDC', account(panel))).toBe(usdc + said)
    expect(await held('DAI', account(panel))).toBe(dai - amount)
    expect(await allowed('DAI', account(panel))).toBe(0n)
    expect(names(panel)).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    expect(controller.state.sourceTokenAmount).toBe('')
  })

  it('of ether needs no approval, and sends exactly the amount', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    const before = await held('DAI', account(panel))
    await review(panel, 'ETH', 'DAI', '0.500000000000000001')
    expect(figures.swapTransaction(controller)).toMatchObject({ value: 500_000_000_000_000_001n })
    const said = controller.state.quote?.toAmount ?? 0n
    await controller.swap()
    expect(panel.sent()).toHaveLength(1)
    expect(panel.sent()[0]).toMatchObject({ to: router(), value: '0x6f05b59d3b20001' })
    await expect.poll(() => held('DAI', account(panel))).toBe(before + said)
    expect(panel.kit.state.toast.message).toMatch(/^Swapping 0\.5 ETH for 1,2\d\d\.\d{1,3} DAI$/)
    expect(progress(panel.kit)[0]).toMatchObject({ image: { name: 'DAI' } })
    await waitFor(() => expect(progress(panel.kit)[0]?.title).toMatch(/^Swapped 0\.5 ETH for 1,2/))
    expect(sentTransactions(panel.kit)[0]).toMatchObject({ status: 'confirmed', note: { kind: 'swap' } })
  })

  it('sends transactions with exactly these fields [S3.swap.13] [S3.swap.14]', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    const fields = ['data', 'gas', 'gasPrice', 'to', 'toAmount', 'value']
    await review(panel, 'USDC', 'DAI', '3')
    expect(Object.keys(figures.approvalTransaction(controller) ?? {}).toSorted()).toEqual(fields)
    expect(figures.approvalTransaction(controller)).toMatchObject({ to: tokenAddress('USDC'), value: 0n })
    expect(figures.swapTransaction(controller)).toBeUndefined()
    await review(panel, 'ETH', 'DAI', '1')
    expect(Object.keys(figures.swapTransaction(controller) ?? {}).toSorted()).toEqual(fields)
    expect(figures.swapTransaction(controller)).toMatchObject({ to: router(), gas: expect.any(BigInt) as bigint })
    expect(figures.approvalTransaction(controller)).toBeUndefined()
  })

  it('of a USDT-like token first resets an existing approval to zero', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    const before = await held('USDC', account(panel))
    // There is an approval of 1 USDT left from before.
    const approve = `0x095ea7b3${word(router())}${1_000_000n.toString(16).padStart(64, '0')}`
    await panel.pluginKit.chain.waitForTransaction(
      await panel.pluginKit.chain.sendTransaction({ to: tokenAddress('USDT'), data: approve }),
    )
    await review(panel, 'USDT', 'USDC', '5')
    expect(needsReset(controller)).toBe(true)
    const said = controller.state.quote?.toAmount ?? 0n
    await controller.swap()
    const [, reset, approval, swap] = panel.sent()
    expect(readApproval(reset?.['data'] ?? '')).toMatchObject({ amount: 0n })
    expect(readApproval(approval?.['data'] ?? '')).toMatchObject({ amount: 5_000_000n })
    expect(swap).toMatchObject({ to: router() })
    await expect.poll(() => held('USDC', account(panel))).toBe(before + said)
  })

  it('makes one request for twenty clicks, with or without approval', async () => {
    const panel = await openPanel(sandbox())
    await review(panel, 'ETH', 'DAI', '0.01')
    await Promise.all(Array.from({ length: 20 }, () => panel.controller.swap()))
    expect(panel.sent()).toHaveLength(1)
    const other = await openPanel(sandbox())
    await review(other, 'DAI', 'ETH', '2')
    await Promise.all(Array.from({ length: 20 }, () => other.controller.swap()))
    expect(selectors(other)).toEqual(['0x095ea7b3', '0x17844678'])
  })

  it('makes no second wallet request after the visitor stopped waiting, and keeps both hashes', async () => {
    const panel = await openPanel(sandbox(), { wallet: { keys: [key(1)] } })
    const { controller, wallet, kit } = panel
    await review(panel, 'DAI', 'ETH', '2')
    wallet.set({ answer: 'hold' })
    const swapping = controller.swap()
    await waitFor(() => expect(wallet.pending()).toBe(1))
    expect(controller.state.progress?.steps.map(({ key: name, state }) => [name, state])).toEqual([
      ['approve', 'current'],
      ['swap', 'todo'],
      ['arrive', 'todo'],
    ])
    controller.abandon()
    expect(controller.state.progress).toBeUndefined()
    wallet.settle('approve')
    await swapping
    expect(selectors(panel)).toEqual(['0x095ea7b3'])
    expect(sentTransactions(kit)[0]).toMatchObject({ note: { kind: 'approve', out: { symbol: 'DAI', amount: '2' } } })
    await review(panel, 'DAI', 'ETH', '2')
    expect(figures.needsApproval(controller)).toBe(false)
    const late = controller.swap()
    await waitFor(() => expect(wallet.pending()).toBe(1))
    controller.abandon()
    controller.setAmount('1')
    wallet.settle('approve')
    await late
    expect(sentTransactions(kit)[0]).toMatchObject({ note: { kind: 'swap', out: { symbol: 'DAI', amount: '2' } } })
    expect(controller.state.sourceTokenAmount).toBe('1')
    expect(kit.state.toast.message).toMatch(/^Swapping 2 DAI/)
  })

  it('that was pending when the page closed reports its result after a reload', async () => {
    const panel = await openPanel(sandbox())
    await review(panel, 'ETH', 'DAI', '0.02')
    await panel.controller.swap()
    await waitFor(() => expect(sentTransactions(panel.kit)[0]?.status).toBe('confirmed'))
    const [sent] = sentTransactions(panel.kit)
    panel.storage.set('@appkit/sent_transactions', JSON.stringify([{ ...sent, status: 'pending' }]))
    const later = await openPanel(sandbox(), { storage: panel.storage })
    await waitFor(() => expect(progress(later.kit)[0]?.title).toMatch(/^Swapped 0\.02 ETH/))
    expect(sentTransactions(later.kit)[0]?.status).toBe('confirmed')
    followPending(later.pluginKit)
  })
})

describe('a swap is not sent', () => {
  it('when the wallet rejects the approval or the swap, and can be tried again', async () => {
    const panel = await openPanel(sandbox())
    const { controller, wallet, kit } = panel
    wallet.set({ answer: 'reject' })
    await review(panel, 'USDC', 'ETH', '2')
    await controller.swap()
    expect(kit.state.toast).toMatchObject({ message: 'Transaction error', variant: 'error' })
    expect(kit.state.toast.note).toMatch(/^Declined in .Test wallet.\. Nothing was swapped\.$/)
    expect(names(panel)).toEqual(['INITIATE_SWAP', 'SWAP_APPROVAL_ERROR'])
    expect(controller.state.progress).toBeUndefined()
    expect(controller.state.sourceTokenAmount).toBe('2')
    await review(panel, 'ETH', 'DAI', '0.02')
    await controller.swap()
    expect(names(panel).slice(2)).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
    wallet.set({ answer: 'approve' })
    await controller.prepare()
    await controller.swap()
    expect(names(panel).slice(4)).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    expect(panel.sent()).toHaveLength(3)
  })

  it('when the account or the network changes before the wallet is asked', async () => {
    for (const change of [
      (panel: Panel) => panel.wallet.changeAccount(1),
      (panel: Panel) => panel.wallet.changeChain(31338),
    ]) {
      const panel = await openPanel(sandbox())
      await review(panel, 'DAI', 'ETH', '2')
      const { reset } = panel.controller
      panel.wallet.set({ delay: 150 })
      const swapping = panel.controller.swap()
      change(panel)
      await swapping
      expect(selectors(panel)).not.toContain('0x17844678')
      reset()
    }
  })

  it('when the price gets worse while the approval is mined, until the visitor decides again', async () => {
    const panel = await openPanel(sandbox(), { wallet: { keys: [key(1)] } })
    const { controller, wallet, kit } = panel
    await review(panel, 'USDC', 'ETH', '3')
    wallet.set({ answer: 'hold' })
    const swapping = controller.swap()
    await waitFor(() => expect(wallet.pending()).toBe(1))
    await sandbox().exchange.movePrice(31337, { from: 'USDC', to: 'ETH', percent: 1 })
    wallet.settle('approve')
    wallet.set({ answer: 'approve' })
    await swapping
    expect(selectors(panel)).toEqual(['0x095ea7b3'])
    expect(kit.state.toast.message).toBe('The price changed. Review the swap again')
    await quoted(panel)
    await controller.prepare()
    await controller.swap()
    expect(selectors(panel)).toEqual(['0x095ea7b3', '0x17844678'])
  })

  it('for less than the displayed amount, whatever moves the price', async () => {
    const panel = await openPanel(sandbox())
    const { controller, wallet, kit } = panel
    await review(panel, 'ETH', 'USDC', '1')
    const said = controller.state.quote?.toAmount ?? 0n
    wallet.set({ answer: 'hold' })
    const swapping = controller.swap()
    await waitFor(() => expect(wallet.pending()).toBe(1))
    await sandbox().exchange.movePrice(31337, { from: 'ETH', to: 'USDC', percent: 3 })
    const before = await held('USDC', account(panel))
    wallet.settle('approve')
    await swapping
    expect(readSwap(panel.sent()[0]?.['data'] ?? '')?.minimum).toBe(minimumReceived(said, 1))
    expect(await held('USDC', account(panel))).toBe(before)
    expect(kit.state.toast.variant).toBe('error')
  })

  it('without a typed word from 10 percent of loss, and not at all from 15 percent', async () => {
    const panel = await openPanel(sandbox())
    const { controller } = panel
    await review(panel, 'ETH', 'UNI', '2.5')
    expect(figures.impact(controller)).toBe('confirm')
    expect([controller.mayStart(), controller.mayStart(true)]).toEqual([false, true])
    await controller.swap()
    await review(panel, 'ETH', 'UNI', '6')
    expect(figures.impact(controller)).toBe('block')
    await controller.swap(true)
    expect(panel.sent()).toEqual([])
    const allowed = await openPanel(sandbox(), { options: { allowHighImpact: true } })
    await review(allowed, 'ETH', 'UNI', '6')
    expect([allowed.controller.mayStart(), allowed.controller.mayStart(true)]).toEqual([false, true])
  })

  it('through a router that the site does not know, or without a typed word when no router is configured', async () => {
    const strange = { routers: [`eip155:31337:0x${'5'.repeat(40)}`] }
    const panel = await openPanel(sandbox(), { options: strange })
    await review(panel, 'DAI', 'ETH', '1')
    expect(figures.blocked(panel.controller)).toBe('The exchange contract is not a known one. Nothing was sent')
    await panel.controller.swap(true)
    await review(panel, 'ETH', 'DAI', '1')
    await panel.controller.swap(true)
    expect(panel.sent()).toEqual([])
    const none = await openPanel(sandbox(), { options: { routers: [] } })
    await review(none, 'ETH', 'DAI', '1')
    expect(figures.flags(none.controller)).toEqual(['unknownRouter'])
    await none.controller.swap()
    expect(none.sent()).toEqual([])
  })

  it('when a service fails, and each failure is reported once with its own text', async () => {
    for (const [path, symbol, text] of [
      ['/v1/convert/build-approve', 'USDC', 'Failed to create approval transaction'],
      ['/v1/convert/build-transaction', 'ETH', 'Failed to create transaction'],
      ['/v1/convert/allowance', 'USDC', 'Failed to check allowance'],
    ] as const) {
      const panel = await openPanel(sandbox(), { wallet: { keys: [key(2)] } })
      await fill(panel, symbol, 'DAI', '1')
      sandbox().faults.set({ path, kind: 'status', status: 500 })
      await panel.controller.prepare()
      expect(panel.kit.state.toast).toMatchObject({ message: text, variant: 'error' })
      expect(figures.blocked(panel.controller)).toBe(text)
      panel.kit.state.toast.message = ''
      await panel.controller.prepare()
      expect(panel.kit.state.toast.message).toBe('')
      await panel.controller.swap(true)
      expect(panel.sent()).toEqual([])
      sandbox().faults.clear()
      await panel.controller.prepare()
      expect(panel.controller.mayStart()).toBe(true)
    }
  })

  it('twice: a wallet request is never repeated automatically, whatever fails afterwards', async () => {
    const panel = await openPanel(sandbox(), { wallet: { keys: [key(2)] } })
    await review(panel, 'USDC', 'DAI', '1')
    // The service fails after the approval is mined.
    panel.wallet.set({ answer: 'hold' })
    const swapping = panel.controller.swap()
    await waitFor(() => expect(panel.wallet.pending()).toBe(1))
    sandbox().faults.set({ path: '/v1/convert', kind: 'drop' })
    panel.wallet.settle('approve')
    await swapping
    sandbox().faults.clear()
    expect(selectors(panel)).toEqual(['0x095ea7b3'])
    expect(panel.controller.state.progress).toBeUndefined()
    expect(names(panel)).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })
})
