/**
 * Each source with answers that are partly as documented and partly random: it fails as a SourceError, or tells
 * something that is valid in every part. It never crashes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTransaction } from '../../../../runtime/data/transaction.ts'
import type { DataNetwork } from '../../../../server/data/network.ts'
import { type Source, SourceError } from '../../../../server/data/source.ts'
import { NATIVE } from '../../../../server/data/shape.ts'
import { alchemySource } from '../../../../server/data/sources/alchemy.ts'
import { blockscoutSource } from '../../../../server/data/sources/blockscout.ts'
import { coingeckoSource } from '../../../../server/data/sources/coingecko.ts'
import { defillamaSource } from '../../../../server/data/sources/defillama.ts'
import { etherscanSource } from '../../../../server/data/sources/etherscan.ts'
import { esploraSource } from '../../../../server/data/sources/esplora.ts'
import { heliusSource } from '../../../../server/data/sources/helius.ts'
import { randomOf } from '../../../support/cut.ts'
import { type Asked, type Reply, type Service, startService } from '../../../support/service.ts'
import * as recorded from './recorded.ts'
import {
  ACCOUNT,
  ETHEREUM,
  KEY,
  LISTED,
  MINT,
  OWNER,
  ROUTER,
  serviceOf,
  SOLANA,
  SOLANA_TOKEN,
  USDC,
} from './recorded.ts'

const ROUNDS = 250
let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: {} }))
})
afterAll(() => service.close())

/** Values that parsers stumble over. */
const ODD: readonly unknown[] = [
  ...[null, true, '', '0', '-1', '1e9', '0x', '0xzz', 'constructor', '__proto__', '\u202e\u0000', 'x'.repeat(5_000)],
  ...[0, -1, 1.5, 1e21, 1e-9, 2 ** 53, 8.65e15, [], {}, [[]], { toString: 'x', length: -1 }, '9'.repeat(90)],
  ...['0x' + 'f'.repeat(64), '99999999999', '999999999999999', ACCOUNT, '0x095ea7b3', '2023-13-45', 'https://x'],
]

/** A copy in which some values are odd, missing, or each other's. */
function mutated(value: unknown, random: () => number, chance: number): unknown {
  if (random() < chance) return ODD[Math.floor(random() * ODD.length)]
  if (Array.isArray(value)) return value.map((each) => mutated(each, random, chance))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => random() > chance / 2)
      .map(([key, each]) => [key, mutated(each, random, chance)]),
  )
}

const amountText = /^(\d+(\.\d+)?)?$/

async function expectValid(source: Source): Promise<void> {
  const places: Readonly<Record<string, [DataNetwork, string]>> = {
    helius: [SOLANA, OWNER],
    esplora: [recorded.BITCOIN, recorded.HOLDER],
  }
  const [network, account] = places[source.name] ?? [ETHEREUM, ACCOUNT]
  const settle = async <T>(asked: Promise<T> | undefined, check: (value: T) => void) => {
    if (!asked) return
    const value = await asked.catch((error: unknown) => {
      if (!(error instanceof SourceError)) throw error
      expect(error.message).not.toContain(KEY)
      return undefined
    })
    if (value !== undefined) check(value)
  }
  await settle(source.history?.(network, account, null), ({ data, next }) => {
    for (const row of data) {
      const read = parseTransaction(JSON.parse(JSON.stringify(row)))
      expect(read?.transfers).toHaveLength(row.transfers.length)
      for (const { quantity } of row.transfers) expect(quantity.numeric).toMatch(amountText)
      for (const { quantity } of row.approvals ?? []) expect(quantity?.numeric ?? '').toMatch(amountText)
      expect(row.metadata.sentFrom).toMatch(/^\S{1,200}$/)
    }
    expect(next === null || next.length < 100).toBe(true)
  })
  await settle(source.balances?.(network, account), (holdings) => {
    for (const {
      name,
      symbol,
      decimals,
      amount,
      unconfirmed = 0n,
      price = 0,
      iconUrl = '',
      address = '',
    } of holdings) {
      expect([name, symbol].every((text) => text !== '' && text.length <= 200)).toBe(true)
      expect(
        (amount > 0n || unconfirmed > 0n) &&
          amount >= 0n &&
          decimals > 0 &&
          decimals <= 36 &&
          Number.isFinite(price) &&
          price >= 0,
      ).toBe(true)
      expect(iconUrl).toMatch(/^(https:\/\/.*)?$/)
      expect(address.length).toBeLessThanOrEqual(200)
    }
  })
  const wanted = [`eip155:1:${USDC}`, `eip155:1:${NATIVE}`, `${SOLANA.caipNetworkId}:${MINT}`]
  await settle(source.prices?.(wanted), (prices) => {
    for (const [address, { price, name, symbol }] of prices) {
      expect(wanted).toContain(address)
      expect(Number.isFinite(price) && price >= 0).toBe(true)
      expect(typeof name + typeof symbol).toBe('stringstring')
    }
  })
  await settle(source.rates?.(), (rates) => {
    for (const [code, text] of Object.entries(rates)) expect(`${code} ${text}`).toMatch(/^[A-Z]{3} \d+(\.\d+)?$/)
  })
}

