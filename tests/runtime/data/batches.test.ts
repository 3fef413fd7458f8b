import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropBatch, keepBatch, parseBatches, readBatches, type SentBatch } from '../../../runtime/data/batches.ts'
import { makeKit, memoryStorage } from '../../support/kit.ts'

const NOW = 1_700_000_000_000
const batch: SentBatch = {
  id: '0xabc',
  caipNetworkId: 'eip155:31337',
  from: '0xa',
  to: '0xb',
  at: NOW,
  note: { kind: 'swap', out: { amount: '1', symbol: 'DAI' } },
}
const parse = (...list: unknown[]) => parseBatches(JSON.stringify(list), NOW)

describe('stored batches', () => {
  it('survive a reload, newest first, until their wallet has settled them', () => {
    const storage = memoryStorage()
    const at = Date.now()
    const kit = makeKit({}, { storage })
    keepBatch(kit, { ...batch, at })
    keepBatch(kit, { ...batch, id: 'two', at })
    keepBatch(kit, { ...batch, id: 'two', at })
    const later = makeKit({}, { storage })
    expect(readBatches(later).map(({ id }) => id)).toEqual(['two', '0xabc'])
    expect(readBatches(later)[1]).toEqual({ ...batch, at })
    dropBatch(later, { ...batch, id: 'two' })
    dropBatch(later, batch)
    expect(readBatches(kit)).toEqual([])
    expect(storage.get('@appkit/batches')).toBeUndefined()
  })

  it('of two accounts or networks are two, even where both wallets call theirs the same', () => {
    const kit = makeKit({}, { storage: memoryStorage() })
    const at = Date.now()
    const others = [
      { ...batch, from: '0xc', at },
      { ...batch, caipNetworkId: 'eip155:1', at },
    ]
    for (const each of [{ ...batch, at }, ...others]) keepBatch(kit, each)
    dropBatch(kit, { ...batch, from: '0xA' })
    expect(readBatches(kit)).toEqual(others.reverse())
  })

  it('are forgotten after a day', () => {
    expect(parse({ ...batch, at: NOW - 86_400_001 }, batch)).toEqual([batch])
  })

  it('lose what is no batch, and no other entry', () => {
    const { id: _id, ...unnamed } = batch
    expect(parse(null, 5, unnamed, { ...batch, id: '' }, { ...batch, id: 'x'.repeat(9_000) }, batch)).toEqual([batch])
    expect(parse({ ...batch, note: { kind: 'gift' } })[0]).not.toHaveProperty('note')
    expect(parseBatches('{', NOW)).toEqual([])
    expect(parseBatches(undefined, NOW)).toEqual([])
  })

  it('never throw, whatever is stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.record({ id: fc.anything(), at: fc.anything() })).map((list) => JSON.stringify(list) ?? ''),
        ),
        (text) => {
          for (const { id, at } of parseBatches(text, NOW)) expect([typeof id, typeof at]).toEqual(['string', 'number'])
        },
      ),
    )
  })
})
