/** An approval and its swap in one batch, for wallets that support that. */
import { createPublicClient, type Hex, http } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { followPending } from '../../../plugins/swaps/follow.ts'
import { isTogether } from '../../../plugins/swaps/review.ts'
import { simulationOf } from '../../../plugins/swaps/simulate.ts'
import { ready } from '../../../plugins/swaps/review.ts'
import { progress } from '../../../runtime/data/progress.ts'
import { keepBatch, readBatches } from '../../../runtime/data/batches.ts'
import { sentTransactions } from '../../../runtime/data/sent.ts'
import { compareSimulation } from '../../../runtime/data/compareSimulation.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { fill, openPanel, type Panel } from './kit.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const reader = () => createPublicClient({ transport: http(sandbox().chains[0]?.rpcUrl) })
const tokenAddress = (symbol: string): Hex =>
  sandbox().tokens.find((each) => each.symbol === symbol && each.chainId === 31337)?.address ?? '0x'
const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
const call = async (to: Hex, data: string) => BigInt((await reader().call({ to, data: data as Hex })).data ?? '0x0')
const owner = (panel: Panel) => panel.pluginKit.account().address ?? '0x'
const held = (symbol: string, panel: Panel) => call(tokenAddress(symbol), `0x70a08231${word(owner(panel))}`)
const allowed = (symbol: string, panel: Panel) =>
  call(tokenAddress(symbol), `0xdd62ed3e${word(owner(panel))}${word(sandbox().exchange.router)}`)
const asked = ({ wallet }: Panel, name: string) => wallet.requests.filter(({ method }) => method === name)

const unknownBatch = () => {
  throw Object.assign(new Error('There is no batch with this id'), { code: 5730 })
}

/** Refuses batches as a wallet does that makes none of this size (EIP-5792). */
const refuse = () => {
  throw Object.assign(new Error('The batch is too large'), { code: 5740 })
}

/** A prompt of the wallet that stays open until `settle`. */
function hold() {
  let isAsked = false
  let settle = () => undefined as void
  const promise = new Promise<void>((resolve) => (settle = resolve))
  const asked = () => {
    isAsked = true
    return promise
  }
  return { asked, isAsked: () => isAsked, settle: () => settle() }
}

const open = (answers = {}) =>
  openPanel(sandbox(), { answers, wallet: { batch: sandbox().smartAccounts.implementation } })
async function reviewed(from = 'DAI', to = 'USDC', amount = '2', answers = {}) {
  const panel = await open(answers)
  await fill(panel, from, to, amount)
  await panel.controller.prepare()
  return panel
}