const lists: recorded.Lists = {
  txlist: [
    recorded.transaction({ value: '5', to: ROUTER }),
    recorded.transaction({ to: USDC, input: recorded.approveInput(ROUTER, 7n), hash: recorded.hash(2) }),
    recorded.transaction({ to: USDC, input: recorded.transferInput(ROUTER, 7n), hash: recorded.hash(3), isError: '1' }),
  ],
  txlistinternal: [recorded.internalTransfer()],
  tokentx: [recorded.tokenTransfer(), recorded.tokenTransfer({ from: ACCOUNT, to: ROUTER, hash: recorded.hash(4) })],
  tokennfttx: [recorded.nftTransfer()],
}
const listed = recorded.answerLists(lists, '15', [
  { balance: '5', contractAddress: USDC, name: 'Link', decimals: '6', symbol: 'LNK', type: 'ERC-20' },
])
const alchemy = recorded.answerAlchemy({
  ...{ native: '0x5', amounts: [{ contractAddress: ROUTER, tokenBalance: '0x64' }] },
  facts: { [ROUTER]: { name: 'Link', symbol: 'LNK', decimals: 18, logo: 'https://logo.example/l.png' } },
  transfers: [
    recorded.alchemyTransfer(),
    recorded.alchemyTransfer({
      ...{ category: 'erc20', asset: 'LNK', rawContract: { value: '0x5', address: ROUTER, decimal: '0x12' } },
    }),
    recorded.alchemyTransfer({ category: 'erc1155', erc1155Metadata: [{ tokenId: '0x1', value: '0x2' }] }),
  ],
})
const helius = ({ method }: Asked): Reply =>
  method === 'GET'
    ? {
        json: [
          recorded.enhanced({ tokenTransfers: [recorded.splTransfer()], accountData: [recorded.tokenChange('9')] }),
        ],
      }
    : { json: { result: { items: [recorded.asset()], nativeBalance: { lamports: 5, price_per_sol: 60 } } } }
const esplora = ({ path }: Asked): Reply => {
  if (path === '/blocks/tip/height') return { json: 800_000 }
  const stats = { funded_txo_sum: 900, spent_txo_sum: 300, tx_count: 2 }
  if (!path.includes('/txs')) return { json: { address: recorded.HOLDER, chain_stats: stats, mempool_stats: stats } }
  const all = [
    recorded.bitcoinTransaction(
      1,
      [[recorded.HOLDER, 500]],
      [
        [recorded.PAYEE, 90],
        [recorded.HOLDER, 400],
      ],
    ),
    recorded.bitcoinTransaction(2, [[recorded.PAYEE, 500]], [[recorded.HOLDER, 400]]),
    recorded.bitcoinTransaction(3, [[recorded.PAYEE, 500]], [[recorded.HOLDER, 400]], { status: { confirmed: false } }),
  ]
  return { json: all }
}
const rate = { name: 'Euro', unit: '€', value: 5, type: 'fiat' }
const coingecko = ({ path }: Asked): Reply =>
  path.endsWith('exchange_rates')
    ? { json: { rates: { usd: rate, eur: rate, jpy: rate } } }
    : { json: { [USDC]: { usd: 1 }, [MINT]: { usd: 1 }, ethereum: { usd: 2_000 } } }
const coin = { decimals: 6, symbol: 'USDC', price: 1, timestamp: Date.now() / 1000, confidence: 0.99 }
const defillama = (): Reply => ({
  json: { coins: { [`ethereum:${USDC}`]: coin, [`solana:${MINT}`]: coin, 'coingecko:ethereum': coin } },
})

const SOURCES: Readonly<Record<string, [(asked: Asked) => Reply, (url: string) => Source]>> = {
  etherscan: [listed, (url) => etherscanSource(serviceOf('etherscan', url), [LISTED], { pause: 0 })],
  blockscout: [
    listed,
    (url) => blockscoutSource(serviceOf('blockscout', '', { networks: { 1: url } }), [LISTED], { pause: 0 }),
  ],
  alchemy: [alchemy, (url) => alchemySource(serviceOf('alchemy', url), [LISTED])],
  helius: [helius, (url) => heliusSource(serviceOf('helius', url), [SOLANA_TOKEN])],
  esplora: [esplora, (url) => esploraSource(serviceOf('esplora', url), [recorded.BITCOIN])],
  coingecko: [coingecko, (url) => coingeckoSource(serviceOf('coingecko', url), [LISTED])],
  defillama: [defillama, (url) => defillamaSource(serviceOf('defillama', url), [LISTED])],
}

describe('a source whose service answers nonsense', () => {
  for (const [name, [answer, make]] of Object.entries(SOURCES))
    it(`is valid or fails as a SourceError: ${name}`, async () => {
      const source = make(service.url)
      for (let round = 0; round < ROUNDS; round += 1) {
        const random = randomOf(round)
        // From hardly anything wrong to nearly everything.
        const chance = 0.01 + 0.2 * random() ** 2
        service.answer = (asked) => ({ json: mutated(answer(asked).json, random, chance) ?? null })
        await expectValid(source).catch((error: unknown) => {
          throw new Error(`round ${round}`, { cause: error })
        })
      }
    })
})
