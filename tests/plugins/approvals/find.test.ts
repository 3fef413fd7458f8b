/** Approvals that contracts of strangers log in somebody's name do not hide the real ones. */
import { expect, it } from 'vitest'
import { findApprovals } from '../../../plugins/approvals/find.ts'

const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const pad = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}`
const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const [OWNER, USDC, SPAM] = ['11', 'aa', 'bb'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string]
const log = (address: string, spender: string) => ({
  address,
  topics: [APPROVAL, pad(OWNER), pad(spender)],
  data: '0x',
})

type Call = { to: string }
const answer = ({ to }: Call) => (to === USDC ? pad('0x64') : pad('0x0'))
/** A node with these logs, where only USDC's approval holds. */
const find = (logs: unknown[], call: (call: Call) => string = answer, known: string[] = []) =>
  findApprovals(
    {
      request: async (method: string, [asked]: readonly unknown[] = []) =>
        method === 'eth_getLogs' ? logs : call(asked as Call),
    },
    OWNER,
    new AbortController().signal,
    new Set(known),
  )

it('finds an old approval behind a thousand newer ones that another contract logged', async () => {
  const forged = Array.from({ length: 1_000 }, (_, at) => log(SPAM, addressOf(at + 1)))
  const found = await find([log(USDC, addressOf(7)), ...forged])
  expect(found.held.map(({ token }) => token)).toEqual([USDC])
  expect(found.more).toBe(501)
})

it('finds the approval of a token that the account has behind those of a thousand contracts, and counts the rest', async () => {
  const forged = Array.from({ length: 1_000 }, (_, at) => log(addressOf(at + 100), addressOf(7)))
  const found = await find([log(USDC, addressOf(7)), ...forged], answer, [USDC])
  expect(found.held.map(({ token }) => token)).toEqual([USDC])
  expect(found.more).toBe(501)
})

it('counts approvals that the node did not read, and no contract that fails every call', async () => {
  const logs = [log(USDC, addressOf(7)), log(SPAM, addressOf(7))]
  const busy = Object.assign(new Error('Too many requests'), { code: -32005 })
  const failing = (error: Error) => () => {
    throw error
  }
  expect(await find(logs, failing(busy))).toMatchObject({ held: [], more: 2 })
  expect(await find(logs, failing(new Error('execution reverted')))).toMatchObject({ held: [], more: 0 })
  expect(await find(logs, () => 'busy')).toMatchObject({ held: [], more: 2 })
})
