/** An index whose node lags, changes its chain, or has no traces. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { numberToHex, type Hex } from 'viem'
import { addressOf, type IndexChain, startIndexChain } from '../../../support/indexChain.ts'
import { openStepped, type SteppedIndex } from '../../../support/steppedIndex.ts'

const CHAIN = 'eip155:31399'
const folder = mkdtempSync(join(tmpdir(), 'index-nodes-'))
const indexes: SteppedIndex[] = []
let chain: IndexChain
beforeAll(async () => {
  chain = await startIndexChain()
})
afterEach(() => Object.assign(chain.way, { refuse: () => undefined, change: (_: unknown, answer: object) => answer }))
afterAll(async () => {
  for (const { close } of indexes) await close()
  await chain.close()
  rmSync(folder, { recursive: true })
})
const indexOf = async (accounts: readonly Hex[]) => {
  const index = await openStepped(chain, join(folder, `${indexes.length}.db`), { accounts })
  indexes.push(index)
  return index
}
/** The chain as a node has it that does not know the newest blocks; `isAhead`: it says that it does. */
async function lag(blocks: number, isAhead = false): Promise<void> {
  const height = (await chain.height()) - blocks
  const old = (await chain.request('eth_getBlockByNumber', [numberToHex(height), false])) as object
  chain.way.change = ({ id, method, params: [tag] }, answer) => {
    if (method !== 'eth_getBlockByNumber') return answer
    if (tag === 'latest') return isAhead ? answer : { jsonrpc: '2.0', id, result: old }
    return Number(tag) > height ? { jsonrpc: '2.0', id, result: null } : answer
  }
}

describe('an index whose node', { timeout: 60_000 }, () => {
  it('lags behind keeps what it has read, and goes on once the node has caught up', async () => {
    const me = addressOf(0)
    const { store, follower, rowsOf, watchedOne, readAll } = await indexOf([me])
    const hash = await chain.pay(me, addressOf(1), 1n)
    await readAll()
    await chain.mine(3)
    await readAll()
    const before = [await rowsOf(me), await store.marks(CHAIN), await watchedOne(me)]
    // All blocks that were read by steps are above what this node has.
    await lag(await chain.height())
    expect(await follower.step()).toBe(false)
    expect([await rowsOf(me), await store.marks(CHAIN), await watchedOne(me)]).toEqual(before)
    // Behind one address there may be several nodes.
    await lag(await chain.height(), true)
    await chain.mine(1)
    await expect(follower.step()).rejects.toThrow('does not have all blocks')
    expect([await rowsOf(me), await store.marks(CHAIN), await watchedOne(me)]).toEqual(before)
    chain.way.change = (_, answer) => answer
    const later = await chain.pay(me, addressOf(1), 2n)
    await readAll()
    const rows = JSON.stringify(await rowsOf(me))
    expect([rows.includes(hash), rows.includes(later)]).toEqual([true, true])
  })

  it('refuses traces for a while is asked again, and says all the same that all of the native currency is read', async () => {
    const me = addressOf(3)
    const hash = await chain.payInside(addressOf(4), me, 3n)
    const { start, source, readAll } = await indexOf([me])
    const isTrace = (method: string) => method.startsWith('trace_')
    chain.way.refuse = ({ method }) =>
      isTrace(method) ? 'daily request count exceeded, request rate limited' : undefined
    const reading = start()
    await expect(reading.step()).rejects.toThrow('refused trace_filter')
    chain.way.refuse = () => undefined
    while ((await chain.height()) > 0 && !(await source.history?.(chain.network, me, null).catch(() => undefined)))
      await reading.step()
    // The same while older blocks are read.
    chain.way.refuse = ({ method }) => (isTrace(method) ? 'Too Many Requests' : undefined)
    await expect(reading.step()).rejects.toThrow('refused trace_filter')
    chain.way.refuse = () => undefined
    await readAll(reading)
    const page = await source.history?.(chain.network, me, null)
    expect(page?.complete).toEqual({ from: 0, to: await chain.height(), nativeFrom: 0 })
    expect(JSON.stringify(page?.data)).toContain(hash)
  })

  it('has no traces does not say that all of the native currency is read', async () => {
    const me = addressOf(5)
    chain.way.refuse = ({ method }) => (method.startsWith('trace_') ? 'Method not found' : undefined)
    const { source, readAll } = await indexOf([me])
    await readAll()
    await chain.pay(addressOf(6), me, 3n)
    await readAll()
    const page = await source.history?.(chain.network, me, null)
    expect(page?.complete).toEqual({ from: 0, to: await chain.height() })
    expect(page?.data).toHaveLength(1)
  })

  it('has another chain claims none of the blocks of the one before', async () => {
    const me = addressOf(2)
    await chain.mine(40)
    chain.way.refuse = ({ method, params }) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = params[0] as { fromBlock?: string; toBlock?: string }
      return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) > 7 ? 'block range is too wide' : undefined
    }
    const { follower, watchedOne } = await indexOf([me])
    for (let step = 0; step < 3; step += 1) await follower.step()
    const tip = await chain.height()
    expect((await watchedOne(me))?.low).toBeLessThan(tip)
    chain.way.change = ({ method }, answer) => {
      const { result } = answer as { result?: { hash: string } }
      if (method !== 'eth_getBlockByNumber' || !result) return answer
      return { ...answer, result: { ...result, hash: result.hash.replace(/^0x../, '0xff') } }
    }
    await follower.step()
    expect((await watchedOne(me))?.low).toBe(tip + 1)
  })
})