describe('a swap that needs an approval, with a wallet that sends batches', () => {
  it('asks once, moves the amounts on the screen, and leaves no approval', async () => {
    const panel = await reviewed()
    const { controller } = panel
    expect(isTogether(controller)).toBe(true)
    const [dai, usdc] = [await held('DAI', panel), await held('USDC', panel)]
    const said = controller.state.quote?.toAmount ?? 0n
    await controller.swap()
    expect(asked(panel, 'wallet_sendCalls')).toHaveLength(1)
    expect(panel.sent()).toEqual([])
    expect(await held('DAI', panel)).toBe(dai - 2n * 10n ** 18n)
    expect(await held('USDC', panel)).toBe(usdc + said)
    expect(await allowed('DAI', panel)).toBe(0n)
    expect(panel.heard.map(({ event }) => event)).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    expect(sentTransactions(panel.kit)[0]).toMatchObject({ status: 'confirmed', note: { kind: 'swap' } })
    expect(progress(panel.kit)[0]?.title).toMatch(/^Swapped 2 DAI for/)
  })

  it('shows beforehand what both do together', async () => {
    const { controller } = await reviewed()
    const { account, simulate, intent } = simulationOf(controller, ready(controller))
    const found = await simulate?.()
    if (!found) throw new Error('Nothing was simulated')
    expect(found.status).toBe('success')
    // The logs show the approval, but not that the swap used it, so the allowance is read from the chain.
    expect(found.allowances).toEqual([])
    expect(found.changes.map(({ token, amount }) => [token, amount < 0n])).toEqual(
      expect.arrayContaining([
        [tokenAddress('DAI').toLowerCase(), true],
        [tokenAddress('USDC').toLowerCase(), false],
      ]),
    )
    expect(compareSimulation(account, found, intent)).toEqual([])
    expect(compareSimulation(account, found, { ...intent, pays: undefined as never })).not.toEqual([])
  })

  it('moves nothing, and leaves no approval, when the network undoes the swap', async () => {
    const panel = await reviewed('USDC', 'DAI', '1')
    const { controller } = panel
    const before = await held('USDC', panel)
    const { together } = ready(controller) ?? {}
    if (!together) throw new Error('Nothing is ready')
    // The swap's call data is wrong, so it fails and reverts the approval too.
    const away = { ...controller.state.prepared, together: { ...together, data: '0xdeadbeef' } }
    controller.state.prepared = away as never
    await controller.swap()
    expect(await held('USDC', panel)).toBe(before)
    expect(await allowed('USDC', panel)).toBe(0n)
    expect(panel.heard.map(({ event }) => event)).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })

  it('tells a refusal once, and the form is as it was', async () => {
    const panel = await reviewed()
    panel.wallet.set({ answer: 'reject' })
    await panel.controller.swap()
    expect(asked(panel, 'wallet_sendCalls')).toHaveLength(1)
    expect(panel.sent()).toEqual([])
    expect(panel.kit.state.toast.message).toBeTruthy()
    expect(panel.controller.state.sourceTokenAmount).toBe('2')
    expect(panel.heard.map(({ event }) => event)).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })

  it('is told as sent, and is not one press away from being paid again, when the wallet forgets the batch', async () => {
    const panel = await reviewed('DAI', 'USDC', '2', { wallet_getCallsStatus: unknownBatch })
    const before = await held('DAI', panel)
    await panel.controller.swap()
    expect(panel.kit.state.toast.message).toBe('Sent. Your wallet does not say what became of it')
    expect(panel.controller.state.sourceTokenAmount).toBe('')
    expect(readBatches(panel.kit)).toHaveLength(1)
    await panel.controller.prepare()
    await panel.controller.swap()
    await waitFor(async () => expect(await held('DAI', panel)).toBe(before - 2n * 10n ** 18n))
    expect(asked(panel, 'wallet_sendCalls')).toHaveLength(1)
  })

  it('is no success by the word of the wallet alone', async () => {
    const answers = {
      wallet_sendCalls: () => ({ id: '0x1' }),
      wallet_getCallsStatus: () => ({ status: 200, receipts: [] }),
    }
    const panel = await reviewed('DAI', 'USDC', '2', answers)
    await panel.controller.swap()
    expect(panel.kit.state.toast.message).toBe('Sent. Your wallet does not say what became of it')
    expect(progress(panel.kit)).toEqual([])
    expect(panel.heard.map(({ event }) => event)).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })

  it('asks for nothing more when the wallet refuses the batch only after the visitor has cancelled', async () => {
    const prompt = hold()
    const panel = await reviewed('DAI', 'USDC', '2', { wallet_sendCalls: () => prompt.asked().then(refuse) })
    const swapping = panel.controller.swap()
    await waitFor(() => expect(prompt.isAsked()).toBe(true))
    panel.controller.abandon()
    prompt.settle()
    await swapping
    expect(panel.sent()).toEqual([])
    // Who cancelled knows that nothing was swapped, so nothing is told as a failure.
    expect(panel.kit.state.toast.message).toBeFalsy()
    expect(panel.heard.map(({ event }) => event)).toEqual(['INITIATE_SWAP'])
  })

  it('tells what became of it when the visitor cancels, and then confirms in the wallet', async () => {
    const prompt = hold()
    const panel = await reviewed('DAI', 'USDC', '2', {
      wallet_sendCalls: (ask: () => Promise<unknown>) => prompt.asked().then(ask),
    })
    const before = await held('DAI', panel)
    const swapping = panel.controller.swap()
    await waitFor(() => expect(prompt.isAsked()).toBe(true))
    panel.controller.abandon()
    prompt.settle()
    await swapping
    expect(await held('DAI', panel)).toBe(before - 2n * 10n ** 18n)
    expect(panel.kit.state.toast.message).toMatch(/^Swapped 2 DAI/)
    expect(progress(panel.kit)[0]?.title).toMatch(/^Swapped 2 DAI for/)
    expect(panel.heard.map(({ event }) => event)).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    expect(readBatches(panel.kit)).toEqual([])
  })

  it('is followed after a reload, from the id alone', async () => {
    const panel = await reviewed()
    // The page was closed while the wallet still asked. The next page finds this in the storage.
    const { together, transaction } = ready(panel.controller) ?? {}
    const calls = [transaction, together].map((each) => ({ to: each?.to, data: each?.data }))
    const params = [{ from: owner(panel), chainId: '0x7a69', calls }]
    const { id } = (await panel.wallet.provider.request({ method: 'wallet_sendCalls', params })) as { id: string }
    const amounts = { out: { amount: '2', symbol: 'DAI' }, in: { amount: '1.9', symbol: 'USDC' } }
    const note = { kind: 'swap', ...amounts } as const
    keepBatch(panel.kit, {
      id,
      caipNetworkId: 'eip155:31337',
      from: owner(panel),
      to: together?.to ?? '',
      at: Date.now(),
      note,
    })
    followPending(panel.pluginKit)
    await waitFor(() => expect(progress(panel.kit)[0]?.title).toMatch(/^Swapped 2 DAI for 1\.9 USDC/))
    expect(readBatches(panel.kit)).toEqual([])
  })

  // The last one here, because its approval stays.
  it('asks for no swap when the visitor cancels during the approval, after the wallet refused the batch', async () => {
    const prompt = hold()
    const panel = await reviewed('USDC', 'DAI', '1', {
      wallet_sendCalls: refuse,
      eth_sendTransaction: (ask: () => Promise<unknown>) => prompt.asked().then(ask),
    })
    const swapping = panel.controller.swap()
    await waitFor(() => expect(prompt.isAsked()).toBe(true))
    panel.controller.abandon()
    prompt.settle()
    await swapping
    expect(panel.sent()).toHaveLength(1)
    const approved = { status: 'confirmed', note: { kind: 'approve' } }
    await waitFor(() => expect(sentTransactions(panel.kit)[0]).toMatchObject(approved))
    expect(panel.kit.state.toast.message).toBeFalsy()
  })
})

it.each([
  ['failed', { status: 500, receipts: [] }, 'The swap failed. Your tokens did not move'],
  ['has no transaction', { status: 200, receipts: [] }, 'Sent. Your wallet does not say what became of it'],
])('a batch that %s by the time of the next page is told so', async (_, answer, text) => {
  const panel = await open({ wallet_getCallsStatus: () => answer })
  const note = { kind: 'swap', out: { amount: '2', symbol: 'DAI' }, in: { amount: '1.9', symbol: 'USDC' } } as const
  keepBatch(panel.kit, { id: '0x1', caipNetworkId: 'eip155:31337', from: owner(panel), to: '0x', at: Date.now(), note })
  followPending(panel.pluginKit)
  await waitFor(() => expect(panel.kit.state.toast.message).toBe(text))
  expect(progress(panel.kit)).toEqual([])
})

it('a service that wants the approval first gets it first', async () => {
  const panel = await open()
  await fill(panel, 'DAI', 'USDC', '1')
  sandbox().faults.set({ path: '/v1/convert/build-transaction', kind: 'status', status: 400 })
  await panel.controller.prepare()
  expect(panel.controller.state.status).toBe('ready')
  expect(isTogether(panel.controller)).toBe(false)
})
