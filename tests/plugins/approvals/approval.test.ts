import fc from 'fast-check'
import { decodeFunctionData, encodeAbiParameters, type Hex, parseAbi, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  endOf,
  type Grant,
  isUnlimited,
  keyOf,
  parseLog,
  PERMIT2,
  readsOf,
  standingOf,
  topicsOf,
} from '../../../plugins/approvals/approval.ts'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKEN = `0x${'a'.repeat(40)}`
const SPENDER = `0x${'b'.repeat(40)}`
const word = (value: string | bigint) =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`
const approval = toEventSelector('Approval(address,address,uint256)')
const forAll = toEventSelector('ApprovalForAll(address,address,bool)')
const permit2 = toEventSelector('Approval(address,address,address,uint160,uint48)')
const log = (address: string, ...topics: string[]) => ({ address, topics, data: '0x' })

describe('the logs of approvals', () => {
  it('are told apart by their event, their contract and their number of topics', () => {
    expect(parseLog(log(TOKEN, approval, word(OWNER), word(SPENDER)))).toEqual({
      kind: 'token',
      token: TOKEN,
      spender: SPENDER,
    })
    expect(parseLog(log(TOKEN, approval, word(OWNER), word(SPENDER), word(7n)))).toMatchObject({ kind: 'item', id: 7n })
    expect(parseLog(log(TOKEN, forAll, word(OWNER), word(SPENDER)))).toMatchObject({ kind: 'collection' })
    const mine = log(PERMIT2, permit2, word(OWNER), word(TOKEN), word(SPENDER))
    expect(parseLog(mine)).toEqual({ kind: 'permit2', token: TOKEN, spender: SPENDER })
    // Any contract can emit that event; only Permit2's own counts.
    expect(parseLog({ ...mine, address: TOKEN })).toBeUndefined()
    expect(parseLog(log(TOKEN, approval, word(OWNER), word(0n)))).toBeUndefined()
  })

  it('are asked for by the owner, which is the first argument of all four events', () => {
    const [events, owner] = topicsOf(OWNER)
    expect(events).toEqual(expect.arrayContaining([approval, forAll, permit2]))
    expect(events).toContain(toEventSelector('Permit(address,address,address,uint160,uint48,uint48)'))
    expect(owner).toBe(word(OWNER.toLowerCase()))
  })

  it('of any form never throw', () => {
    const topic = fc.oneof(fc.constantFrom(approval, forAll, permit2, word(SPENDER), word(2n ** 255n)), fc.anything())
    const near = fc.record({
      address: fc.oneof(fc.constantFrom(TOKEN, PERMIT2), fc.anything()),
      topics: fc.oneof(fc.array(topic), fc.anything()),
    })
    fc.assert(
      fc.property(fc.oneof(near, fc.anything()), (value) => {
        const found = parseLog(value)
        if (found) expect(found.token + found.spender).toMatch(/^(0x[0-9a-f]{40}){2}$/)
      }),
      { numRuns: 1_000 },
    )
  })
})

const ABI = parseAbi([
  'function allowance(address owner, address spender)',
  'function isApprovedForAll(address owner, address operator)',
  'function getApproved(uint256 id)',
  'function ownerOf(uint256 id)',
  'function allowance(address owner, address token, address spender)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const read = ({ data }: { data: string }) => {
  const { functionName, args } = decodeFunctionData({ abi: ABI, data: data as Hex })
  return [functionName, ...args].map((each) => (typeof each === 'string' ? each.toLowerCase() : each))
}
const grants: Grant[] = [
  { kind: 'token', token: TOKEN, spender: SPENDER },
  { kind: 'collection', token: TOKEN, spender: SPENDER },
  { kind: 'permit2', token: TOKEN, spender: SPENDER },
  { kind: 'item', token: TOKEN, spender: SPENDER, id: 7n },
]
const nobody = `0x${'0'.repeat(40)}`
const me = OWNER.toLowerCase()

it('an approval is read and ended by the calls of its kind', () => {
  expect(grants.map((grant) => readsOf(grant, OWNER).map(read))).toEqual([
    [['allowance', me, SPENDER]],
    [['isapprovedforall', me, SPENDER]],
    [['allowance', me, TOKEN, SPENDER]],
    [
      ['getapproved', 7n],
      ['ownerof', 7n],
    ],
  ])
  expect(grants.map((grant) => [endOf(grant).to, ...read(endOf(grant))])).toEqual([
    [TOKEN, 'approve', SPENDER, 0n],
    [TOKEN, 'setapprovalforall', SPENDER, false],
    [PERMIT2, 'approve', TOKEN, SPENDER, 0n, 0],
    [TOKEN, 'approve', nobody, 7n],
  ])
  expect(new Set(grants.map(keyOf)).size).toBe(4)
})

it('what stands is what the contract says now', () => {
  const [token, collection, viaPermit2, item] = grants as [Grant, Grant, Grant, Grant]
  const standing = (grant: Grant, ...answers: string[]) => standingOf(grant, OWNER, answers, 1_000_000)
  expect(standing(token, word(5n))).toEqual({ amount: 5n })
  expect(standing(token, word(0n))).toBeUndefined()
  expect(standing(token, '0x')).toBeUndefined()
  expect(standing(collection, word(1n))).toEqual({})
  expect(standing(collection, word(0n))).toBeUndefined()
  const triple = (amount: bigint, expires: number) =>
    encodeAbiParameters([{ type: 'uint160' }, { type: 'uint48' }, { type: 'uint48' }], [amount, expires, 0])
  expect(standing(viaPermit2, triple(9n, 2_000))).toEqual({ amount: 9n, expires: 2_000_000 })
  expect(standing(viaPermit2, triple(9n, 900))).toBeUndefined()
  expect(standing(item, word(SPENDER), word(OWNER.toLowerCase()))).toEqual({})
  expect(standing(item, word(SPENDER), word(TOKEN))).toBeUndefined()
})

it('unlimited is more than any token has', () => {
  for (const amount of [
    2n ** 256n - 1n,
    2n ** 256n - 1n - 10n ** 24n,
    2n ** 160n - 1n,
    2n ** 128n - 1n,
    2n ** 96n - 1n,
  ])
    expect(isUnlimited({ amount })).toBe(true)
  // 10^15 of a token with 18 decimals is a limit.
  expect(isUnlimited({ amount: 10n ** 33n })).toBe(false)
  expect(isUnlimited({})).toBe(false)
})
