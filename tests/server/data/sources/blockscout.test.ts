/** Blockscout: a local server that answers as its documentation says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBalances } from '../../../../runtime/contracts/tokenBalance.ts'
import { parseHistory } from '../../../../runtime/data/transaction.ts'
import { blockscoutSource } from '../../../../server/data/sources/blockscout.ts'
import { startHosted } from '../../../support/hosted.ts'
import { expectFailures, type Service, startService } from '../../../support/service.ts'
import { ACCOUNT, answerLists, ETHEREUM, FRIEND, hash, KEY, LISTED, ROUTER, serviceOf, USDC } from './recorded.ts'
import { approveInput, internalTransfer, tokenTransfer, transaction } from './recorded.ts'

let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: {} }))
})
afterAll(() => service.close())

const make = (more: object = {}) =>
  blockscoutSource(serviceOf('blockscout', '', { networks: { 1: service.url }, ...more }), [LISTED], { pause: 1 })
const token = (fields: object = {}) => ({
  ...{ balance: '2500000', contractAddress: ROUTER, name: 'Link', decimals: '6', symbol: 'LNK', type: 'ERC-20' },
  ...fields,
})

describe('Blockscout', () => {
  it('is asked at its own origin, without a network and without a key', async () => {
    service.asked.length = 0
    service.answer = answerLists({})
    expect(await make({ key: undefined }).history?.(ETHEREUM, ACCOUNT, null)).toEqual({ data: [], next: null })
    expect(service.asked[0]).toMatchObject({ method: 'GET', path: '/api' })
    expect(service.asked[0]?.query).toEqual({
      ...{ module: 'account', action: 'txlist', address: ACCOUNT, sort: 'desc', page: '1', offset: '50' },
    })
    await make().history?.(ETHEREUM, ACCOUNT, null)
    expect(service.asked.at(-1)?.query['apikey']).toBe(KEY)
    expect(['eip155:1', 'eip155:10'].map(make().serves)).toEqual([true, false])
  })

  it('tells the native currency and tokens, the listed ones first, without NFTs and worthless ones', async () => {
    service.answer = answerLists({}, '7', [
      ...[token(), token({ contractAddress: USDC, symbol: 'FAKE', name: null }), token({ type: 'ERC-721' })],
      ...[token({ decimals: '' }), token({ decimals: '0' }), token({ symbol: '' }), token({ balance: '0' })],
      ...[token({ name: 'Claim at www.win.example' }), token({ contractAddress: 'x' }), null],
    ])
    expect(await make().balances?.(ETHEREUM, ACCOUNT)).toEqual([
      { name: 'ETH', symbol: 'ETH', decimals: 18, amount: 7n },
      {
        ...{ name: 'USD Coin', symbol: 'USDC', decimals: 6, amount: 2_500_000n, address: USDC },
        iconUrl: LISTED.iconUrl,
      },
      { name: 'Link', symbol: 'LNK', decimals: 6, amount: 2_500_000n, address: ROUTER, iconUrl: '' },
    ])
  })

  it('tells an empty list for an empty account, and fails if it does not know', async () => {
    service.answer = ({ query }) =>
      query['action'] === 'balance'
        ? { json: { status: '1', message: 'OK', result: '0' } }
        : { json: { status: '0', message: 'No tokens found', result: [] } }
    expect(await make().balances?.(ETHEREUM, ACCOUNT)).toEqual([])
    // Until it has read a balance, it answers null: that is not 0.
    service.answer = answerLists({}, null)
    await expect(make().balances?.(ETHEREUM, ACCOUNT)).rejects.toThrow('blockscout sent no balance')
  })

  it('tells a history though some of its fields differ', async () => {
    const { methodId: _, functionName: __, ...approval } = transaction({ to: USDC, input: approveInput(ROUTER, 1n) })
    const { hash: own, traceId: ___, ...inner } = internalTransfer({ hash: hash(2), value: '9', from: FRIEND })
    const lists = {
      txlist: [approval],
      // It names the hash otherwise, and has the transaction itself at 0.
      txlistinternal: [
        { ...inner, transactionHash: own ?? '', index: '1', callType: 'call' },
        { ...inner, transactionHash: hash(3), index: '0', callType: 'call' },
        { ...inner, transactionHash: hash(4), index: '1', callType: 'delegatecall' },
      ],
      tokentx: [tokenTransfer({ hash: hash(5), blockNumber: '101' })],
    }
    const answer = answerLists(lists)
    service.answer = (asked) => {
      const reply = answer(asked)
      // While it reads internal transactions, it says so with a status of its own.
      if (asked.query['action'] === 'txlistinternal') Object.assign(reply.json as object, { status: '2' })
      return reply
    }
    const { data } = (await make().history?.(ETHEREUM, ACCOUNT, null)) ?? expect.fail()
    expect(data.map(({ metadata }) => [metadata.hash, metadata.operationType])).toEqual([
      [hash(5), 'receive'],
      [hash(1), 'approve'],
      [hash(2), 'receive'],
    ])
    expect(data[1]?.approvals).toMatchObject([{ quantity: { numeric: '0.000001' } }])
    expect(parseHistory({ data }).data).toHaveLength(3)
  })

  it('fails as a SourceError, without the key', async () => {
    await expectFailures(service, KEY, make, (source) => source.history?.(ETHEREUM, ACCOUNT, null))
    await expectFailures(service, KEY, make, (source) => source.balances?.(ETHEREUM, ACCOUNT))
    const elsewhere = { ...ETHEREUM, caipNetworkId: 'eip155:10', id: 10 }
    await expect(make().history?.(elsewhere, ACCOUNT, null)).rejects.toMatchObject({ name: 'SourceError' })
  })

  it('answers a page through a server, and the next source does while it fails', async () => {
    const networks = [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: service.url }]
    const hosted = await startHosted({ sources: { blockscout: { networks: { 1: service.url } }, rpc: {} }, networks })
    const answer = answerLists({}, '1500000000000000000', [token()])
    let works = true
    // The same server is the node of the network.
    service.answer = (asked) => {
      if (asked.method === 'POST') return { json: { jsonrpc: '2.0', id: 1, result: '0x1' } }
      return works ? answer(asked) : { status: 503, json: {} }
    }
    const ask = (account: string) => fetch(`${hosted.url()}/v1/account/${account}/balance?chainId=eip155:1`)
    const first = await ask(ACCOUNT)
    expect(first.headers.get('x-walletkit-source')).toBe('blockscout')
    expect(parseBalances(await first.json())).toMatchObject([
      { symbol: 'ETH', quantity: { numeric: '1.5' } },
      { symbol: 'LNK', address: `eip155:1:${ROUTER}`, quantity: { numeric: '2.5', decimals: '6' } },
    ])
    works = false
    const second = await ask(FRIEND)
    expect(second.headers.get('x-walletkit-source')).toBe('rpc')
    expect(parseBalances(await second.json())).toMatchObject([{ quantity: { numeric: '0.000000000000000001' } }])
    await hosted.close()
  })
})
