import { createPublicClient, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { followCalls } from '../../../runtime/actions/followCalls.ts'
import { sendCalls } from '../../../runtime/actions/sendCalls.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import type { CallsProgress } from '../../../runtime/contracts/requests.ts'
import { keepBatch, readBatches } from '../../../runtime/data/batches.ts'
import { sentTransactions } from '../../../runtime/data/sent.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import { activeNetworkOf } from '../../../runtime/state/active.ts'
import { answering, makeKit, memoryStorage, sandboxConfig, slowly, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const reader = () => createPublicClient({ transport: http(sandbox().chains[0]?.rpcUrl) })
const anybody = (): Hex => `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '7')}`
const note = { kind: 'send', out: { amount: '1', symbol: 'ETH' } } as const
/** A call of a function that this ERC-20 token does not have, so it reverts. */
const bad = () => ({ to: sandbox().tokens[0]?.address ?? '0x', data: '0xdeadbeef' })

async function open(
  { answers = {}, ...options }: Partial<InstallOptions> & { answers?: Record<string, () => unknown> } = {},
  storage = memoryStorage(),
) {
  const kit = makeKit(sandboxConfig(sandbox()), { storage })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const { wallet, connector } = testConnector(sandbox(), options)
  const provider = Object.entries(answers).reduce(
    (before, [method, answer]) => answering(before, method, answer),
    wallet.provider,
  )
  await connect(kit, { ...connector, provider })
  const asked = (name: string) => wallet.requests.filter(({ method }) => method === name).length
  return { kit, wallet, asked, storage }
}
const batching = () => ({ batch: sandbox().smartAccounts.implementation })
const balances = (...addresses: Hex[]) => Promise.all(addresses.map((address) => reader().getBalance({ address })))

describe('calls of a wallet that sends batches', () => {
  it('go as one transaction, with one request, under the note of the last', async () => {
    const { kit, asked } = await open(batching())
    const [one, two] = [anybody(), anybody()]
    const steps: CallsProgress[] = []
    const calls = [
      { to: one, value: 3n },
      { to: two, value: 4n, note },
    ]
    const { hashes, isBatch } = await sendCalls(kit, calls, { tell: (step) => steps.push(step) })
    expect(isBatch).toBe(true)
    expect(await balances(one, two)).toEqual([3n, 4n])
    expect([asked('wallet_sendCalls'), asked('eth_sendTransaction')]).toEqual([1, 0])
    expect(hashes).toHaveLength(1)
    expect(sentTransactions(kit)).toMatchObject([{ hash: hashes[0], status: 'confirmed', to: two, note }])
    expect(steps.map(({ waitsFor }) => waitsFor)).toEqual(['wallet', 'chain'])
    expect(readBatches(kit)).toEqual([])
  })

  it('name no empty data: MetaMask refuses a batch with it', async () => {
    const { kit, wallet } = await open(batching())
    await sendCalls(kit, [{ to: anybody(), value: 1n, data: '0x' }, { to: anybody() }])
    const sent = wallet.requests.find(({ method }) => method === 'wallet_sendCalls')
    expect(JSON.stringify(sent?.params)).not.toContain('data')
  })

  it('all fail when one does, and nothing is tried again', async () => {
    const { kit, asked } = await open(batching())
    const one = anybody()
    // The wallet does not estimate, so the batch reverts on the chain.
    await expect(sendCalls(kit, [{ to: one, value: 3n }, bad()])).rejects.toThrow()
    expect(await balances(one)).toEqual([0n])
    expect([asked('wallet_sendCalls'), asked('eth_sendTransaction')]).toEqual([1, 0])
  })

  it('are not sent at all when the person refuses', async () => {
    const { kit, wallet, asked } = await open(batching())
    wallet.set({ answer: 'reject' })
    await expect(sendCalls(kit, [{ to: anybody() }, { to: anybody() }])).rejects.toMatchObject({ code: 4001 })
    expect([asked('wallet_sendCalls'), asked('eth_sendTransaction')]).toEqual([1, 0])
    expect(readBatches(kit)).toEqual([])
  })

  it('are found again after a reload in the middle', async () => {
    const { kit, wallet, storage } = await open(batching())
    const one = anybody()
    const said = await wallet.provider.request({
      method: 'wallet_sendCalls',
      params: [
        {
          from: sandbox().accounts[0]?.address,
          chainId: '0x7a69',
          calls: [{ to: one, value: '0x5' }],
        },
      ],
    })
    const { id } = said as { id: string }
    const from = sandbox().accounts[0]?.address ?? ''
    keepBatch(kit, { id, caipNetworkId: 'eip155:31337', from, to: one, at: Date.now(), note })
    const later = makeKit(sandboxConfig(sandbox()), { storage })
    const { connector } = testConnector(sandbox())
    await connect(later, { ...connector, provider: wallet.provider })
    const chain = activeNetworkOf(later)
    if (!chain) throw new Error('No network is active')
    const { status, hashes } = await followCalls(later, { chain, from, id })
    expect(status).toBe('confirmed')
    expect(sentTransactions(later)).toMatchObject([{ hash: hashes[0], status: 'confirmed', note }])
    expect(readBatches(later)).toEqual([])
  })

  it('whose id the wallet does not know are given up', async () => {
    const { kit } = await open(batching())
    const chain = activeNetworkOf(kit)
    if (!chain) throw new Error('No network is active')
    await expect(followCalls(kit, { chain, from: '', id: '0x1' })).rejects.toThrow('There is no batch 0x1')
  })
})

describe('calls that a wallet has accepted', () => {
  const calls = [{ to: anybody() }, { to: anybody() }]
  const status = (said: unknown) => ({ wallet_sendCalls: () => ({ id: '0x1' }), wallet_getCallsStatus: () => said })
  /** Sends a call that reverts, around the wallet; resolves with its hash once a block includes it. */
  async function reverted() {
    const [, , account] = sandbox().accounts
    const request = { account: privateKeyToAccount(account?.privateKey ?? '0x'), chain: null, gas: 100_000n, ...bad() }
    const transport = http(sandbox().chains[0]?.rpcUrl)
    const hash = await createWalletClient({ transport }).sendTransaction(request as never)
    await reader().waitForTransactionReceipt({ hash, pollingInterval: 50 })
    return hash
  }

  it('may be on their way when it forgets them: the error says so, and the batch stays stored', async () => {
    const unknownBatch = () => {
      throw Object.assign(new Error('There is no batch with this id'), { code: 5730 })
    }
    const { kit } = await open({ ...batching(), answers: { wallet_getCallsStatus: unknownBatch } })
    await expect(sendCalls(kit, calls)).rejects.toMatchObject({ code: 'TX_UNCERTAIN', cause: { code: 5730 } })
    expect(readBatches(kit)).toHaveLength(1)
  })

  it('are no success where it names no transaction', async () => {
    const { kit } = await open({ ...batching(), answers: status({ status: 200, receipts: [] }) })
    await expect(sendCalls(kit, calls)).rejects.toMatchObject({ code: 'TX_UNCERTAIN' })
  })

  it('are uncertain where the network never learns of the transaction that it names, which stays listed', async () => {
    const transactionHash = `0x${'5'.repeat(64)}`
    const said = { status: 200, receipts: [{ status: '0x1', transactionHash }] }
    const { kit } = await open({ ...batching(), answers: status(said) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let outcome: unknown
    sendCalls(kit, calls).catch((error: unknown) => (outcome = error))
    while (!outcome) {
      await vi.advanceTimersByTimeAsync(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(outcome).toMatchObject({ code: 'TX_UNCERTAIN' })
    expect(sentTransactions(kit)).toMatchObject([{ hash: transactionHash, status: 'pending' }])
  })

  it('failed where their receipt says so, whatever it calls the batch', async () => {
    const transactionHash = await reverted()
    const old = { status: 'CONFIRMED', receipts: [{ status: '0x0', transactionHash }] }
    const lies = { status: 200, receipts: [{ status: '0x1', transactionHash }] }
    for (const said of [old, lies]) {
      const { kit } = await open({ ...batching(), answers: status(said) })
      await expect(sendCalls(kit, calls)).rejects.toMatchObject({ code: 'CALLS_FAILED' })
      expect(sentTransactions(kit)).toMatchObject([{ hash: transactionHash, status: 'failed' }])
    }
  })
})

describe('calls of any other wallet', () => {
  it('go one after another, each after the block of the one before', async () => {
    const { kit, asked } = await open()
    const [one, two] = [anybody(), anybody()]
    const steps: string[] = []
    const tell = ({ step, waitsFor }: CallsProgress) => steps.push(`${step} ${waitsFor}`)
    const { hashes, isBatch } = await sendCalls(
      kit,
      [
        { to: one, value: 3n, note },
        { to: two, value: 4n },
      ],
      { tell },
    )
    expect(isBatch).toBe(false)
    expect(await balances(one, two)).toEqual([3n, 4n])
    expect([asked('wallet_sendCalls'), asked('eth_sendTransaction')]).toEqual([0, 2])
    expect(steps).toEqual(['1 wallet', '1 chain', '2 wallet', '2 chain'])
    expect(sentTransactions(kit).map(({ hash }) => hash)).toEqual([...hashes].reverse())
  })

  it('stop at the first that fails: the next is never asked for', async () => {
    const { kit, asked } = await open()
    const two = anybody()
    await expect(sendCalls(kit, [{ ...bad(), gas: undefined } as never, { to: two, value: 4n }])).rejects.toThrow()
    expect(asked('eth_sendTransaction')).toBe(1)
    expect(await balances(two)).toEqual([0n])
  })

  it('stop when another network is active', async () => {
    const { kit, wallet, asked } = await open()
    wallet.set({ answer: 'hold' })
    const held = waitFor(() => expect(asked('eth_sendTransaction')).toBe(1))
    const sending = sendCalls(kit, [{ to: anybody() }, { to: anybody() }])
    const failed = expect(sending).rejects.toMatchObject({ code: 'CALLS_CHANGED' })
    await held
    wallet.set({ answer: 'approve' })
    await switchNetwork(kit, 'eip155:31338')
    wallet.settle('approve')
    await failed
    expect(asked('eth_sendTransaction')).toBe(1)
  })

  it('go one by one too when the wallet refuses the batch that it promised, but not when the person does', async () => {
    const promised = { capabilities: { '0x0': { atomic: { status: 'ready' } } } }
    const { kit, asked } = await open(promised)
    const [one, two] = [anybody(), anybody()]
    expect(
      await sendCalls(kit, [
        { to: one, value: 3n },
        { to: two, value: 4n },
      ]),
    ).toMatchObject({ isBatch: false })
    expect([asked('wallet_sendCalls'), asked('eth_sendTransaction')]).toEqual([1, 2])
    expect(await balances(one, two)).toEqual([3n, 4n])
  })

  it('wait 3 s for a wallet that does not say what it can', async () => {
    const kit = makeKit(sandboxConfig(sandbox()))
    onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
    const { wallet, connector } = testConnector(sandbox())
    const asked = (name: string) => wallet.requests.filter(({ method }) => method === name).length
    await connect(kit, { ...connector, provider: slowly(wallet.provider, 'wallet_getCapabilities', undefined) })
    const began = Date.now()
    const sending = sendCalls(kit, [{ to: anybody() }, { to: anybody() }])
    await waitFor(() => expect(asked('eth_sendTransaction')).toBeGreaterThan(0))
    expect(Date.now() - began).toBeGreaterThan(2_900)
    await sending
  })
})

it('refuses calls that are none', async () => {
  const { kit, asked } = await open()
  await expect(sendCalls(kit, [])).rejects.toThrow('1 to 20 calls, and this one 0')
  await expect(sendCalls(kit, [{ to: '0x1' }])).rejects.toThrow('0x1 is not an address')
  await expect(sendCalls(kit, [{ to: anybody(), value: 5 as never }])).rejects.toThrow('value of the transaction')
  expect(asked('eth_sendTransaction')).toBe(0)
})
