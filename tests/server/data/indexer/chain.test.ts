/** What a server reads of a real local chain: transfers, a chain that changes, floods, and nodes with limits. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Hex } from 'viem'
import { parseBalances } from '../../../../runtime/contracts/tokenBalance.ts'
import { parseHistory } from '../../../../runtime/data/transaction.ts'
import { startIndexer } from '../../../../server/data/indexer/run.ts'
import { indexStore } from '../../../../server/store/indexed.ts'
import { openSqlite } from '../../../../server/store/sqlite.ts'
import { startHosted } from '../../../support/hosted.ts'
import { addressOf, type IndexChain, startIndexChain } from '../../../support/indexChain.ts'

const ETHER = 10n ** 18n
const CHAIN = 'eip155:31399'
const folder = mkdtempSync(join(tmpdir(), 'index-chain-'))
const list = join(folder, 'tokens.json')
let chain: IndexChain
let dollar: Hex
let hosted: Awaited<ReturnType<typeof startHosted>> | undefined

beforeAll(async () => {
  chain = await startIndexChain()
  dollar = await chain.deploy(
    'USD',
    [0, 1, 2, 3].map((at): [Hex, bigint] => [addressOf(at), 1_000_000_000n]),
  )
  const token = { chainId: 31399, address: dollar, name: 'US Dollar', symbol: 'USD', decimals: 6 }
  writeFileSync(list, JSON.stringify({ tokens: [token] }))
})
afterEach(async () => {
  await hosted?.close()
  hosted = undefined
  Object.assign(chain.way, { refuse: () => undefined, takesLists: true })
})
afterAll(async () => {
  await chain.close()
  rmSync(folder, { recursive: true })
})

const start = async (index: object = {}) => {
  hosted = await startHosted({
    networks: [{ id: 31399, name: 'Test chain', symbol: 'ETH', rpc: chain.rpc }],
    sources: { index: { from: { 31399: 0 }, ...index } },
    tokens: list,
  })
  return hosted
}
const askHistory = (account: string, cursor = '') =>
  fetch(`${hosted?.url()}/v1/account/${account}/history?chainId=${CHAIN}&cursor=${encodeURIComponent(cursor)}`)
type Complete = { from: number; to: number; nativeFrom?: number }
/** The history once a condition holds for it. */
async function historyOf(
  account: string,
  until: (rows: ReturnType<typeof parseHistory>['data'], complete: Complete) => boolean,
) {
  let seen: unknown
  await expect
    .poll(
      async () => {
        const answer = await askHistory(account)
        if (!answer.ok) return false
        const page = (await answer.json()) as { complete: Complete; next: string | null }
        const { data } = parseHistory(page)
        seen = { data, ...page }
        return until(data, page.complete)
      },
      // Answers are kept for ten seconds.
      { timeout: 45_000, interval: 500 },
    )
    .toBe(true)
  return seen as { data: ReturnType<typeof parseHistory>['data']; complete: Complete; next: string | null }
}
const has = (hash: string) => (rows: ReturnType<typeof parseHistory>['data']) =>
  rows.some(({ metadata }) => metadata.hash === hash)

