/** Alchemy: a local server that answers JSON-RPC as its documentation says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseHistory } from '../../../../runtime/data/transaction.ts'
import { alchemySource } from '../../../../server/data/sources/alchemy.ts'
import type { HistoryRow } from '../../../../server/data/source.ts'
import { startHosted } from '../../../support/hosted.ts'
import { expectFailures, type Service, startService } from '../../../support/service.ts'
import { ACCOUNT, ETHEREUM, FRIEND, hash, KEY, LISTED, NFT, ROUTER, serviceOf, USDC } from './recorded.ts'
import { alchemyTransfer as transfer, answerAlchemy, type Transfers } from './recorded.ts'

let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: {} }))
})
afterAll(() => service.close())

const make = (more: object = {}) => alchemySource(serviceOf('alchemy', service.url, more), [LISTED])
const tell = (...given: Parameters<typeof answerAlchemy>) => {
  service.asked.length = 0
  service.answer = answerAlchemy(...given)
}
const calls = () => service.asked.map(({ body }) => body as { method: string; params: unknown[] })
const historyOf = async (transfers: Transfers[], cursor: string | null = null, network = ETHEREUM) => {
  tell({ transfers })
  return make().history?.(network, ACCOUNT, cursor) ?? expect.fail()
}
const rowOf = async (transfers: Transfers[]): Promise<HistoryRow> => {
  const { data } = await historyOf(transfers)
  expect(parseHistory({ data }).data).toHaveLength(1)
  expect(data).toHaveLength(1)
  return data[0] ?? expect.fail()
}

describe('balances from Alchemy', () => {
  const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`
  const amounts = [
    { contractAddress: USDC, tokenBalance: word(2_500_000n) },
    { contractAddress: ROUTER, tokenBalance: word(7n * 10n ** 30n) },
    { contractAddress: NFT, tokenBalance: word(0n) },
  ]
  const facts = { [ROUTER]: { name: 'Link', symbol: 'LNK', decimals: 18, logo: 'https://logo.example/l.png' } }

  it('are the native currency and the tokens, with the key in the path only', async () => {
    tell({ native: '0x14d1120d7b160000', amounts, facts })
    expect(await make().balances?.(ETHEREUM, ACCOUNT)).toEqual([
      { name: 'ETH', symbol: 'ETH', decimals: 18, amount: 1_500_000_000_000_000_000n },
      {
        ...{ name: 'USD Coin', symbol: 'USDC', decimals: 6, amount: 2_500_000n, address: USDC },
        iconUrl: LISTED.iconUrl,
      },
      {
        ...{ name: 'Link', symbol: 'LNK', decimals: 18, amount: 7n * 10n ** 30n, address: ROUTER },
        iconUrl: '',
      },
    ])
    expect(calls()).toMatchObject([
      { jsonrpc: '2.0', method: 'eth_getBalance', params: [ACCOUNT, 'latest'] },
      { method: 'alchemy_getTokenBalances', params: [ACCOUNT, 'erc20'] },
      // The token list has the other one.
      { method: 'alchemy_getTokenMetadata', params: [ROUTER] },
    ])
    for (const { method, path, query } of service.asked)
      expect([method, path, query]).toEqual(['POST', `/eth-mainnet/v2/${KEY}`, {}])
  })

  it('go on through all pages, and learn a token once', async () => {
    tell({ native: '0x0', amounts, facts, page: 1 })
    const source = make()
    expect(await source.balances?.(ETHEREUM, ACCOUNT)).toHaveLength(2)
    expect(calls().filter(({ method }) => method === 'alchemy_getTokenBalances')).toMatchObject([
      { params: [ACCOUNT, 'erc20'] },
      { params: [ACCOUNT, 'erc20', { pageKey: '1' }] },
      { params: [ACCOUNT, 'erc20', { pageKey: '2' }] },
    ])
    await source.balances?.(ETHEREUM, ACCOUNT)
    expect(calls().filter(({ method }) => method === 'alchemy_getTokenMetadata')).toHaveLength(1)
  })

  it('have the listed tokens, however many others strangers send', async () => {
    const sent = Array.from({ length: 1_100 }, (_, at) => ({
      ...{ contractAddress: `0x${String(at).padStart(40, '0')}`, tokenBalance: word(1n) },
    }))
    tell({ amounts: [...sent, ...amounts] })
    expect(await make().balances?.(ETHEREUM, ACCOUNT)).toMatchObject([{ symbol: 'USDC', amount: 2_500_000n }])
    const asked = calls().filter(({ method }) => method === 'alchemy_getTokenBalances')
    expect(asked).toHaveLength(11)
    expect(asked.at(-1)?.params).toEqual([ACCOUNT, [USDC]])
  })

  it('leave worthless tokens out, and one that has no answer for now', async () => {
    const of = (entry: unknown) => {
      tell({ native: '0x1', amounts, facts: { [ROUTER]: entry } })
      return make().balances?.(ETHEREUM, ACCOUNT)
    }
    const link = { name: 'Link', symbol: 'LNK', decimals: 18, logo: null }
    expect(await of(link)).toHaveLength(3)
    for (const entry of [{ ...link, decimals: 0 }, { ...link, symbol: '' }, { ...link, decimals: null }, null, 7])
      expect(await of(entry), JSON.stringify(entry)).toHaveLength(2)
    expect(await of({ ...link, name: 'Visit win-eth.com to claim' })).toHaveLength(2)
    expect(await of(undefined)).toHaveLength(2)
  })

  it('are an empty list for an empty account', async () => {
    tell({ native: '0x0', amounts: [] })
    expect(await make().balances?.(ETHEREUM, ACCOUNT)).toEqual([])
  })

  it('fail as a SourceError, without the key', async () => {
    await expectFailures(service, KEY, make, (source) => source.balances?.(ETHEREUM, ACCOUNT))
    service.answer = () => ({ json: { jsonrpc: '2.0', id: 1, error: { code: 429, message: `Over limit of ${KEY}` } } })
    await expect(make().balances?.(ETHEREUM, ACCOUNT)).rejects.toMatchObject({
      ...{ name: 'SourceError', message: 'alchemy refused eth_getBalance' },
    })
  })
})

describe('a history from Alchemy', () => {
  it('asks for what the account sent and got, with the times of blocks', async () => {
    expect(await historyOf([])).toEqual({ data: [], next: null })
    const query = {
      ...{ fromBlock: '0x0', category: ['external', 'internal', 'erc20', 'erc721', 'erc1155'], order: 'desc' },
      ...{ withMetadata: true, excludeZeroValue: false, maxCount: '0x32' },
    }
    expect(calls()).toMatchObject([
      { method: 'alchemy_getAssetTransfers', params: [{ ...query, fromAddress: ACCOUNT }] },
      { method: 'alchemy_getAssetTransfers', params: [{ ...query, toAddress: ACCOUNT }] },
    ])
    // Elsewhere it refuses to be asked for internal transfers.
    await historyOf([], null, { ...ETHEREUM, id: 8453, caipNetworkId: 'eip155:8453' })
    expect(calls()[0]?.params[0]).toMatchObject({ category: ['external', 'erc20', 'erc721', 'erc1155'] })
  })

  it('has exact amounts, from the raw contract and not from the JSON number', async () => {
    const row = await rowOf([transfer({ rawContract: { value: '0xde0b6b3a7640001', address: null, decimal: '0x12' } })])
    expect(row).toMatchObject({
      metadata: {
        ...{ operationType: 'send', sentFrom: ACCOUNT, sentTo: FRIEND, status: 'confirmed' },
        minedAt: '2023-11-14T22:13:20.000Z',
      },
      transfers: [{ direction: 'out', quantity: { numeric: '1.000000000000000001' } }],
    })
  })

  it('does not believe an unlisted token of a stranger’s transaction that says what the account sent', async () => {
    const sent = (address: string) =>
      transfer({ category: 'erc20', asset: 'USDC', rawContract: { value: '0x12a05f200', address, decimal: '0x6' } })
    expect((await historyOf([sent(NFT)])).data).toEqual([])
    expect((await rowOf([sent(USDC)])).metadata).toMatchObject({ operationType: 'send', sentFrom: ACCOUNT })
    const call = transfer({ to: NFT, value: 0, rawContract: { value: '0x0', address: null, decimal: '0x12' } })
    expect((await rowOf([call, sent(NFT)])).metadata).toMatchObject({ operationType: 'send', sentTo: FRIEND })
  })

  it('joins transfers with one hash, and tells calls, gains and NFTs', async () => {
    const call = transfer({ to: ROUTER, value: 0, rawContract: { value: '0x0', address: null, decimal: '0x12' } })
    expect((await rowOf([call])).metadata).toMatchObject({ operationType: 'execute', sentTo: ROUTER })
    const token = transfer({
      ...{ category: 'erc20', from: ROUTER, to: ACCOUNT, asset: 'LNK' },
      rawContract: { value: '0x64', address: NFT, decimal: '0x2' },
    })
    expect((await rowOf([transfer(), token])).metadata.operationType).toBe('trade')
    expect((await rowOf([token])).transfers).toMatchObject([
      { direction: 'in', quantity: { numeric: '1' }, fungible_info: { name: 'LNK', symbol: 'LNK', address: NFT } },
    ])
    const nft = transfer({
      ...{ category: 'erc1155', from: FRIEND, to: ACCOUNT, asset: null, value: null },
      ...{ erc1155Metadata: [{ tokenId: '0x2a', value: '0x03' }], rawContract: { value: null, address: NFT } },
    })
    expect((await rowOf([nft])).transfers).toMatchObject([
      { quantity: { numeric: '3' }, nft_info: { name: 'NFT #42' } },
    ])
    const cat = transfer({ category: 'erc721', from: FRIEND, to: ACCOUNT, asset: 'CAT', erc721TokenId: '0x2a' })
    const owned = { ...cat, rawContract: { value: null, address: NFT } }
    expect((await rowOf([owned])).transfers).toMatchObject([{ direction: 'in', nft_info: { name: 'CAT #42' } }])
  })

  it('counts once what the account sent to itself', async () => {
    const { transfers } = await rowOf([transfer({ to: ACCOUNT })])
    expect(transfers).toMatchObject([{ direction: 'self', quantity: { numeric: '1' } }])
  })

  it('pages by blocks: nothing is lost or repeated', async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      transfer({
        ...{ blockNum: `0x${Math.floor(at / 2).toString(16)}`, hash: hash(at), uniqueId: `u${at}` },
        ...(at % 3 === 0 && { from: FRIEND, to: ACCOUNT }),
      }),
    )
    // More than a slice in one block.
    const crowd = Array.from({ length: 70 }, (_, at) =>
      transfer({ blockNum: '0x1f4', hash: hash(1000 + at), uniqueId: `c${at}` }),
    )
    const rows: HistoryRow[] = []
    let cursor: string | null = null
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const told = await historyOf([...many, ...crowd], cursor)
      rows.push(...told.data)
      cursor = told.next
      if (page > 50) expect.fail('the pages do not end')
    }
    expect(rows).toHaveLength(370)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(370)
  })

  it('fails as a SourceError, without the key', async () => {
    await expectFailures(service, KEY, make, (source) => source.history?.(ETHEREUM, ACCOUNT, null))
    await expect(make().history?.(ETHEREUM, ACCOUNT, 'x')).rejects.toMatchObject({ status: 400, field: 'cursor' })
  })
})

describe('Alchemy', () => {
  it('serves the networks that it has a name for, and those that the config names', () => {
    expect(['eip155:1', 'eip155:84532', 'eip155:31337', 'solana:x'].map(make().serves)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(make({ networks: { 31337: 'local' } }).serves('eip155:31337')).toBe(true)
  })

  it('answers a page through a server', async () => {
    tell({ native: '0xde0b6b3a7640000', amounts: [], transfers: [transfer()] })
    const hosted = await startHosted(
      {
        sources: { alchemy: { url: service.url } },
        networks: [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: ETHEREUM.rpc }],
      },
      { WALLETKIT_ALCHEMY_KEY: KEY },
    )
    const ask = async (what: string) =>
      (await fetch(`${hosted.url()}/v1/account/${ACCOUNT}/${what}?chainId=eip155:1`)).json() as Promise<unknown>
    const { balances } = (await ask('balance')) as { balances: object[] }
    expect(balances).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '1' }, price: 0 }])
    // Without a price it is not known what it is worth, which is not 0.
    expect(balances[0]).not.toHaveProperty('value')
    expect(parseHistory(await ask('history')).data).toHaveLength(1)
    await hosted.close()
  })
})
