/** Etherscan: a local server that answers as its documentation says. */
import { maxUint256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseHistory } from '../../../../runtime/data/transaction.ts'
import { etherscanSource } from '../../../../server/data/sources/etherscan.ts'
import { type HistoryPage, type HistoryRow, SourceError } from '../../../../server/data/source.ts'
import { startHosted } from '../../../support/hosted.ts'
import { expectFailures, type Service, startService } from '../../../support/service.ts'
import * as recorded from './recorded.ts'
import { ACCOUNT, ETHEREUM, FRIEND, hash, KEY, LISTED, ROUTER, USDC, ZERO } from './recorded.ts'
import { approveInput, internalTransfer, nftTransfer, tokenTransfer, transaction, transferInput } from './recorded.ts'

let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: {} }))
})
afterAll(() => service.close())

const make = (tokens = [LISTED]) => etherscanSource(recorded.serviceOf('etherscan', service.url), tokens, { pause: 1 })
const tell = (...given: Parameters<typeof recorded.answerLists>) => {
  service.answer = recorded.answerLists(...given)
}
const historyOf = async (lists: recorded.Lists, cursor: string | null = null) => {
  tell(lists)
  return make().history?.(ETHEREUM, ACCOUNT, cursor) ?? expect.fail()
}
/** The only row of a history. */
const rowOf = async (lists: recorded.Lists): Promise<HistoryRow> => {
  const { data } = await historyOf(lists)
  expect(data).toHaveLength(1)
  expect(parseHistory({ data }).data).toHaveLength(1)
  return data[0] ?? expect.fail()
}

