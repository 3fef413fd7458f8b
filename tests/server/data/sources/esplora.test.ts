/** A server in the form of Esplora, as the documentation of Blockstream and of mempool.space shows its answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseHistory } from '../../../../runtime/data/transaction.ts'
import { SourceError } from '../../../../server/data/source.ts'
import { esploraSource, genesisOf } from '../../../../server/data/sources/esplora.ts'
import { expectFailures, type Reply, type Service, startService } from '../../../support/service.ts'
import {
  BITCOIN,
  bitcoinTransaction as transaction,
  confirmedAt as confirmed,
  HOLDER as OWN,
  KEY,
  PAYEE as PEER,
  serviceOf,
  txid as id,
} from './recorded.ts'

const SHOP = '1wiz18xYmhRX6xStj2b9t1rwWX4GKUgpv'
const OLD = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const TIP = 800_000

let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: {} }))
})
afterAll(() => service.close())
const make = () => esploraSource(serviceOf('esplora', service.url), [BITCOIN])

const stats = (funded = 0, spent = 0, count = 0) => ({
  ...{ funded_txo_count: 1, funded_txo_sum: funded, spent_txo_count: 1, spent_txo_sum: spent, tx_count: count },
})
const summary = (chain = stats(), mempool = stats()) => ({ address: OWN, chain_stats: chain, mempool_stats: mempool })
const waiting = { status: { confirmed: false } }

type Lists = { address?: object; list?: unknown[]; mempool?: unknown[]; tip?: unknown }
/** Answers from an address's lists. */
function answers({ address = summary(), list = [], mempool = [], tip = TIP }: Lists = {}) {
  service.answer = ({ path }): Reply => {
    if (path === '/blocks/tip/height') return { text: String(tip) }
    if (path.endsWith('/txs/mempool')) return { json: mempool }
    return { json: path.includes('/txs') ? list : address }
  }
}
const balances = () => make().balances?.(BITCOIN, OWN)
const rows = async (...list: unknown[]) => {
  answers({ list })
  const { data } = (await make().history?.(BITCOIN, OWN, null)) ?? expect.fail()
  expect(parseHistory({ data }).data).toHaveLength(data.length)
  return data
}

