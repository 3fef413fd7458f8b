import { base64 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/solana/adapter.ts'
import * as answers from '../../../../runtime/chains/solana/answers.ts'
import {
  accountBytes,
  parseMint,
  parseTokenAccount,
  refusalOf,
  TOKEN,
  TOKEN_2022,
} from '../../../../runtime/chains/solana/token.ts'
import { base58 } from '@scure/base'
import { useServer } from '../../../support/server.ts'
import { kitOf, local } from './kit.ts'
import { FIRST, SECOND, THIRD } from './wallet.ts'

describe("a node's response", () => {
  const account = { owner: TOKEN, data: ['AQI=', 'base64'], lamports: 1 }
  it('is parsed', () => {
    expect(answers.parseBalance({ context: { slot: 1 }, value: 7 })).toBe(7n)
    const latest = { blockhash: FIRST, lastValidBlockHeight: 150 }
    expect(answers.parseBlockhash({ value: latest })).toEqual({ ...latest, lastValidBlockHeight: 150n })
    expect(answers.parseStatus({ value: [null] })).toBeNull()
    const seen = (confirmationStatus: string, err: unknown = null) =>
      answers.parseStatus({ value: [{ err, confirmationStatus }] })
    expect(seen('processed')).toEqual({ failed: false, settled: false })
    expect(seen('confirmed')).toEqual({ failed: false, settled: true })
    expect(seen('finalized', { InstructionError: [0, 'Custom'] })).toEqual({ failed: true, settled: true })
    const read = { owner: TOKEN, data: Uint8Array.of(1, 2) }
    expect(answers.parseAccountList({ value: [account, null] })).toEqual([read, null])
    expect(answers.parseOwnedAccounts({ value: [{ pubkey: FIRST, account }] })).toEqual([{ ...read, address: FIRST }])
  })

  it("with lamports beyond JSON's exact range is rejected, never rounded", () => {
    expect(answers.parseBalance({ value: Number.MAX_SAFE_INTEGER })).toBe(9_007_199_254_740_991n)
    for (const value of [Number.MAX_SAFE_INTEGER + 1, 1.5, -1, '1', null, NaN])
      expect(answers.parseBalance({ value })).toBeUndefined()
  })

  it('may have any shape without an unexpected error', () => {
    const near = fc.record(
      {
        value: fc.oneof(
          fc.anything(),
          fc.array(
            fc.oneof(
              fc.anything(),
              fc.record({ err: fc.anything(), confirmationStatus: fc.anything() }),
              fc.record({ owner: fc.constant(TOKEN), data: fc.tuple(fc.base64String(), fc.constant('base64')) }),
              fc.record({ pubkey: fc.constantFrom(FIRST, 'x'), account: fc.anything() }),
            ),
            { maxLength: 3 },
          ),
          fc.record({ blockhash: fc.constantFrom(FIRST, '', 7), lastValidBlockHeight: fc.anything() }),
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(near, fc.anything()), (answer) => {
        const read = Object.values(answers).map((parse) => parse(answer))
        expect(read).toHaveLength(Object.values(answers).length)
        expect(typeof (answers.parseBalance(answer) ?? 0n)).toBe('bigint')
        for (const each of answers.parseAccountList(answer) ?? []) if (each) expect(each.owner).toBe(TOKEN)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a node', () => {
  const server = useServer()
  it.each([
    ['getBalance', () => adapter.getBalance?.(kitOf([local(server.url)]), local(server.url), FIRST)],
    ['getMultipleAccounts', () => adapter.getToken?.(kitOf([local(server.url)]), local(server.url), THIRD, FIRST)],
  ])('that answers %s with invalid data is rejected', async (method, ask) => {
    for (const result of [null, {}, { value: 'many' }, { value: [] }, []]) {
      server.answer(({ body }) => {
        const calls = [JSON.parse(body) as unknown].flat() as { id: number }[]
        return calls.map(({ id }) => ({ jsonrpc: '2.0', id, result }))
      })
      await expect(ask()).rejects.toThrow(/was answered with/)
    }
    expect(server.asked.some(({ body }) => body.includes(method))).toBe(true)
  })
})

/** The bytes of a mint as the token programs write it. `extensions`: their numbers and contents. */
function mintOf(program: string, extensions: [number, Uint8Array][] = []) {
  const base = new Uint8Array(82)
  base.set([6, 1], 44)
  const values = extensions.flatMap(([type, data]) => [type & 255, type >> 8, data.length, 0, ...data])
  const tail = extensions.length ? [...new Uint8Array(83), 1, ...values] : []
  return { owner: program, data: Uint8Array.from([...base, ...tail]) }
}

describe('a token', () => {
  it('has its program, decimals and account size', () => {
    const sizes = [
      mintOf(TOKEN),
      mintOf(TOKEN_2022),
      mintOf(TOKEN_2022, [[1, new Uint8Array(108)]]),
      mintOf(TOKEN_2022, [
        [1, new Uint8Array(108)],
        [14, new Uint8Array(64)],
        [26, new Uint8Array(33)],
        [18, new Uint8Array(64)],
      ]),
    ].map((account) => {
      const mint = parseMint(account)
      return mint && [mint.decimals, accountBytes(mint), refusalOf(mint)]
    })
    expect(sizes).toEqual([
      [6, 165, undefined],
      [6, 170, undefined],
      [6, 182, undefined],
      [6, 191, undefined],
    ])
  })

  it('that a plain transfer cannot send has a reason', () => {
    const hook = Uint8Array.from([...new Uint8Array(32), ...base58.decode(FIRST)])
    const reasons = [
      [9, new Uint8Array()],
      [14, hook],
    ].map((extension) => {
      const mint = parseMint(mintOf(TOKEN_2022, [extension as [number, Uint8Array]]))
      return mint && refusalOf(mint)
    })
    expect(reasons).toEqual([
      'This token cannot be transferred',
      'This token can only be transferred by a program of its own',
    ])
  })

  it('is rejected when its account has another owner, is truncated, is not initialised or is a token account', () => {
    const whole = mintOf(TOKEN)
    expect(parseMint({ ...whole, owner: FIRST })).toBeUndefined()
    expect(parseMint({ ...whole, data: whole.data.slice(1) })).toBeUndefined()
    expect(parseMint({ ...whole, data: new Uint8Array(82) })).toBeUndefined()
    expect(parseMint({ ...whole, data: new Uint8Array(165).fill(1) })).toBeUndefined()
    expect(parseMint({ owner: TOKEN_2022, data: new Uint8Array(170).fill(2) })).toBeUndefined()
    expect(parseMint(null)).toBeUndefined()
  })

  const accountOf = (amount: bigint, state = 1, owner = FIRST) => {
    const data = new Uint8Array(165)
    data.set(base58.decode(THIRD))
    data.set(base58.decode(owner), 32)
    new DataView(data.buffer).setBigUint64(64, amount, true)
    data[108] = state
    return { address: SECOND, owner: TOKEN, data }
  }
  it('is held in accounts with 64-bit balances of one owner', () => {
    const most = 2n ** 64n - 1n
    const read = { address: SECOND, amount: most, frozen: false }
    expect(parseTokenAccount(accountOf(most), THIRD, FIRST)).toEqual(read)
    expect(parseTokenAccount(accountOf(most, 2), THIRD, FIRST)).toEqual({ ...read, frozen: true })
    expect(parseTokenAccount(accountOf(most, 0), THIRD, FIRST)).toBeUndefined()
    expect(parseTokenAccount(accountOf(most, 1, SECOND), THIRD, FIRST)).toBeUndefined()
    expect(parseTokenAccount(accountOf(most), SECOND, FIRST)).toBeUndefined()
  })

  it('is parsed from any bytes or rejected', () => {
    const program = fc.constantFrom(TOKEN, TOKEN_2022)
    const near = fc.tuple(program, fc.array(fc.tuple(fc.nat(30), fc.uint8Array({ maxLength: 120 })), { maxLength: 4 }))
    const any = fc.record({ owner: program, data: fc.uint8Array({ maxLength: 400 }) })
    fc.assert(
      fc.property(
        fc.oneof(
          any,
          near.map(([owner, list]) => mintOf(owner, list)),
        ),
        (account) => {
          const mint = parseMint(account)
          if (mint) expect(accountBytes(mint)).toBeGreaterThanOrEqual(165)
          const held = parseTokenAccount({ ...account, address: FIRST }, THIRD, FIRST)
          if (held) expect(held.amount).toBeGreaterThanOrEqual(0n)
          expect(base64.encode(account.data)).toBeTypeOf('string')
        },
      ),
      { numRuns: 300 },
    )
  })
})
