/** What a node says, and what the database has, is read whole or refused: a part that is left out would be missing for good. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseBlock,
  parseHeader,
  parseLogs,
  parseReceipt,
  parseSent,
  parseTraces,
  TRANSFER,
} from '../../../../server/data/indexer/answers.ts'
import { readDeed, type StoredDeed, writeDeed } from '../../../../server/data/indexer/deeds.ts'
import { SourceError } from '../../../../server/data/source.ts'

const NODE = 'the node'
const [ME, FRIEND, TOKEN] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]
const hash = `0x${'a'.repeat(64)}`
const word = (value: string) => `0x${value.replace(/^0x/, '').padStart(64, '0')}`
const log = (more: object = {}) => ({
  ...{ address: TOKEN, topics: [TRANSFER, word(ME), word(FRIEND)], data: word('5'), transactionHash: hash },
  ...{ blockNumber: '0x7', logIndex: '0x0', removed: false, ...more },
})
const sent = { hash, from: ME, to: FRIEND, value: '0x5', input: '0x', nonce: '0x1' }
const receipt = {
  ...{ transactionHash: hash, blockNumber: '0x7', transactionIndex: '0x2', status: '0x1', contractAddress: null },
  logs: [log()],
}
const trace = {
  ...{ type: 'call', transactionHash: hash, blockNumber: 7, traceAddress: [0, 1] },
  action: { callType: 'call', from: ME, to: FRIEND, value: '0x5' },
}
const header = { number: '0x7', hash, timestamp: '0x10', transactions: [sent] }

describe('answers of a node', () => {
  it('are read as documented', () => {
    const transfer = { contract: TOKEN, from: ME, to: FRIEND, amount: 5n }
    expect(parseLogs(NODE, [log()])).toEqual([{ hash, block: 7, transfer }])
    const nft = { topics: [TRANSFER, word(ME), word(FRIEND), word('9')], data: '0x' }
    expect(parseLogs(NODE, [log(nft)])[0]?.transfer).toEqual({ contract: TOKEN, from: ME, to: FRIEND, id: 9n })
    expect(parseReceipt(NODE, receipt)).toEqual({
      ...{ hash, block: 7, place: 2, succeeded: true, contract: undefined, transfers: [transfer] },
    })
    expect(parseSent(NODE, { ...sent, to: null })).toMatchObject({ to: undefined, value: 5n, nonce: 1 })
    expect(parseHeader(NODE, header)).toEqual({ number: 7, hash, at: 16 })
    expect(parseHeader(NODE, null)).toBeUndefined()
    expect(parseBlock(NODE, header)).toHaveLength(1)
    expect(parseTraces(NODE, [trace])).toEqual([
      { hash, block: 7, path: [0, 1], from: ME, to: FRIEND, value: 5n, failed: false, moves: true },
    ])
  })

  it('tell who pays whom in each kind of trace', () => {
    const kinds = {
      call: { type: 'call', action: { callType: 'call', from: ME, to: FRIEND, value: '0x5' } },
      delegated: { type: 'call', action: { callType: 'delegatecall', from: ME, to: FRIEND, value: '0x5' } },
      create: { type: 'create', action: { from: ME, value: '0x5', init: '0x' }, result: { address: FRIEND } },
      destroyed: { type: 'suicide', action: { address: ME, refundAddress: FRIEND, balance: '0x5' }, result: null },
      reward: { type: 'reward', action: { author: ME, value: '0x5', rewardType: 'block' } },
    }
    const movesOf = (kind: object) => parseTraces(NODE, [{ ...trace, ...kind }]).map(({ moves }) => moves)
    expect(Object.values(kinds).map(movesOf)).toEqual([[true], [false], [true], [true], []])
    for (const kind of [kinds.call, kinds.create, kinds.destroyed])
      expect(parseTraces(NODE, [{ ...trace, ...kind }])).toMatchObject([{ from: ME, to: FRIEND, value: 5n }])
  })

  it('leave out what is no transfer, and fail for a transfer of which a part is missing', () => {
    for (const other of [
      ...[{ topics: [] }, { topics: [TRANSFER, word(ME)] }, { topics: [TRANSFER, hash, word(FRIEND)] }],
      ...[{ data: '0x' }, { removed: true }, { topics: [hash, word(ME), word(FRIEND)] }, { address: 'x' }],
    ])
      expect(parseLogs(NODE, [log(other)]), JSON.stringify(other)).toEqual([])
    for (const broken of [{ transactionHash: null }, { blockNumber: undefined }])
      expect(() => parseLogs(NODE, [log(broken)])).toThrow(SourceError)
    for (const parse of [parseLogs, parseReceipt, parseSent, parseHeader, parseBlock, parseTraces])
      for (const value of [undefined, 'x', 7, {}]) expect(() => parse(NODE, value), parse.name).toThrow(SourceError)
  })

  it('are valid or a SourceError, whatever they are', () => {
    const odd = fc.oneof(
      ...[fc.jsonValue(), fc.constantFrom(hash, ME, word('1'), '0x', '0x7', null, -1, 2 ** 60, [], TRANSFER)],
    )
    const change = <T extends object>(value: T) =>
      fc.dictionary(fc.constantFrom(...Object.keys(value)), odd).map((more) => ({ ...value, ...more }))
    const parsers: [fc.Arbitrary<unknown>, (value: unknown) => unknown][] = [
      [fc.array(change(log())), (value) => parseLogs(NODE, value)],
      [change(receipt), (value) => parseReceipt(NODE, value)],
      [change(sent), (value) => parseSent(NODE, value)],
      [change(header), (value) => [parseHeader(NODE, value), parseBlock(NODE, value)]],
      [fc.array(change(trace)), (value) => parseTraces(NODE, value)],
    ]
    for (const [values, parse] of parsers)
      fc.assert(
        fc.property(values, (value) => {
          try {
            // Every bigint and every number is one that JSON can have.
            JSON.stringify(parse(value), (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
          } catch (error) {
            expect(error).toBeInstanceOf(SourceError)
          }
        }),
      )
  })
})

describe('a stored transaction', () => {
  const address = fc.constantFrom(ME, FRIEND, TOKEN)
  const amount = fc.bigInt(0n, 2n ** 256n - 1n)
  const movement = fc.oneof(
    fc.record({ kind: fc.constant('native' as const), from: address, to: address, amount }),
    fc.record({ kind: fc.constant('token' as const), contract: address, from: address, to: address, amount }),
    fc.record({ kind: fc.constant('nft' as const), contract: address, from: address, to: address, id: amount }),
  )
  const deed: fc.Arbitrary<StoredDeed> = fc.record({
    ...{ hash: fc.constant(hash), at: fc.nat(), sender: address, receiver: fc.option(address, { nil: undefined }) },
    ...{ nonce: fc.nat(), succeeded: fc.boolean(), deploys: fc.boolean(), movements: fc.array(movement) },
  })

  it('is the same after it was written and read', () => {
    fc.assert(
      fc.property(deed, (one) => {
        expect(readDeed(writeDeed(one))).toEqual(one)
      }),
    )
    const approved: StoredDeed = {
      ...{ hash, at: 1, sender: ME, receiver: TOKEN, nonce: 0, succeeded: true, deploys: false, movements: [] },
      approval: { contract: TOKEN, spender: FRIEND, amount: 7n },
    }
    expect(readDeed(writeDeed(approved))).toEqual(approved)
  })

  it('fails by the name of its column if it is another one, without its content', () => {
    for (const text of ['', '{', '[]', '{"hash":"SECRET"}', '"SECRET"', writeDeedWith({ movements: [{ kind: 'x' }] })])
      expect(() => readDeed(text)).toThrow(/^index_deeds\.value cannot be read: it was changed/)
    fc.assert(
      fc.property(fc.json(), (text) => {
        try {
          readDeed(text)
        } catch (error) {
          expect(String(error)).toMatch(/index_deeds\.value cannot be read/)
        }
      }),
    )
  })
})

const writeDeedWith = (more: object) =>
  JSON.stringify({ hash, at: 1, sender: ME, nonce: 0, succeeded: true, deploys: false, movements: [], ...more })