describe('a history from Etherscan', () => {
  it('asks as documented, with the key in the query', async () => {
    service.asked.length = 0
    await historyOf({})
    expect(service.asked.map(({ query }) => query['action'])).toEqual([
      ...['txlist', 'txlistinternal', 'tokentx', 'tokennfttx'],
    ])
    const [first] = service.asked
    expect(first).toMatchObject({ method: 'GET', path: '/v2/api' })
    expect(first?.query).toEqual({
      ...{ chainid: '1', module: 'account', action: 'txlist', address: ACCOUNT, sort: 'desc', page: '1', offset: '50' },
      apikey: KEY,
    })
  })

  it('is empty for an account without transactions', async () => {
    expect(await historyOf({})).toEqual({ data: [], next: null })
  })

  it('has a payment of the native currency, as the sandbox tells it', async () => {
    expect(await rowOf({ txlist: [transaction({ value: '1500000000000000000' })] })).toEqual({
      id: `eip155:1:${hash(1)}`,
      metadata: {
        ...{ operationType: 'send', hash: hash(1), chain: 'eip155:1', minedAt: '2023-11-14T22:13:20.000Z', nonce: 7 },
        ...{ sentFrom: ACCOUNT, sentTo: FRIEND, status: 'confirmed' },
      },
      transfers: [
        {
          ...{ direction: 'out', quantity: { numeric: '1.5' } },
          fungible_info: { name: 'ETH', symbol: 'ETH', icon: { url: '' } },
        },
      ],
    })
  })

  it('joins the rows of all lists with one hash: a swap is one trade', async () => {
    const row = await rowOf({
      txlist: [transaction({ to: ROUTER, value: '5' })],
      tokentx: [tokenTransfer({ from: ROUTER }), tokenTransfer({ from: ROUTER, value: '1' })],
      txlistinternal: [internalTransfer({ value: '2' })],
    })
    expect(row.metadata).toMatchObject({ operationType: 'trade', sentFrom: ACCOUNT, sentTo: ROUTER })
    expect(
      row.transfers.map(({ direction, quantity, fungible_info: token }) => [
        direction,
        quantity.numeric,
        token?.symbol,
        token?.address,
      ]),
    ).toEqual([
      ['out', '0.000000000000000003', 'ETH', undefined],
      ['in', '1.234568', 'USDC', USDC],
    ])
  })

  it('takes names from the token list, else from the service', async () => {
    const own = await rowOf({ tokentx: [tokenTransfer({ contractAddress: ROUTER, tokenDecimal: '3' })] })
    expect(own.transfers[0]).toMatchObject({ quantity: { numeric: '1234.567' }, fungible_info: { symbol: 'USDX' } })
    const listed = await rowOf({ tokentx: [tokenTransfer({ tokenName: 'Fake', tokenDecimal: '0' })] })
    expect(listed.transfers[0]).toMatchObject({
      quantity: { numeric: '1.234567' },
      fungible_info: { name: 'USD Coin', icon: { url: LISTED.iconUrl } },
    })
  })

  it('tells gains, mints, burns, NFTs and what goes around apart', async () => {
    const kinds: [recorded.Lists, string, string][] = [
      [{ tokentx: [tokenTransfer()] }, 'receive', 'in'],
      [{ tokentx: [tokenTransfer({ from: ZERO })] }, 'mint', 'in'],
      [{ tokentx: [tokenTransfer({ from: ACCOUNT, to: ZERO })] }, 'burn', 'out'],
      [{ tokennfttx: [nftTransfer()] }, 'receive', 'in'],
      [{ txlist: [transaction({ to: ACCOUNT, value: '9' })] }, 'send', 'self'],
    ]
    for (const [lists, kind, direction] of kinds) {
      const { metadata, transfers } = await rowOf(lists)
      expect([metadata.operationType, transfers[0]?.direction]).toEqual([kind, direction])
    }
    const { transfers } = await rowOf({ tokennfttx: [nftTransfer()] })
    expect(transfers[0]?.nft_info).toEqual({ name: 'Cats #42', flags: { is_spam: false } })
  })

  it('has an allowance with its exact amount, or without one if it is unlimited', async () => {
    const approve = (amount: bigint) =>
      transaction({ to: USDC, input: approveInput(ROUTER, amount), methodId: '0x095ea7b3' })
    const limited = await rowOf({ txlist: [approve(2_500_000n)] })
    expect(limited.metadata.operationType).toBe('approve')
    expect(limited.approvals).toMatchObject([
      { spender: ROUTER, quantity: { numeric: '2.5' }, fungible_info: { symbol: 'USDC' } },
    ])
    const { approvals } = await rowOf({ txlist: [approve(maxUint256)] })
    expect(approvals?.[0]).not.toHaveProperty('quantity')
    // An NFT's `approve` looks the same: of an unknown contract, only the kind is told.
    const unknown = await rowOf({ txlist: [{ ...approve(1n), to: ROUTER }] })
    expect(unknown.metadata.operationType).toBe('approve')
    expect(unknown).not.toHaveProperty('approvals')
  })

  it('has calls, deployments, and what a failed transaction tried', async () => {
    const call = await rowOf({ txlist: [transaction({ to: ROUTER, methodId: '0x12345678', input: '0x12345678' })] })
    expect(call.metadata).toMatchObject({ operationType: 'execute', sentTo: ROUTER })
    const created = await rowOf({ txlist: [transaction({ to: '', contractAddress: NFT_ADDRESS, input: '0x60' })] })
    expect(created.metadata).toMatchObject({ operationType: 'deploy', sentTo: NFT_ADDRESS })
    const input = transferInput(FRIEND, 5_000_000n)
    const failed = await rowOf({ txlist: [transaction({ to: USDC, input, isError: '1', txreceipt_status: '0' })] })
    expect(failed.metadata).toMatchObject({ operationType: 'send', status: 'failed', sentTo: FRIEND })
    expect(failed.transfers).toMatchObject([{ direction: 'out', quantity: { numeric: '5' } }])
    for (const fields of [{ isError: '1' }, { txreceipt_status: '0' }])
      expect((await rowOf({ txlist: [transaction(fields)] })).metadata.status).toBe('failed')
    expect((await rowOf({ txlist: [transaction({ txreceipt_status: '' })] })).metadata.status).toBe('confirmed')
  })

  it('takes what a smart account pays to the entry point as a fee', async () => {
    const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
    const fee = internalTransfer({ from: ACCOUNT, to: entryPoint, value: '7' })
    expect((await historyOf({ txlistinternal: [fee] })).data).toEqual([])
    const row = await rowOf({ txlistinternal: [fee, internalTransfer({ from: ACCOUNT, to: FRIEND, value: '5' })] })
    expect(row.transfers).toMatchObject([{ direction: 'out', quantity: { numeric: '0.000000000000000005' } }])
    expect(row.metadata).toMatchObject({ operationType: 'send', sentFrom: ACCOUNT, sentTo: FRIEND })
  })

  it('keeps advertisements and planted addresses out', async () => {
    const { data } = await historyOf({
      tokentx: [
        tokenTransfer({ hash: hash(2), contractAddress: ROUTER, tokenName: 'Visit free-eth.xyz to claim' }),
        tokenTransfer({ hash: hash(3), contractAddress: ROUTER, tokenDecimal: '0' }),
        tokenTransfer({ hash: hash(4), contractAddress: ROUTER, tokenSymbol: '', tokenName: '' }),
        // Anybody can make a token say that the account sent 0 of it to an address like one that it knows.
        tokenTransfer({ hash: hash(5), from: ACCOUNT, to: FRIEND, value: '0' }),
      ],
      txlistinternal: [internalTransfer({ hash: hash(6), type: 'delegatecall' }), internalTransfer({ isError: '1' })],
    })
    expect(data).toEqual([])
    const { transfers } = await rowOf({ tokennfttx: [nftTransfer({ tokenName: 'https://win.example' })] })
    expect(transfers[0]?.nft_info?.flags.is_spam).toBe(true)
  })

  it('does not believe a stranger’s contract that says what the account sent', async () => {
    const out = { from: ACCOUNT, to: FRIEND }
    const fake = tokenTransfer({ ...out, contractAddress: ROUTER, tokenSymbol: 'USDC', value: '5000000000' })
    const stranger = transaction({ from: FRIEND, to: ROUTER })
    for (const lists of [
      { tokentx: [fake] },
      { txlist: [stranger], tokentx: [fake] },
      { tokentx: [{ ...fake, to: ACCOUNT }] },
      { txlist: [stranger], tokennfttx: [nftTransfer(out)] },
      { txlist: [{ ...stranger, to: ACCOUNT, isError: '1' }] },
    ])
      expect((await historyOf(lists)).data, JSON.stringify(lists)).toEqual([])
    // What arrives is told, and a listed token is right about who sent it: somebody may use an allowance.
    const gift = await rowOf({ txlist: [stranger], tokentx: [tokenTransfer({ contractAddress: ROUTER }), fake] })
    expect(gift.metadata).toMatchObject({ operationType: 'receive', sentFrom: FRIEND, sentTo: ACCOUNT })
    expect(gift.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '1.234567' } }])
    const used = await rowOf({ txlist: [stranger], tokentx: [tokenTransfer(out)] })
    expect(used.metadata).toMatchObject({ operationType: 'send', sentFrom: ACCOUNT, sentTo: FRIEND })
    // The account's own transactions are what they say.
    const own = await rowOf({ txlist: [transaction({ to: ROUTER })], tokentx: [fake], tokennfttx: [nftTransfer(out)] })
    expect(own.transfers.map(({ direction }) => direction)).toEqual(['out', 'out'])
  })
})