describe('an index of a real chain', { timeout: 120_000 }, () => {
  it('has what came before the first question and after it, both ways, with fees of nobody', async () => {
    const [me, friend] = [addressOf(0), addressOf(1)]
    const hashes = [
      await chain.pay(me, friend, 2n * ETHER),
      await chain.transfer(dollar, me, friend, 5_000_000n),
      await chain.transfer(dollar, friend, me, 7_000_000n),
      await chain.approve(dollar, me, friend, 9_000_000n),
      await chain.payInside(friend, me, 3n * ETHER),
      await chain.payInside(friend, me, 4n * ETHER, true),
    ]
    await start()
    expect((await askHistory(me)).status).toBe(502)
    const { data, complete, next } = await historyOf(me, (_, { from }) => from === 0)
    expect(complete).toEqual({ from: 0, to: await chain.height(), nativeFrom: 0 })
    expect(next).toBeNull()
    const own = data.filter(({ metadata }) => hashes.includes(metadata.hash))
    expect(
      own.map(({ metadata, transfers: [first] }) => [
        metadata.operationType,
        first?.direction,
        first?.quantity.numeric,
        first?.fungible_info?.symbol,
      ]),
    ).toEqual([
      ['receive', 'in', '3', 'ETH'],
      ['approve', undefined, undefined, undefined],
      ['receive', 'in', '7', 'USD'],
      ['send', 'out', '5', 'USD'],
      ['send', 'out', '2', 'ETH'],
    ])
    expect(own[1]?.approvals).toMatchObject([{ spender: friend, quantity: { numeric: '9' } }])
    expect(own.every(({ metadata: { status } }) => status === 'confirmed')).toBe(true)
    const later = await chain.pay(friend, me, ETHER)
    const { data: newer } = await historyOf(me, has(later))
    expect(newer[0]).toMatchObject({ metadata: { hash: later, sentFrom: friend, sentTo: me } })
  })

  it('tells balances of tokens that nobody listed, once they were seen', async () => {
    const me = addressOf(2)
    const other = await chain.deploy('OTH', [[me, 4_500_000n]])
    const advert = await chain.deploy('visit win.example', [[me, 1n]])
    await start({ accounts: [`${CHAIN}:${me}`] })
    const balances = async () => {
      const answer = await fetch(`${hosted?.url()}/v1/account/${me}/balance?chainId=${CHAIN}&forceUpdate=x`)
      return parseBalances(await answer.json()).map(({ symbol, address, quantity }) => [
        symbol,
        address,
        quantity.numeric,
      ])
    }
    await expect.poll(balances, { timeout: 30_000, interval: 500 }).toContainEqual(['OTH', `${CHAIN}:${other}`, '4.5'])
    const found = await balances()
    expect(found.map(([symbol]) => symbol)).toEqual(['ETH', 'USD', 'OTH'])
    expect(JSON.stringify(found)).not.toContain(advert)
  })

  it('takes back what is no longer in the chain, and has what is there instead', async () => {
    const [me, friend] = [addressOf(3), addressOf(4)]
    await start({ accounts: [`${CHAIN}:${me}`] })
    const kept = await chain.pay(friend, me, ETHER)
    await historyOf(me, has(kept))
    const lost = await chain.pay(friend, me, 2n * ETHER)
    await chain.mine(2)
    await historyOf(me, has(lost))
    await chain.request('anvil_rollback', [3])
    const instead = await chain.transfer(dollar, me, friend, 1_000_000n)
    await chain.mine(5)
    const { data } = await historyOf(me, has(instead))
    expect(has(lost)(data)).toBe(false)
    expect(has(kept)(data)).toBe(true)
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
  })

  it('reads through a node that limits blocks and results, and takes no lists of calls', async () => {
    const [me, friend] = [addressOf(5), addressOf(6)]
    await chain.mine(40)
    const old = await chain.pay(friend, me, ETHER)
    await chain.mine(40)
    const span = (params: unknown[]) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = params[0] as { fromBlock?: string; toBlock?: string }
      return Number(toBlock) - Number(fromBlock) + 1
    }
    chain.way.refuse = ({ method, params }) =>
      /^(eth_getLogs|trace_filter)$/.test(method) && span(params) > 7 ? 'block range is too wide' : undefined
    chain.way.takesLists = false
    await start({ accounts: [`${CHAIN}:${me}`] })
    const { data } = await historyOf(me, (_, { from }) => from === 0)
    expect(has(old)(data)).toBe(true)
  })

  it('does not say that it has all of the native currency at a node without traces, and finds payments all the same', async () => {
    const [me, friend] = [addressOf(7), addressOf(8)]
    const old = await chain.pay(friend, me, ETHER)
    const token = await chain.transfer(dollar, addressOf(1), me, 2_000_000n)
    chain.way.refuse = ({ method }) => (method.startsWith('trace_') ? 'the method does not exist' : undefined)
    await start()
    await askHistory(me)
    const { data, complete } = await historyOf(me, (_, { from }) => from === 0)
    expect(has(token)(data)).toBe(true)
    expect(has(old)(data)).toBe(false)
    expect(complete).toEqual({ from: 0, to: await chain.height() })
    const newer = await chain.pay(friend, me, ETHER)
    const { data: after } = await historyOf(me, has(newer))
    expect(after[0]).toMatchObject({ transfers: [{ direction: 'in', quantity: { numeric: '1' } }] })
  })

  it('reaches what is below a flood of fake transfers, of which it keeps few', async () => {
    const me = '0x00000000000000000000000000000000000A11cE'
    const before = await chain.transfer(dollar, addressOf(1), me, 3_000_000n)
    // One transaction with 300 transfers, and one block with 30 transactions.
    await chain.deploy(
      'FAKE',
      Array.from({ length: 300 }, (): [Hex, bigint] => [me, 1n]),
    )
    const crowded = await chain.flood('FAKE', me, 25)
    // The node refuses a filter that finds too much, also in one block.
    chain.way.refuse = ({ method, params }) => {
      const { fromBlock = '0x0', toBlock = '0x0' } = params[0] as { fromBlock?: string; toBlock?: string }
      const isCrowded = Number(fromBlock) <= crowded && Number(toBlock) >= crowded - 1
      return method === 'eth_getLogs' && isCrowded ? 'query returned more than 100 results' : undefined
    }
    await start({ accounts: [`${CHAIN}:${me}`] })
    const { data } = await historyOf(me, (_, { from }) => from === 0)
    expect(has(before)(data)).toBe(true)
    const fakes = data.filter(({ transfers }) => transfers[0]?.fungible_info?.symbol === 'FAKE')
    // One of the first block, and twenty of the second.
    expect(fakes).toHaveLength(21)
    expect(fakes.every(({ transfers }) => transfers.length === 1)).toBe(true)
  })
})

describe('two processes that index one chain', { timeout: 60_000 }, () => {
  it('read it once, and one goes on where the other one ended', async () => {
    const me = addressOf(9)
    const db = await openSqlite(join(folder, 'two.db'))
    const store = indexStore(db)
    const network = { network: chain.network, from: 0, accounts: [me], isListed: () => false }
    const errors: unknown[] = []
    const run = () => startIndexer([network], { store, report: (error) => errors.push(error), pause: 20 })
    const isDone = async () => (await store.watchedOne(CHAIN, me.toLowerCase()))?.low
    const first = run()
    await expect.poll(isDone, { timeout: 20_000 }).toBe(0)
    chain.way.counts.clear()
    const second = run()
    const hash = await chain.pay(me, addressOf(8), 1n)
    const newest = async () => (await store.page(CHAIN, me.toLowerCase(), undefined, 1))[0]?.value ?? ''
    await expect.poll(newest, { timeout: 20_000 }).toContain(hash)
    // Each block is read once: the other process reads nothing.
    expect(chain.way.counts.get('eth_getTransactionReceipt')).toBe(1)
    await first()
    const later = await chain.pay(me, addressOf(8), 2n)
    await expect.poll(newest, { timeout: 20_000 }).toContain(later)
    await second()
    expect(errors).toEqual([])
    await db.destroy()
  })
})