describe('balances from an Esplora', () => {
  it('are what an address has received and not spent, by one request', async () => {
    answers({ address: summary(stats(15_007_599_040, 7_599_040, 7)) })
    service.asked.length = 0
    expect(await balances()).toEqual([{ name: 'Bitcoin', symbol: 'BTC', decimals: 8, amount: 15_000_000_000n }])
    expect(service.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /address/${OWN}`])
    answers({ address: summary(stats(5, 5, 2)) })
    expect(await balances()).toEqual([])
  })

  it('have what a stranger pays only once it is confirmed, and tell it beside', async () => {
    const mempool = [transaction(1, [[PEER, 900]], [[OWN, 800]], waiting)]
    answers({ address: summary(stats(1_000, 0, 1), stats(800, 0, 1)), mempool })
    expect(await balances()).toMatchObject([{ amount: 1_000n, unconfirmed: 800n }])
    answers({ address: summary(stats(), stats(800, 0, 1)), mempool })
    expect(await balances()).toMatchObject([{ amount: 0n, unconfirmed: 800n }])
  })

  it('are without what the address spends at once, and with its own change', async () => {
    const mempool = [
      transaction(
        1,
        [[OWN, 1_000]],
        [
          [PEER, 300],
          [OWN, 690],
        ],
        waiting,
      ),
    ]
    answers({ address: summary(stats(1_000, 0, 1), stats(690, 1_000, 1)), mempool })
    expect(await balances()).toEqual([{ name: 'Bitcoin', symbol: 'BTC', decimals: 8, amount: 690n }])
  })

  it('do not have the change of what a stranger’s payment may take back', async () => {
    const mempool = [
      // The stranger's payment of 500 is spent again, together with a confirmed coin of 1,000.
      transaction(
        2,
        [
          [OWN, 500, id(1)],
          [OWN, 1_000],
        ],
        [
          [PEER, 200],
          [OWN, 1_290],
        ],
        waiting,
      ),
      transaction(1, [[SHOP, 510]], [[OWN, 500]], waiting),
    ]
    answers({ address: summary(stats(3_000, 0, 2), stats(1_790, 1_500, 2)), mempool })
    expect(await balances()).toMatchObject([{ amount: 2_000n, unconfirmed: 1_290n }])
    // Nor that of a transaction which somebody else pays too, who can spend their part elsewhere.
    const joint = [
      transaction(
        3,
        [
          [OWN, 1_000],
          [PEER, 50],
        ],
        [[OWN, 1_040]],
        waiting,
      ),
    ]
    answers({ address: summary(stats(3_000, 0, 2), stats(1_040, 1_000, 1)), mempool: joint })
    expect(await balances()).toMatchObject([{ amount: 2_000n, unconfirmed: 1_040n }])
  })

  it('are the least that it can be while not all waiting transactions are listed', async () => {
    const mempool = [transaction(1, [[OWN, 100]], [[OWN, 90]], waiting)]
    answers({ address: summary(stats(1_000, 0, 1), stats(590, 400, 60)), mempool })
    expect(await balances()).toMatchObject([{ amount: 600n, unconfirmed: 590n }])
    // One that is not as documented counts as not listed.
    const broken = {
      ...transaction(2, [[OWN, 400]], [[OWN, 1]], waiting),
      vin: [{ txid: id(9), vout: 0, prevout: null }],
    }
    answers({ address: summary(stats(1_000, 0, 1), stats(590, 400, 1)), mempool: [broken] })
    expect(await balances()).toMatchObject([{ amount: 600n, unconfirmed: 590n }])
  })

  it('fail if they are another address’s, are not whole, or are less than nothing', async () => {
    for (const address of [
      ...[
        { ...summary(stats(9)), address: PEER },
        { ...summary(stats(9)), chain_stats: { funded_txo_sum: 9 } },
      ],
      ...[{ address: OWN, chain_stats: stats(9) }, summary(stats(1, 2)), summary(stats(-1)), summary(stats(1.5))],
    ]) {
      answers({ address })
      await expect(balances()).rejects.toThrow('esplora sent no balance')
    }
  })
})

describe('history from an Esplora', () => {
  it('tells what was sent, to whom, for which fee, and how deep it is', async () => {
    const [row] = await rows(
      transaction(
        1,
        [[OWN, 1_000_000]],
        [
          [SHOP, 1],
          [PEER, 250_000],
          [OWN, 749_599],
        ],
        { status: confirmed(799_991) },
      ),
    )
    expect(row).toEqual({
      id: `${BITCOIN.caipNetworkId}:${id(1)}`,
      metadata: {
        ...{ operationType: 'send', hash: id(1), chain: BITCOIN.caipNetworkId, nonce: 0, status: 'confirmed' },
        ...{ minedAt: '2023-11-14T22:13:20.000Z', sentFrom: OWN, sentTo: PEER, fee: '0.000004', confirmations: 10 },
      },
      transfers: [
        {
          ...{ direction: 'out', quantity: { numeric: '0.00250001' } },
          fungible_info: { name: 'Bitcoin', symbol: 'BTC', icon: { url: '' } },
        },
      ],
    })
  })

  it('tells what was received, from whom, without a fee of others', async () => {
    const [row, reward, bare] = await rows(
      transaction(
        1,
        [
          [SHOP, 5],
          [PEER, 900],
        ],
        [
          [OWN, 100],
          [OWN, 200],
          [PEER, 500],
        ],
      ),
      transaction(2, [], [[OWN, 312_500_000]], {
        vin: [{ txid: id(0), vout: 4_294_967_295, prevout: null, is_coinbase: true }],
      }),
      transaction(3, [[undefined, 9]], [[OWN, 7]]),
    )
    expect(row?.metadata).toMatchObject({ operationType: 'receive', sentFrom: PEER, sentTo: OWN, confirmations: 1_001 })
    expect(row?.metadata).not.toHaveProperty('fee')
    expect(row?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '0.000003' } }])
    expect(reward).toMatchObject({
      metadata: { operationType: 'mint' },
      transfers: [{ quantity: { numeric: '3.125' } }],
    })
    expect(bare).toMatchObject({ metadata: { sentFrom: OWN, sentTo: OWN }, transfers: [{ direction: 'in' }] })
  })

  it('tells a payment to oneself, and what several pay together by what the address has after it', async () => {
    const found = await rows(
      transaction(
        1,
        [[OWN, 1_000]],
        [
          [OWN, 600],
          [undefined, 0],
          [OWN, 390],
        ],
      ),
      transaction(
        2,
        [
          [OWN, 1_000],
          [PEER, 1_000],
        ],
        [
          [SHOP, 1_500],
          [OWN, 400],
        ],
      ),
      transaction(
        3,
        [
          [OWN, 100],
          [PEER, 1_000],
        ],
        [
          [OWN, 800],
          [PEER, 290],
        ],
      ),
      transaction(
        4,
        [
          [OWN, 100],
          [PEER, 1_000],
        ],
        [
          [OWN, 100],
          [PEER, 990],
        ],
      ),
    )
    expect(
      found.map(({ metadata: { operationType: kind, fee }, transfers: [own] }) => [
        kind,
        own?.direction,
        own?.quantity.numeric,
        fee,
      ]),
    ).toEqual([
      ['send', 'self', '0.0000099', '0.0000001'],
      ['send', 'out', '0.000006', undefined],
      ['receive', 'in', '0.000007', undefined],
      ['execute', undefined, undefined, undefined],
    ])
  })

  it('has what is in no block as pending, and no depth without a height of the chain', async () => {
    const before = Date.now()
    const [row] = await rows(transaction(1, [[PEER, 9]], [[OWN, 8]], waiting))
    expect(row?.metadata).toMatchObject({ status: 'pending', confirmations: 0 })
    expect(Date.parse(row?.metadata.minedAt ?? '')).toBeGreaterThanOrEqual(before)
    answers({ list: [transaction(1, [[PEER, 9]], [[OWN, 8]])], tip: 'soon' })
    const { data } = (await make().history?.(BITCOIN, OWN, null)) ?? expect.fail()
    expect(data[0]?.metadata).not.toHaveProperty('confirmations')
  })

  it('leaves out what is not as documented, or not of the address', async () => {
    const good = transaction(1, [[PEER, 9]], [[OWN, 8]])
    const found = await rows(
      ...[good, transaction(2, [[PEER, 9]], [[SHOP, 8]]), { ...good, txid: 'x' }, { ...good, fee: -1 }, null],
      ...[
        { ...good, status: { confirmed: true, block_height: 1, block_time: 2 ** 40 } },
        { ...good, vin: [null] },
      ],
      // The address of another network.
      transaction(3, [['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 9]], [[OWN, 8]]),
    )
    expect(found.map(({ metadata: { hash, sentFrom } }) => [hash, sentFrom])).toEqual([
      [id(1), PEER],
      [id(3), OWN],
    ])
  })

  it('is read page by page, from the last transaction of the page before', async () => {
    const all = Array.from({ length: 60 }, (_, at) => transaction(at + 1, [[PEER, 9]], [[OWN, 8]]))
    const mempool = transaction(99, [[PEER, 9]], [[OWN, 8]], waiting)
    service.answer = ({ path }): Reply => {
      if (path === '/blocks/tip/height') return { text: '800000' }
      const last = /\/chain\/(\w+)$/.exec(path)?.[1]
      const start = all.findIndex(({ txid }) => txid === last) + 1
      return { json: [...(last === undefined ? [mempool] : []), ...all.slice(start, start + 25)] }
    }
    const hashes: string[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const page: { data: { metadata: { hash: string } }[]; next: string | null } =
        (await make().history?.(BITCOIN, OWN, cursor)) ?? expect.fail()
      hashes.push(...page.data.map(({ metadata }) => metadata.hash))
      cursor = page.next
      pages += 1
    } while (cursor !== null)
    expect(hashes).toEqual([id(99), ...all.map(({ txid }) => txid)])
    expect(pages).toBe(4)
    // Ten are a whole page at some servers; nine are the end.
    answers({ list: all.slice(0, 9) })
    expect((await make().history?.(BITCOIN, OWN, null))?.next).toBeNull()
    answers({ list: all.slice(0, 10) })
    expect((await make().history?.(BITCOIN, OWN, null))?.next).toBe(id(10))
    // A server that does not know the cursor sends the same page again.
    expect((await make().history?.(BITCOIN, OWN, id(10)))?.next).toBeNull()
    await expect(make().history?.(BITCOIN, OWN, `../${id(1)}`)).rejects.toThrow('no such cursor')
  })
})

describe('an Esplora', () => {
  it('serves the Bitcoin network of the config only', () => {
    expect([BITCOIN.caipNetworkId, 'bip122:00000000da84f2bafbbc53dee25a72ae', 'eip155:1'].map(make().serves)).toEqual([
      ...[true, false, false],
    ])
  })

  it('fails as a SourceError, without its address', async () => {
    await expectFailures(service, KEY, make, (source) => source.balances?.(BITCOIN, OWN))
    // An empty list is the answer for an account without a transaction.
    await expectFailures(service, KEY, make, (source) => source.history?.(BITCOIN, OLD, null), ['a list'])
  })

  it('says which network it has by its first block', async () => {
    const hash = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
    service.answer = () => ({ text: `${hash}\n` })
    expect(await genesisOf(`${service.url}/testnet/api`)).toBe(hash)
    expect(service.asked.at(-1)?.path).toBe('/testnet/api/block-height/0')
    service.answer = () => ({ text: 'Not found' })
    await expect(genesisOf(service.url)).rejects.toBeInstanceOf(SourceError)
  })
})