const NFT_ADDRESS = recorded.NFT

describe('the pages of Etherscan', () => {
  /** All pages; fails if they do not end. */
  const allPages = async (lists: recorded.Lists) => {
    const pages: HistoryRow[][] = []
    for (let cursor: string | null = null; ;) {
      const page = await historyOf(lists, cursor)
      pages.push(page.data)
      cursor = page.next
      if (cursor === null) return pages
      if (pages.length > 300) expect.fail('the pages do not end')
    }
  }

  it('lose nothing and repeat nothing when the lists have different lengths', async () => {
    const blocks = Array.from({ length: 170 }, (_, at) => at + 1)
    const lists = {
      txlist: blocks.map((at) => transaction({ blockNumber: String(at), hash: hash(at), value: '1' })),
      // Seldom, and one block below all others.
      tokennfttx: [1, 60, 169].map((at) => nftTransfer({ blockNumber: String(at), hash: hash(at) })),
      // Three to a transaction, so that a slice ends inside one.
      tokentx: blocks.flatMap((at) =>
        [0, 1, 2].map(() => tokenTransfer({ blockNumber: String(at * 2), hash: hash(at * 2), value: '1000000' })),
      ),
    }
    const pages = await allPages(lists)
    const rows = pages.flat()
    expect(pages.length).toBeGreaterThan(5)
    const expected = new Set([...blocks, ...blocks.map((at) => at * 2)])
    expect(rows.map(({ id }) => id).sort()).toEqual([...expected].map((at) => `eip155:1:${hash(at)}`).sort())
    const times = rows.map(({ metadata }) => parseInt(metadata.hash, 16))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    // No transaction lost a transfer at the end of a slice.
    for (const { transfers, metadata } of rows.filter(({ metadata: { hash: own } }) => parseInt(own, 16) % 2 === 0)) {
      const token = transfers.find(({ fungible_info: info }) => info?.symbol === 'USDC')
      expect([metadata.hash, token?.quantity.numeric]).toEqual([metadata.hash, '3'])
    }
    expect(rows.filter(({ transfers }) => transfers.some(({ nft_info: nft }) => nft))).toHaveLength(3)
  })

  it('end where the list ends that reaches least far', async () => {
    const at = (block: number) => ({ blockNumber: String(block), hash: hash(block) })
    const dense = Array.from({ length: 200 }, (_, index) => index + 200)
    const sparse = Array.from({ length: 100 }, (_, index) => index * 4)
    const lists = {
      txlist: dense.map((block) => transaction(at(block))),
      tokentx: sparse.map((block) => tokenTransfer(at(block))),
    }
    const rows = (await allPages(lists)).flat()
    const expected = new Set([...dense, ...sparse])
    expect(rows.map(({ metadata }) => parseInt(metadata.hash, 16))).toEqual([...expected].sort((a, b) => b - a))
  })

  it('go on through a block that has more than a slice', async () => {
    const one = (at: number, block: number) => tokenTransfer({ blockNumber: String(block), hash: hash(at) })
    const crowd = Array.from({ length: 130 }, (_, at) => one(at + 10, 7))
    const rows = (await allPages({ tokentx: [one(1, 8), ...crowd, one(2, 6)] })).flat()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(132)
    expect(rows).toHaveLength(132)
  })

  it('go on below a block of which more is there than can be read', async () => {
    const one = (at: number, block: number) => tokenTransfer({ blockNumber: String(block), hash: hash(at) })
    const crowd = Array.from({ length: 130 }, (_, at) => one(at + 10, 7))
    const lists = {
      txlist: [transaction({ blockNumber: '7', hash: hash(3), value: '1' })],
      tokentx: [one(1, 8), ...crowd, one(2, 6)],
    }
    const answer = recorded.answerLists(lists)
    const asked: string[] = []
    service.answer = (question) => {
      const { action = '', startblock, endblock } = question.query
      if (startblock === undefined || startblock !== endblock) return answer(question)
      asked.push(action)
      return { status: 504, json: {} }
    }
    const found: string[] = []
    const source = make()
    let cursor: string | null = null
    do {
      const page: HistoryPage = (await source.history?.(ETHEREUM, ACCOUNT, cursor)) ?? expect.fail()
      found.push(...page.data.map(({ metadata }) => metadata.hash))
      cursor = page.next
    } while (cursor !== null && found.length < 200)
    expect(found[0]).toBe(hash(1))
    expect(found).toContain(hash(3))
    expect(found.at(-1)).toBe(hash(2))
    // The newest of that block are there, and only the list that is cut there was asked again.
    expect(found.filter((each) => crowd.some((fake) => fake['hash'] === each))).toHaveLength(50)
    expect(new Set(asked)).toEqual(new Set(['tokentx']))
  })

  it('are not moved by what is mined between two of them', async () => {
    const lists = (most: number) => ({
      txlist: Array.from({ length: most }, (_, at) => transaction({ blockNumber: String(at), hash: hash(at) })),
    })
    const first = await historyOf(lists(90))
    const second = await historyOf(lists(120), first.next)
    const all = [...first.data, ...second.data].map(({ metadata }) => metadata.hash)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(90)
  })

  it('end with an error if the service ignores the blocks, or the cursor is not its own', async () => {
    const many = Array.from({ length: 60 }, (_, at) => transaction({ blockNumber: String(at), hash: hash(at) }))
    const { next } = await historyOf({ txlist: many })
    service.answer = () => ({ json: { status: '1', message: 'OK', result: many } })
    await expect(make().history?.(ETHEREUM, ACCOUNT, next)).rejects.toBeInstanceOf(SourceError)
    // Another spelling of a number would be kept for itself.
    for (const cursor of ['x', '01', '00', '-1', '1e3', ' 1'])
      await expect(make().history?.(ETHEREUM, ACCOUNT, cursor)).rejects.toMatchObject({ status: 400, field: 'cursor' })
  })
})

