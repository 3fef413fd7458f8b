/** What strangers and services can write into an index, and how an account with too much ends there. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { spending } from '../../../../server/data/allowance.ts'
import { addressOf, type IndexChain, startIndexChain } from '../../../support/indexChain.ts'
import { openStepped, type SteppedIndex } from '../../../support/steppedIndex.ts'

const CHAIN = 'eip155:31399'
const folder = mkdtempSync(join(tmpdir(), 'index-limits-'))
const indexes: SteppedIndex[] = []
let chain: IndexChain
let dollar: Hex
beforeAll(async () => {
  chain = await startIndexChain()
  dollar = await chain.deploy('USD', [[addressOf(1), 1_000_000_000n]])
})
afterEach(() => Object.assign(chain.way, { refuse: () => undefined }))
afterAll(async () => {
  for (const { close } of indexes) await close()
  await chain.close()
  rmSync(folder, { recursive: true })
})

const isListed = (contract: string) => contract === dollar.toLowerCase()
const indexOf = async (accounts: readonly Hex[], options: { mostRows?: number } = {}) => {
  const index = await openStepped(chain, join(folder, `${indexes.length}.db`), { accounts, isListed, ...options })
  indexes.push(index)
  return index
}

/** Puts transactions of an account into one block. */
async function inOneBlock(from: Hex, transactions: readonly object[]): Promise<void> {
  const nonce = Number(await chain.request('eth_getTransactionCount', [from, 'latest']))
  await chain.request('evm_setAutomine', [false])
  for (const [at, each] of transactions.entries())
    await chain.request('eth_sendTransaction', [{ from, gas: '0x11170', nonce: numberToHex(nonce + at), ...each }])
  await chain.request('anvil_mine', ['0x1'])
  await chain.request('evm_setAutomine', [true])
}

