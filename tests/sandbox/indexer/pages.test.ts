import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryRow } from '../../../sandbox/index.ts'
import { parseBlock, parseReceipts, parseTraces } from '../../../sandbox/indexer/answers.ts'
import { parseTokenUri } from '../../../sandbox/indexer/nfts.ts'
import { decodeCursor, encodeCursor } from '../../../sandbox/indexer/pages.ts'
import { parseRow } from '../../../sandbox/indexer/parse.ts'
import { Refusal } from '../../../sandbox/refusal.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { chainClients } from '../chain.ts'
import { historyOf } from './ask.ts'

const sandbox = useSandbox()
const ONE = 'eip155:31337'
const OWNER = '0x00000000000000000000000000000000000a11ce'

const row = (at: number): HistoryRow => ({
  id: `row-${at}`,
  metadata: {
    operationType: 'receive',
    hash: `0x${at.toString(16).padStart(64, '0')}`,
    chain: ONE,
    // Five transactions per second, so that the time alone does not order them.
    minedAt: new Date(1_700_000_000_000 - Math.floor(at / 5) * 1000).toISOString(),
    sentFrom: OWNER,
    sentTo: OWNER,
    status: 'confirmed',
    nonce: at,
  },
  transfers: [],
})

describe('pages of a history', () => {
  it('give every row once, in order, while new ones arrive on top', async () => {
    const rows = Array.from({ length: 230 }, (_, at) => row(at))
    sandbox().indexer.add(OWNER, rows)
    const seen: HistoryRow[] = []
    let cursor: string | null = ''
    do {
      const page: Awaited<ReturnType<typeof historyOf>> = await historyOf(sandbox(), OWNER, { chainId: ONE, cursor })
      expect(page.data.length).toBeLessThanOrEqual(50)
      seen.push(...page.data)
      cursor = page.next
      // This is mined now, so it belongs before all rows that were read.
      const payer = sandbox().accounts[4]
      if (payer) await chainClients(sandbox(), 31337, payer.privateKey).sendEther(OWNER, 1n)
    } while (cursor !== null)
    expect(seen).toHaveLength(230)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(230)
    const times = seen.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual([...times].sort().reverse())
    const { data } = await historyOf(sandbox(), OWNER, { chainId: ONE })
    expect(data.filter(({ transfers }) => transfers.length)).toHaveLength(5)
    sandbox().indexer.clear()
    expect((await historyOf(sandbox(), OWNER, { chainId: ONE })).data).toHaveLength(5)
  })

  it('are of one chain, where one is named', async () => {
    sandbox().indexer.add(OWNER, [row(1), { ...row(2), metadata: { ...row(2).metadata, chain: 'eip155:31338' } }])
    const ids = async (query: Record<string, string>) =>
      (await historyOf(sandbox(), OWNER, query)).data.map(({ id }) => id).filter((id) => id.startsWith('row'))
    expect(await ids({ chainId: 'eip155:31338' })).toEqual(['row-2'])
    expect(await ids({})).toHaveLength(2)
    sandbox().indexer.clear()
  })
})

describe('a cursor', () => {
  it('comes back as it was given', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.string(), (at, place, id) => {
        expect(decodeCursor(encodeCursor({ at, place, id }))).toEqual({ at, place, id })
      }),
    )
  })

  it('that nobody gave is refused, whatever it is', () => {
    const given = fc.oneof(
      fc.string(),
      fc.anything().map((value) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')),
    )
    fc.assert(
      fc.property(given, (cursor) => {
        try {
          const { at, place, id } = decodeCursor(cursor)
          expect([typeof at, typeof place, typeof id]).toEqual(['number', 'number', 'string'])
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }),
    )
  })
})

it('what a node or a contract says is read or refused, never half', () => {
  const read = (parse: () => unknown) => {
    try {
      return parse()
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
      return undefined
    }
  }
  fc.assert(
    fc.property(fc.anything(), fc.string(), (answer, text) => {
      const block = read(() => parseBlock(answer)) as { number: number } | undefined
      expect(block === undefined || Number.isInteger(block.number)).toBe(true)
      read(() => parseReceipts(answer))
      read(() => parseTraces(answer))
      read(() => parseRow(answer))
      const encoded = `data:application/json;base64,${Buffer.from(text).toString('base64')}`
      for (const uri of [text, encoded]) expect(() => parseTokenUri(uri)).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})

it('a picture of an NFT is one in the text, or of a host over https', () => {
  const uri = (image: unknown) =>
    `data:application/json;base64,${Buffer.from(JSON.stringify({ name: 'a', image })).toString('base64')}`
  expect(parseTokenUri(uri('javascript:alert(1)'))).toEqual({ name: 'a' })
  expect(parseTokenUri(uri('https://host.example/a.png'))).toEqual({ name: 'a', image: 'https://host.example/a.png' })
})

it('a row of a test that is none is refused where it is added', () => {
  const { metadata } = row(1)
  const wrong = { ...row(1), metadata: { ...metadata, minedAt: 'yesterday' } }
  expect(() => sandbox().indexer.add(OWNER, [wrong])).toThrow('The row row-1 needs a time')
})
