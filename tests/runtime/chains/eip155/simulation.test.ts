import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSimulated, parseTraced, summarise } from '../../../../runtime/chains/eip155/simulation.ts'
import { compareSimulation } from '../../../../runtime/data/compareSimulation.ts'

const ME = `0x${'a'.repeat(40)}`
const OTHER = `0x${'b'.repeat(40)}`
const TOKEN = `0x${'c'.repeat(40)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const log = (topics: (string | bigint)[], ...data: bigint[]) => ({
  address: TOKEN,
  topics: topics.map((topic) => `0x${word(topic)}`),
  data: `0x${data.map(word).join('')}`,
})
const answer = (logs: unknown[], status = '0x1') => [{ calls: [{ status, logs, returnData: '0x' }] }]
const read = (...logs: unknown[]) => {
  const effects = parseSimulated(answer(logs))
  if (!effects) throw new Error('It is valid')
  return summarise(effects, ME, [])
}

describe('the logs of a simulation', () => {
  it('name NFTs of both standards, in and out', () => {
    expect(read(log([TRANSFER, ME, OTHER, 7n])).changes).toEqual([{ token: TOKEN, id: 7n, amount: -1n }])
    expect(read(log([SINGLE, OTHER, OTHER, ME], 9n, 3n)).changes).toEqual([{ token: TOKEN, id: 9n, amount: 3n }])
    const batch = log([BATCH, OTHER, ME, OTHER], 64n, 160n, 2n, 1n, 2n, 2n, 10n, 20n)
    expect(read(batch).changes).toEqual([
      { token: TOKEN, id: 1n, amount: -10n },
      { token: TOKEN, id: 2n, amount: -20n },
    ])
  })

  it('name allowances of one token, one NFT and every NFT, but not those of others or those taken back', () => {
    expect(read(log([APPROVAL, ME, OTHER], 5n)).allowances).toEqual([{ token: TOKEN, spender: OTHER, amount: 5n }])
    expect(read(log([APPROVAL, ME, OTHER, 7n])).allowances).toMatchObject([{ id: 7n, amount: 1n }])
    expect(read(log([FOR_ALL, ME, OTHER], 1n)).allowances).toMatchObject([{ all: true, amount: 1n }])
    expect(read(log([APPROVAL, ME, OTHER], 5n), log([APPROVAL, ME, OTHER], 0n)).allowances).toEqual([])
    expect(read(log([APPROVAL, OTHER, ME], 5n)).allowances).toEqual([])
    expect(read(log([FOR_ALL, ME, OTHER], 0n)).allowances).toEqual([])
  })

  it('sum up to what stays: a token that comes back is no change', () => {
    expect(read(log([TRANSFER, ME, OTHER], 5n), log([TRANSFER, OTHER, ME], 5n)).changes).toEqual([])
  })

  it('count less than measured balances', () => {
    const effects = parseSimulated(answer([log([TRANSFER, ME, OTHER], 5n)]))
    if (!effects) throw new Error('It is valid')
    const found = summarise(effects, ME, [
      { token: TOKEN, holder: ME, amount: -50n },
      { token: TOKEN, holder: OTHER, amount: 4n },
    ])
    expect(found.changes).toEqual([{ token: TOKEN, amount: -50n }])
    expect(found.receipts).toEqual([{ token: TOKEN, holder: OTHER, amount: 4n }])
  })

  it('are refused when there are too many to look at', () => {
    expect(parseSimulated(answer(Array.from({ length: 2_001 }, () => log([TRANSFER, OTHER, ME], 1n))))).toBeUndefined()
  })
})

describe('a trace', () => {
  const frame = (rest: object) => ({ type: 'CALL', from: ME, to: OTHER, value: '0x5', ...rest })
  const tracedBy = (rest: object) => {
    const effects = parseTraced(frame(rest))
    return effects && summarise(effects, ME, []).changes
  }

  it('tells the allowance that the last call leaves, and not an earlier one', () => {
    const leftBy = (...amounts: bigint[]) => {
      const calls = amounts.map((amount) => ({
        ...{ type: 'CALL', from: OTHER, to: TOKEN, value: '0x0' },
        logs: [log([APPROVAL, ME, OTHER], amount)],
      }))
      const effects = parseTraced(frame({ calls }))
      return effects && summarise(effects, ME, []).allowances.map(({ amount }) => amount)
    }
    expect(leftBy(0n, 5n)).toEqual([5n])
    expect(leftBy(5n, 0n)).toEqual([])
    expect(leftBy(1n, 2n, 3n)).toEqual([3n])
    // Nodes tell after how many of its inner calls a contract logged something (`position`).
    const inner = { type: 'CALL', from: OTHER, to: TOKEN, value: '0x0', logs: [log([APPROVAL, ME, OTHER], 0n)] }
    const around = (position: string) => {
      const logs = [{ ...log([APPROVAL, ME, OTHER], 7n), position }]
      const effects = parseTraced(frame({ calls: [{ ...inner, logs, calls: [inner] }] }))
      return effects && summarise(effects, ME, []).allowances.map(({ amount }) => amount)
    }
    expect(around('0x1')).toEqual([7n])
    expect(around('0x0')).toEqual([])
  })

  it('counts calls that succeeded, at every depth, and no delegated ones', () => {
    const back = { type: 'CALL', from: OTHER, to: ME, value: '0x2' }
    expect(tracedBy({ calls: [back] })).toEqual([{ amount: -3n }])
    expect(tracedBy({ calls: [{ ...back, error: 'out of gas', calls: [back] }] })).toEqual([{ amount: -5n }])
    expect(tracedBy({ calls: [{ ...back, type: 'DELEGATECALL' }] })).toEqual([{ amount: -5n }])
    expect(tracedBy({ calls: [{ ...back, value: '0x0', logs: [log([TRANSFER, OTHER, ME], 9n)] }] })).toEqual([
      { amount: -5n },
      { token: TOKEN, amount: 9n },
    ])
    expect(parseTraced(frame({ error: 'execution reverted', revertReason: 'No' }))).toMatchObject({
      status: 'reverted',
      reason: 'No',
    })
  })
})

/** Random texts and numbers of a hostile node, and values that mean something in a simulation. */
const leaf = fc.oneof(
  fc.constantFrom('0x1', '0x0', '0x', ME, OTHER, TOKEN, TRANSFER, SINGLE, BATCH, APPROVAL, FOR_ALL, 'CALL', null),
  fc.string(),
  fc.integer(),
  fc.bigInt({ min: 0n, max: 2n ** 256n }).map((value) => `0x${word(value)}`),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    leaf,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(
      fc.constantFrom('calls', 'logs', 'status', 'topics', 'address', 'data', 'from', 'to', 'value', 'type', 'error'),
      tie('tree'),
    ),
  ),
}))

describe('whatever a node answers', () => {
  it('the parsers never throw, and only name what can be compared', () => {
    fc.assert(
      fc.property(tree, fc.array(tree, { maxLength: 4 }), (any, logs) => {
        const inside = [{ calls: [{ status: '0x1', logs }] }]
        for (const effects of [parseSimulated(any), parseSimulated(inside), parseTraced(any)]) {
          if (!effects) continue
          const found = summarise(effects, ME, [])
          expect(found.changes.every(({ amount }) => amount !== 0n)).toBe(true)
          expect(found.allowances.every(({ amount }) => amount > 0n)).toBe(true)
          compareSimulation(ME, found, { pays: { amount: 1n, to: OTHER } })
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('a lie about transfers never hides a loss: every outgoing transfer that was not meant is marked', () => {
    const transfers = fc.array(
      fc.record({
        from: fc.constantFrom(ME, OTHER),
        to: fc.constantFrom(ME, OTHER),
        amount: fc.bigInt(1n, 2n ** 100n),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(transfers, (list) => {
        const found = read(...list.map(({ from, to, amount }) => log([TRANSFER, from, to], amount)))
        const net = list.reduce(
          (sum, { from, to, amount }) => sum + (to === ME ? amount : 0n) - (from === ME ? amount : 0n),
          0n,
        )
        const marked = compareSimulation(ME, found, {}).some(({ kind }) => kind === 'leaves')
        expect(marked).toBe(net < 0n)
      }),
    )
  })
})