describe('an index of accounts that others write to', { timeout: 60_000 }, () => {
  it('keeps few of the transfers of 0 that strangers make in the name of an account', async () => {
    const me = '0x00000000000000000000000000000000000a11ce'
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [me, addressOf(2), 0n] })
    await inOneBlock(
      addressOf(3),
      Array.from({ length: 30 }, () => ({ to: dollar, data })),
    )
    const real = await chain.transfer(dollar, addressOf(1), me, 5n)
    const { rowsOf, readAll } = await indexOf([me])
    await readAll()
    const rows = await rowsOf(me)
    expect(rows[0]?.value).toContain(real)
    expect(rows).toHaveLength(21)
  })

  it('gives up an account with too many transactions, of which nothing stays, and reads the others', async () => {
    const [busy, me, friend] = [addressOf(4), addressOf(5), addressOf(6)]
    const old = await chain.pay(friend, me, 7n)
    for (let count = 0; count < 6; count += 1) await chain.pay(friend, busy, 1n)
    const { store, source, rowsOf, isFull, readAll } = await indexOf([busy, me], { mostRows: 5 })
    await readAll()
    expect([await isFull(busy), await isFull(me)]).toEqual([true, false])
    expect(await rowsOf(busy)).toEqual([])
    expect((await store.watched(CHAIN)).map(({ account }) => account)).toEqual([me.toLowerCase()])
    expect(JSON.stringify(await rowsOf(me))).toContain(old)
    const asked = source.history?.(chain.network, busy, null)
    await expect(asked).rejects.toThrow('index does not read an account with so many transactions')
  })

  it('gives up an account with hundreds of payments in one block', async () => {
    const [busy, me] = [
      '0x00000000000000000000000000000000000b0551',
      '0x00000000000000000000000000000000000b0552',
    ] as const
    const pay = (to: Hex, count: number) => Array.from({ length: count }, () => ({ to, value: '0x1' }))
    await inOneBlock(addressOf(7), [...pay(busy, 501), ...pay(me, 500)])
    const { isFull, rowsOf, readAll } = await indexOf([busy, me])
    await readAll()
    expect([await isFull(busy), await isFull(me)]).toEqual([true, false])
    expect([(await rowsOf(busy)).length, (await rowsOf(me)).length]).toEqual([0, 500])
  })

  it('reads older blocks for one account after the other, also while a new one has more to read', async () => {
    const [old, fresh] = [
      '0x00000000000000000000000000000000000c0001',
      '0x00000000000000000000000000000000000c0002',
    ] as const
    const { store, follower } = await indexOf([old])
    chain.way.refuse = ({ method, params }) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = params[0] as { fromBlock?: string; toBlock?: string }
      return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) > 7 ? 'block range is too wide' : undefined
    }
    const lowOf = async (account: Hex) => (await store.watchedOne(CHAIN, account))?.low ?? Infinity
    await chain.mine(20)
    await follower.step()
    const first = await lowOf(old)
    await chain.mine(60)
    await store.watch(CHAIN, fresh)
    while ((await lowOf(fresh)) === Infinity) await follower.step()
    const begun = await lowOf(fresh)
    for (let step = 0; step < 2; step += 1) await follower.step()
    expect(await lowOf(old)).toBeLessThan(first)
    expect(await lowOf(fresh)).toBeLessThan(begun)
  })

  it('gives up an account for which alone the node refuses a block, and reads the others', async () => {
    const [victim, me] = [
      '0x00000000000000000000000000000000000d0001',
      '0x00000000000000000000000000000000000d0002',
    ] as const
    const { follower, rowsOf, isFull, readAll } = await indexOf([victim, me])
    await readAll()
    const crowded = 1 + (await chain.height())
    const hash = await chain.pay(addressOf(8), me, 9n)
    let isDown = true
    chain.way.refuse = ({ method, params }) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = params[0] as { fromBlock?: string; toBlock?: string }
      const isThere = Number(fromBlock) <= crowded && Number(toBlock) >= crowded
      const refused = isDown ? [''] : [victim]
      return method === 'trace_filter' && isThere && refused.some((each) => JSON.stringify(params).includes(each))
        ? 'response size is larger than 150 MB'
        : undefined
    }
    // While the node refuses the block for everybody, no account is to blame.
    for (let count = 0; count < 5; count += 1) await expect(follower.step()).rejects.toThrow('refused trace_filter')
    expect([await isFull(victim), await isFull(me)]).toEqual([false, false])
    isDown = false
    for (let count = 0; count < 2; count += 1) await expect(follower.step()).rejects.toThrow('refused trace_filter')
    await readAll()
    expect([await isFull(victim), await isFull(me)]).toEqual([true, false])
    expect((await rowsOf(me))[0]?.value).toContain(hash)
  })

  it('leaves the question to the next source once new blocks have not been read for minutes', async () => {
    const me = addressOf(0)
    const { pass, source, readAll } = await indexOf([me])
    await readAll()
    const asked = () => source.history?.(chain.network, me, null)
    expect((await asked())?.complete).toEqual({ from: 0, to: await chain.height(), nativeFrom: 0 })
    pass(180_001)
    await expect(asked()).rejects.toThrow('index has not read the newest blocks of this network')
    await readAll()
    expect((await asked())?.complete?.from).toBe(0)
  })

  it('adds few accounts in a day for one client address, and answers for those that it has', async () => {
    const { store, source } = await indexOf([])
    const other = (at: number): Hex => `0x${String(at).padStart(40, 'e')}`
    const ask = (at: number, owner: string) =>
      spending(
        () => undefined,
        async () => source.history?.(chain.network, other(at), null),
        owner,
      )
    for (let at = 0; at < 20; at += 1) await expect(ask(at, 'one')).rejects.toThrow('has not read this account yet')
    await expect(ask(20, 'one')).rejects.toThrow('index watches no more new accounts for this client today')
    await expect(ask(3, 'one')).rejects.toThrow('has not read this account yet')
    await expect(ask(20, 'two')).rejects.toThrow('has not read this account yet')
    expect(await store.watched(CHAIN)).toHaveLength(21)
  })
})
