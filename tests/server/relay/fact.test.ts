/** What the journals read back: a newer version, or a person, may have written anything there. */
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../../sandbox/relay/kept.ts'
import { keptOf } from '../../../server/relay/fact.ts'
import { entriesOf } from '../../../server/relay/redisStream.ts'

const MESSAGE = { topic: 'a'.repeat(64), message: 'text', ttl: 300, tag: 1 }
const KEPT = { ...MESSAGE, key: keyOf(MESSAGE), from: 'did:key:z6Mk', at: 1, until: 300_001 }
const ODD = [undefined, null, true, -1, 1.5, NaN, '', 'x', '{}', [], [[]], {}, { topic: {} }]

/** A source of numbers that are the same in every run. */
const createRandom = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31

describe('a kept message', () => {
  it('is read as it was written', () => {
    expect(keptOf(JSON.stringify(KEPT))).toEqual(KEPT)
    const attested = { ...KEPT, attestation: 'attested' }
    expect(keptOf(JSON.stringify(attested))).toEqual(attested)
  })
  it('of any other shape is an error that names the column and tells nothing of it', () => {
    for (const name of Object.keys(KEPT))
      for (const odd of ODD.filter((each) => typeof each !== typeof KEPT[name as keyof typeof KEPT]))
        expect(() => keptOf(JSON.stringify({ ...KEPT, [name]: odd })), `${name}: ${JSON.stringify(odd)}`).toThrow(
          'relay.kept cannot be read',
        )
    for (const odd of ODD) expect(() => keptOf(JSON.stringify(odd) ?? '')).toThrow('relay.kept')
  })
})

describe('an answer of Redis', () => {
  it('is read as entries with their fields', () => {
    const answer = [
      [
        'stream',
        [
          ['1-0', ['by', 'me', 'body', 'text']],
          ['2-0', ['by']],
          ['3-0', null],
        ],
      ],
    ]
    expect(entriesOf(answer).map(({ id, fields }) => [id, Object.fromEntries(fields)])).toEqual([
      ['1-0', { by: 'me', body: 'text' }],
      ['2-0', { by: '' }],
      ['3-0', {}],
    ])
    expect(entriesOf(null)).toEqual([])
  })
  it('of any shape becomes entries, or an error that says what is wrong', () => {
    const random = createRandom(7)
    const some = (depth: number): unknown =>
      depth && random() < 0.6
        ? Array.from({ length: Math.floor(random() * 4) }, () => some(depth - 1))
        : ODD[Math.floor(random() * ODD.length)]
    let [read, refused] = [0, 0]
    for (let at = 0; at < 20_000; at++) {
      try {
        for (const { id, fields } of entriesOf(some(5)))
          expect([typeof id, fields instanceof Map]).toEqual(['string', true])
        read++
      } catch (error) {
        expect(error).toEqual(new Error('Redis answered XREAD in another form'))
        refused++
      }
    }
    expect(Math.min(read, refused)).toBeGreaterThan(100)
  })
})