describe('Etherscan', () => {
  it('is asked once more a moment after one request too many, and then fails', async () => {
    const limit = { json: { status: '0', message: 'NOTOK', result: 'Max calls per sec rate limit reached (3/sec)' } }
    const answer = recorded.answerLists({ txlist: [transaction({ value: '1' })] })
    service.asked.length = 0
    service.answer = (asked) => (service.asked.length === 3 ? limit : answer(asked))
    expect((await make().history?.(ETHEREUM, ACCOUNT, null))?.data).toHaveLength(1)
    expect(service.asked).toHaveLength(5)
    service.answer = () => limit
    service.asked.length = 0
    await expect(make().history?.(ETHEREUM, ACCOUNT, null)).rejects.toThrow('etherscan has reached its rate limit')
    expect(service.asked).toHaveLength(2)
  })

  it('fails without its words, which may contain the key', async () => {
    service.answer = () => ({ json: { status: '0', message: 'NOTOK', result: `Invalid API Key (${KEY})` } })
    const refused = make().history?.(ETHEREUM, ACCOUNT, null)
    await expect(refused).rejects.toMatchObject({ name: 'SourceError', message: 'etherscan refused "txlist"' })
    await expectFailures(service, KEY, make, (source) => source.history?.(ETHEREUM, ACCOUNT, null))
  })

  it('answers a page through a server, whose cursors name it', async () => {
    const site = 'https://shop.example'
    tell({
      txlist: Array.from({ length: 60 }, (_, at) => transaction({ blockNumber: String(at), hash: hash(at) })),
    })
    const hosted = await startHosted(
      {
        ...{ sites: [site], sources: { etherscan: { url: service.url } } },
        networks: [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: 'http://127.0.0.1:1' }],
      },
      { WALLETKIT_ETHERSCAN_KEY: KEY },
    )
    const read = async (cursor = '') => {
      const query = `chainId=eip155:1&cursor=${cursor}`
      const answer = await fetch(`${hosted.url()}/v1/account/${ACCOUNT}/history?${query}`, {
        headers: { origin: site },
      })
      expect(answer.headers.get('x-walletkit-source')).toBe('etherscan')
      return parseHistory(await answer.json())
    }
    const first = await read()
    expect(first.next).toMatch(/^etherscan:\d+$/)
    const second = await read(first.next)
    expect(first.data.length + second.data.length).toBe(60)
    expect(second.next).toBeUndefined()
    service.answer = () => ({ status: 500, json: {} })
    const failed = await fetch(`${hosted.url()}/v1/account/${FRIEND}/history?chainId=eip155:1`)
    expect(failed.status).toBe(502)
    expect(await failed.text()).not.toContain(KEY)
    expect(hosted.lines.join('')).not.toContain(KEY)
    await hosted.close()
  })
})
