import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findDelegations,
  isEndless,
  isWhole,
  parseDelegation,
  TOKEN_PROGRAMS,
} from '../../../plugins/approvals/delegate.ts'

const OWNER = 'Awpd4GndSZBuXLWUsHmD5VbAFSVP3ce2JztFr6PFmFro'
const MINT = '8AmdERAtgNXJZKD4Sr6Y5Rzv46sPxSC9PSnJxtxsqL8j'
const DELEGATE = '4gXB51n735iajBuZiNxc41rrnUw2sVtpkzowagT9KDyF'
const ACCOUNT = 'Fqkyb7vtkp22TzccrFUVqZ7fXruGq4VfGQTSCN7ptFAR'
const [TOKEN, TOKEN_2022] = TOKEN_PROGRAMS
const ui = (amount: string, decimals = 6) => ({ amount, decimals, uiAmount: 1, uiAmountString: '1' })
const info = (more: object = {}) => ({
  isNative: false,
  mint: MINT,
  owner: OWNER,
  state: 'initialized',
  tokenAmount: ui('900'),
  delegate: DELEGATE,
  delegatedAmount: ui('250'),
  ...more,
})
const entry = (given: unknown = info(), program: string = TOKEN) => ({
  pubkey: ACCOUNT,
  account: {
    owner: program,
    lamports: 2_039_280,
    data: { program: 'spl-token', parsed: { type: 'account', info: given } },
  },
})
const parse = (given: unknown) => parseDelegation(given, OWNER)

describe('a token account', () => {
  it('with a delegate says who may take how much', () => {
    const expected = { kind: 'delegate', key: ACCOUNT, token: MINT, spender: DELEGATE, amount: 250n, balance: 900n }
    expect(parse(entry())).toEqual({ ...expected, program: TOKEN, decimals: 6, frozen: false })
    const frozen = parse(entry(info({ state: 'frozen' }), TOKEN_2022))
    expect(frozen).toMatchObject({ program: TOKEN_2022, frozen: true })
  })

  it('without a delegate, or with one that may take nothing, is left out', () => {
    expect(parse(entry(info({ delegate: undefined, delegatedAmount: undefined })))).toBeNull()
    expect(parse(entry(info({ delegatedAmount: ui('0') })))).toBeNull()
  })

  it.each([
    ['that the node did not parse', { ...entry(), account: { owner: TOKEN, data: ['AAAA', 'base64'] } }],
    ['of another program', entry(info(), DELEGATE)],
    ['of another owner', entry(info({ owner: DELEGATE }))],
    ['without an amount for its delegate', entry(info({ delegatedAmount: undefined }))],
    ['with an amount beyond 64 bits', entry(info({ delegatedAmount: ui('18446744073709551616') }))],
    ['with a negative amount', entry(info({ delegatedAmount: ui('-1') }))],
    ['with impossible decimals', entry(info({ tokenAmount: ui('900', 1.5) }))],
    ['whose delegate is no address', entry(info({ delegate: '0x5555' }))],
  ])('%s is unreadable', (_what, given) => {
    expect(parse(given)).toBeUndefined()
  })

  it('of any form never throws, and what is read is sound', () => {
    const part = fc.oneof(fc.constantFrom(OWNER, MINT, DELEGATE, TOKEN, '0', '18446744073709551615'), fc.anything())
    const amount = fc.oneof(fc.record({ amount: part, decimals: fc.oneof(fc.integer(), fc.anything()) }), fc.anything())
    const near = fc
      .record({ mint: part, owner: part, delegate: part, state: part, tokenAmount: amount, delegatedAmount: amount })
      .map((given) => entry(info(given)))
    fc.assert(
      fc.property(fc.oneof(near, fc.anything()), (given) => {
        const found = parse(given)
        if (!found) return
        expect(found.token + found.spender).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
        expect(found.amount > 0n && found.amount < 2n ** 64n && found.balance < 2n ** 64n).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the list', () => {
  const node = (...answers: unknown[]) => ({
    request: async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    },
  })

  it('has what both programs know, and counts what could not be read', async () => {
    const strange = { pubkey: ACCOUNT, account: null }
    const [old, young] = [{ value: [strange, entry()] }, { value: [entry(info(), TOKEN_2022), entry(undefined)] }]
    const { held, unread } = await findDelegations(node(old, young), OWNER)
    expect(held.map(({ program }) => program)).toEqual([TOKEN, TOKEN_2022, TOKEN])
    expect(unread).toBe(1)
  })

  it('is refused when the node does not answer for one of them', async () => {
    await expect(findDelegations(node({ value: [entry()] }, new Error('busy')), OWNER)).rejects.toThrow('busy')
    await expect(findDelegations(node({ value: [] }, { value: null }), OWNER)).rejects.toThrow('no list')
  })
})

it('unlimited is about the largest u64, and all that is held now is something else', () => {
  expect(isEndless({ amount: 2n ** 64n - 1n })).toBe(true)
  expect(isEndless({ amount: 2n ** 64n - 1n - 10n ** 18n })).toBe(true)
  expect(isEndless({ amount: 10n ** 18n })).toBe(false)
  expect(isWhole({ amount: 900n, balance: 900n })).toBe(true)
  expect(isWhole({ amount: 899n, balance: 900n })).toBe(false)
  expect(isWhole({ amount: 5n, balance: 0n })).toBe(false)
})
