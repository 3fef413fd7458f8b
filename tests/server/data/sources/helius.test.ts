/** Helius: a local server that answers as its documentation says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBalances } from '../../../../runtime/contracts/tokenBalance.ts'
import { findSuspicious } from '../../../../runtime/data/suspicious.ts'
import { parseHistory } from '../../../../runtime/data/transaction.ts'
import { heliusSource } from '../../../../server/data/sources/helius.ts'
import { exactText } from '../../../../server/data/sources/heliusHistory.ts'
import type { HistoryRow } from '../../../../server/data/source.ts'
import { startHosted } from '../../../support/hosted.ts'
import { expectFailures, type Service, startService } from '../../../support/service.ts'
import { asset, enhanced, KEY, MINT, OWNER, PEER, serviceOf, signature, SOLANA } from './recorded.ts'
import { SOLANA_TOKEN, splTransfer, tokenChange } from './recorded.ts'

let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: {} }))
})
afterAll(() => service.close())

const make = (tokens = [SOLANA_TOKEN]) => heliusSource(serviceOf('helius', service.url), tokens)
const historyOf = async (transactions: object[], cursor: string | null = null) => {
  service.answer = () => ({ json: transactions })
  return make().history?.(SOLANA, OWNER, cursor) ?? expect.fail()
}
const rowOf = async (fields: object): Promise<HistoryRow> => {
  const { data } = await historyOf([enhanced(fields)])
  expect(parseHistory({ data }).data).toHaveLength(1)
  return data[0] ?? expect.fail()
}
const brief = ({ transfers }: HistoryRow) =>
  transfers.map(({ direction, quantity, fungible_info: token }) => [direction, quantity.numeric, token?.symbol])

describe('a history from Helius', () => {
  it('asks as documented, with the key in the query, and goes on before the last signature', async () => {
    service.asked.length = 0
    const first = await historyOf([enhanced(), enhanced({ signature: signature(2) })])
    expect(first.next).toBe(signature(2))
    expect(await historyOf([], first.next)).toEqual({ data: [], next: null })
    const path = `/v0/addresses/${OWNER}/transactions`
    expect(service.asked).toMatchObject([
      { method: 'GET', path, query: { 'api-key': KEY, limit: '100' } },
      { method: 'GET', path, query: { 'api-key': KEY, limit: '100', before: signature(2) } },
    ])
    expect(service.asked[0]?.query).not.toHaveProperty('before')
  })

  it('has a payment, without the fee', async () => {
    expect(await rowOf({})).toEqual({
      id: `${SOLANA.caipNetworkId}:${signature(1)}`,
      metadata: {
        ...{ operationType: 'send', hash: signature(1), chain: SOLANA.caipNetworkId, nonce: 0 },
        ...{ minedAt: '2023-11-14T22:13:20.000Z', sentFrom: OWNER, sentTo: PEER, status: 'confirmed' },
      },
      transfers: [
        {
          ...{ direction: 'out', quantity: { numeric: '1.5' } },
          fungible_info: { name: 'Solana', symbol: 'SOL', icon: { url: '' } },
        },
      ],
    })
    expect((await rowOf({ transactionError: { error: 'x' } })).metadata.status).toBe('failed')
  })

  it('has tokens by their exact change, and names them by the token list', async () => {
    const row = await rowOf({
      nativeTransfers: [],
      // The number has fewer digits than the text.
      ...{ tokenTransfers: [splTransfer({ tokenAmount: 9007199254740.992 })] },
      accountData: [tokenChange('9007199254740993123')],
    })
    expect(row.metadata).toMatchObject({ operationType: 'receive', sentFrom: PEER, sentTo: OWNER })
    expect(row.transfers).toEqual([
      {
        ...{ direction: 'in', quantity: { numeric: '9007199254740.993123' } },
        fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url: SOLANA_TOKEN.iconUrl }, address: MINT },
      },
    ])
  })

  it('names the mint of each token, so that the receivers of payments in known tokens count as known addresses', async () => {
    const paid = splTransfer({ fromUserAccount: OWNER, toUserAccount: PEER })
    const row = await rowOf({ nativeTransfers: [], tokenTransfers: [paid], accountData: [tokenChange('-12500000')] })
    expect(row.transfers.map(({ fungible_info: token }) => token?.address)).toEqual([MINT])
    const { data } = parseHistory({ data: [row] })
    const tokens = [{ symbol: 'USDC', address: MINT }]
    const facts = { account: OWNER, native: 'SOL', known: [], own: [], tokens }
    expect(findSuspicious(data, facts).counterparties).toEqual([PEER])
  })

  it('takes amounts that are only numbers digit by digit, or leaves them out', async () => {
    const of = async (...amounts: unknown[]) =>
      brief(
        await rowOf({
          nativeTransfers: [],
          tokenTransfers: amounts.map((tokenAmount) => splTransfer({ tokenAmount })),
        }),
      )
    expect(await of(0.1, 0.2)).toEqual([['in', '0.3', 'USDC']])
    expect(await of(0.0000001)).toEqual([['in', '0.0000001', 'USDC']])
    expect(await of(1e21)).toEqual([['in', '', 'USDC']])
    expect(await of('12')).toEqual([['in', '', 'USDC']])
    expect(await of(0)).toEqual([])
    const texts = [0, 5, 12.5, 1e-7, 1.25e-9, 2 ** 53, -1, NaN, '1', null].map(exactText)
    expect(texts).toEqual([
      ...['0', '5', '12.5', '0.0000001', '0.00000000125'],
      ...[undefined, undefined, undefined, undefined, undefined],
    ])
  })

  it('shows a token that is not listed by its mint, since Helius tells no name', async () => {
    const mint = 'Spam111111111111111111111111111111111111111'
    const row = await rowOf({ nativeTransfers: [], tokenTransfers: [splTransfer({ mint })] })
    expect(row.transfers[0]?.fungible_info).toEqual({
      ...{ name: 'Spam…1111', symbol: '', icon: { url: '' }, address: mint },
    })
  })

  it('has trades and NFTs, and leaves the rent of token accounts out', async () => {
    const trade = await rowOf({ tokenTransfers: [splTransfer()], accountData: [tokenChange('12500000')] })
    expect(trade.metadata.operationType).toBe('trade')
    expect(brief(trade)).toEqual([
      ['out', '1.5', 'SOL'],
      ['in', '12.5', 'USDC'],
    ])
    const rent = await rowOf({
      nativeTransfers: [{ fromUserAccount: OWNER, toUserAccount: 'PeerToken', amount: 2_039_280 }],
      tokenTransfers: [splTransfer({ fromUserAccount: OWNER, toUserAccount: PEER, toTokenAccount: 'PeerToken' })],
    })
    expect(brief(rent)).toEqual([['out', '12.5', 'USDC']])
    expect(rent.metadata).toMatchObject({ operationType: 'send', sentTo: PEER })
    const nft = splTransfer({
      tokenAmount: 1,
      tokenStandard: 'NonFungible',
      mint: 'Cat11111111111111111111111111111111111111',
    })
    expect((await rowOf({ nativeTransfers: [], tokenTransfers: [nft] })).transfers).toEqual([
      { direction: 'in', quantity: { numeric: '1' }, nft_info: { name: 'NFT', flags: { is_spam: false } } },
    ])
    expect((await rowOf({ nativeTransfers: [] })).metadata.operationType).toBe('execute')
  })

  it('has nothing of a stranger’s transaction that only names the account', async () => {
    const named = { feePayer: PEER, nativeTransfers: [], accountData: [{ account: OWNER, nativeBalanceChange: 0 }] }
    for (const transactionError of [null, { error: 'x' }])
      expect((await historyOf([enhanced({ ...named, transactionError })])).data).toEqual([])
    // A transaction without a payer is not known to be the account's.
    expect((await historyOf([enhanced({ ...named, feePayer: undefined })])).data).toEqual([])
    const gift = { fromUserAccount: PEER, toUserAccount: OWNER, amount: 7 }
    const got = await rowOf({ ...named, nativeTransfers: [gift] })
    expect(got.metadata).toMatchObject({ operationType: 'receive', sentFrom: PEER, sentTo: OWNER })
    const minted = await rowOf({ ...named, accountData: [tokenChange('5')] })
    expect(minted.metadata).toMatchObject({ operationType: 'receive', sentFrom: PEER, sentTo: OWNER })
    // Somebody may pay the fee of what the account does.
    const sponsored = await rowOf({ feePayer: 'Fees111111111111111111111111111111111111111' })
    expect(sponsored.metadata).toMatchObject({ operationType: 'send', sentFrom: OWNER, sentTo: PEER })
  })

  it('fails as a SourceError, without the key', async () => {
    const accepted = ['a list']
    await expectFailures(
      service,
      KEY,
      () => make(),
      (source) => source.history?.(SOLANA, OWNER, null),
      accepted,
    )
    await expect(make().history?.(SOLANA, OWNER, '../x')).rejects.toMatchObject({ status: 400, field: 'cursor' })
    service.answer = () => ({ json: [{ type: 'TRANSFER' }] })
    await expect(make().history?.(SOLANA, OWNER, null)).rejects.toMatchObject({ name: 'SourceError' })
  })
})

describe('balances from Helius', () => {
  const tell = (items: unknown[], nativeBalance: unknown = { lamports: 2_500_000_000, price_per_sol: 60 }) => {
    service.answer = () => ({
      json: { jsonrpc: '2.0', id: 1, result: { total: items.length, limit: 1000, page: 1, items, nativeBalance } },
    })
  }

  it('are SOL and the tokens, the listed ones first, with their prices', async () => {
    service.asked.length = 0
    tell([asset(), asset({ id: MINT, content: null }, { symbol: 'FAKE', decimals: 6, price_info: undefined })])
    expect(await make().balances?.(SOLANA, OWNER)).toEqual([
      { name: 'Solana', symbol: 'SOL', decimals: 9, amount: 2_500_000_000n, price: 60 },
      {
        ...{ name: 'USD Coin', symbol: 'USDC', decimals: 6, amount: 123_456_789n, address: MINT },
        iconUrl: SOLANA_TOKEN.iconUrl,
      },
      {
        ...{ name: 'Bonk', symbol: 'BONK', decimals: 5, amount: 123_456_789n, price: 0.00002 },
        ...{ address: 'Bonk111111111111111111111111111111111111111', iconUrl: '' },
      },
    ])
    const [one] = service.asked
    expect(one).toMatchObject({ method: 'POST', path: '/', query: { 'api-key': KEY } })
    expect(one?.body).toMatchObject({
      ...{ jsonrpc: '2.0', method: 'getAssetsByOwner' },
      params: { ownerAddress: OWNER, page: 1, displayOptions: { showFungible: true, showNativeBalance: true } },
    })
  })

  it('leave out NFTs, worthless tokens, and amounts that are not exact', async () => {
    tell(
      [
        ...[asset({ interface: 'V1_NFT' }), asset({}, { decimals: 0 }), asset({}, { balance: 0 }), null, 7, {}],
        ...[asset({ content: null }, { symbol: '' }), asset({}, { balance: 2 ** 60 }), asset({}, { balance: '1x' })],
        asset({ content: { metadata: { name: 'Claim at t.me/win', symbol: 'WIN' } } }),
      ],
      { lamports: 0 },
    )
    expect(await make().balances?.(SOLANA, OWNER)).toEqual([])
  })

  it('go on through all pages', async () => {
    const items = Array.from({ length: 1_002 }, (_, at) => asset({ id: `Id${at}` }))
    service.asked.length = 0
    service.answer = ({ body }) => {
      const { page } = (body as { params: { page: number } }).params
      const nativeBalance = { lamports: 1 }
      return { json: { result: { items: items.slice((page - 1) * 1_000, page * 1_000), nativeBalance } } }
    }
    expect(await make().balances?.(SOLANA, OWNER)).toHaveLength(1_003)
    expect(service.asked).toHaveLength(2)
  })

  it('fail for more assets than are read, among which money would be lost', async () => {
    const nfts = Array.from({ length: 1_000 }, (_, at) => asset({ id: `Id${at}`, interface: 'V1_NFT' }))
    service.answer = ({ body }) => {
      const { page } = (body as { params: { page: number } }).params
      const items = page <= 5 ? nfts : [asset()]
      return { json: { result: { items, nativeBalance: { lamports: 1 } } } }
    }
    await expect(make().balances?.(SOLANA, OWNER)).rejects.toThrow('has more assets of this account than are read')
  })

  it('fail as a SourceError, without the key', async () => {
    await expectFailures(
      service,
      KEY,
      () => make(),
      (source) => source.balances?.(SOLANA, OWNER),
    )
    tell([], undefined)
    service.answer = () => ({ json: { result: { items: [] } } })
    await expect(make().balances?.(SOLANA, OWNER)).rejects.toThrow('helius sent no balance')
    service.answer = () => ({ json: { error: { code: -32000, message: KEY } } })
    await expect(make().balances?.(SOLANA, OWNER)).rejects.toThrow('helius refused getAssetsByOwner')
  })

  it('are of Solana’s mainnet only', () => {
    expect([SOLANA.caipNetworkId, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'eip155:1'].map(make().serves)).toEqual([
      ...[true, false, false],
    ])
  })
})

describe('a server with Helius', () => {
  it('answers the balances and the history of a page', async () => {
    service.answer = ({ method }) =>
      method === 'GET'
        ? { json: [enhanced()] }
        : { json: { result: { items: [asset()], nativeBalance: { lamports: 1_000_000_000, price_per_sol: 60 } } } }
    const hosted = await startHosted(
      { sources: { helius: { url: service.url } }, solana: { rpc: SOLANA.rpc } },
      { WALLETKIT_HELIUS_KEY: KEY },
    )
    const ask = async (what: string) =>
      (
        await fetch(`${hosted.url()}/v1/account/${OWNER}/${what}?chainId=${SOLANA.caipNetworkId}`)
      ).json() as Promise<unknown>
    expect(parseBalances(await ask('balance'))).toMatchObject([
      { symbol: 'SOL', value: 60, quantity: { numeric: '1' } },
      { symbol: 'BONK', quantity: { numeric: '1234.56789' } },
    ])
    const { data, next } = parseHistory(await ask('history'))
    expect([data.length, next]).toEqual([1, `helius:${signature(1)}`])
    await hosted.close()
  })
})
