import { describe, expect, it } from 'vitest'
import { compareSimulation } from '../../../runtime/data/compareSimulation.ts'
import type { Simulation } from '../../../runtime/contracts/simulation.ts'

const ME = '0xAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAa'
const TO = `0x${'b'.repeat(40)}`
const USDC = `0x${'c'.repeat(40)}`
const DAI = `0x${'d'.repeat(40)}`
const found = (rest: Partial<Simulation> = {}): Simulation => ({
  status: 'success',
  changes: [],
  receipts: [],
  allowances: [],
  ...rest,
})
const kinds = (simulation: Simulation, intent: Parameters<typeof compareSimulation>[2]) =>
  compareSimulation(ME, simulation, intent).map(({ kind }) => kind)

describe('a send', () => {
  const intent = { pays: { token: USDC.toUpperCase().replace('X', 'x'), amount: 10n, to: TO } }
  const exact = found({
    changes: [{ token: USDC, amount: -10n }],
    receipts: [{ token: USDC, holder: TO, amount: 10n }],
  })

  it('is as meant when exactly the amount leaves and arrives, in any case of the addresses', () => {
    expect(kinds(exact, intent)).toEqual([])
  })

  it.each([
    ['more leaves', { ...exact, changes: [{ token: USDC, amount: -11n }] }, ['leavesMore']],
    ['less leaves', { ...exact, changes: [{ token: USDC, amount: -9n }] }, ['paysLess']],
    ['nothing leaves', found(), ['paysLess', 'nobody']],
    [
      'another token leaves besides',
      { ...exact, changes: [...exact.changes, { token: DAI, amount: -1n }] },
      ['leaves'],
    ],
    ['ether leaves besides', { ...exact, changes: [...exact.changes, { amount: -1n }] }, ['leaves']],
    [
      'an NFT of the same contract leaves',
      { ...exact, changes: [{ token: USDC, id: 1n, amount: -10n }] },
      ['leaves', 'paysLess'],
    ],
    [
      'another token leaves in its place',
      { ...exact, changes: [{ token: DAI, amount: -10n }] },
      ['leaves', 'paysLess'],
    ],
    ['less arrives', { ...exact, receipts: [{ token: USDC, holder: TO, amount: 9n }] }, ['arrives']],
    ['somebody else gets it', { ...exact, receipts: [{ token: USDC, holder: DAI, amount: 10n }] }, ['nobody']],
    ['an allowance comes along', { ...exact, allowances: [{ token: USDC, spender: DAI, amount: 1n }] }, ['allowance']],
    ['it fails', found({ status: 'reverted' }), ['reverts']],
  ] as const)('is marked when %s', (_what, simulation, expected) => {
    expect(kinds(simulation, intent)).toEqual(expected)
  })

  it('is as meant when rounding moves a base unit of many, and not when it moves more', () => {
    const amount = 10n ** 18n
    const rounded = (off: bigint) =>
      kinds(
        found({
          changes: [{ token: USDC, amount: -amount - off }],
          receipts: [{ token: USDC, holder: TO, amount: amount - off }],
        }),
        { pays: { token: USDC, amount, to: TO } },
      )
    expect(rounded(2n)).toEqual([])
    expect(rounded(10n ** 10n)).toEqual(['leavesMore', 'arrives'])
  })

  it('to the account itself moves nothing, and is as meant', () => {
    expect(kinds(found(), { pays: { amount: 10n, to: ME.toLowerCase() } })).toEqual([])
  })
})

describe('a swap', () => {
  const intent = { pays: { amount: 10n }, gets: { token: USDC, atLeast: 99n } }
  const swapped = (amount: bigint) => found({ changes: [{ amount: -10n }, { token: USDC, amount }] })

  it('is as meant when at least the minimum arrives', () => {
    expect(kinds(swapped(99n), intent)).toEqual([])
    expect(kinds(swapped(120n), intent)).toEqual([])
  })

  it('is marked when less arrives, or nothing', () => {
    expect(compareSimulation(ME, swapped(98n), intent)).toEqual([{ kind: 'tooLittle', amount: 98n }])
    expect(compareSimulation(ME, found({ changes: [{ amount: -10n }] }), intent)).toEqual([
      { kind: 'tooLittle', amount: 0n },
    ])
  })
})

describe('an allowance', () => {
  const intent = { allows: { token: USDC, spender: TO, amount: 100n } }
  const granting = (rest: object = {}) => found({ allowances: [{ token: USDC, spender: TO, amount: 100n, ...rest }] })

  it('is as meant up to the amount', () => {
    expect(kinds(granting(), intent)).toEqual([])
    expect(kinds(granting({ amount: 99n }), intent)).toEqual([])
  })

  it.each([
    ['larger', { amount: 101n }],
    ['for somebody else', { spender: DAI }],
    ['of another token', { token: DAI }],
    ['of every NFT', { all: true, amount: 1n }],
    ['of one NFT', { id: 1n, amount: 1n }],
  ])('is marked when it is %s', (_how, rest) => {
    expect(kinds(granting(rest), intent)).toEqual(['allowance'])
  })
})

describe('a transaction without a known purpose', () => {
  it('is marked for what nobody should give, not for what it pays', () => {
    expect(kinds(found({ changes: [{ token: USDC, amount: -10n }] }), undefined)).toEqual([])
    const unlimited = { token: USDC, spender: TO, amount: 2n ** 255n }
    expect(kinds(found({ allowances: [unlimited, { ...unlimited, amount: 5n }] }), undefined)).toEqual(['allowance'])
    expect(kinds(found({ allowances: [{ ...unlimited, amount: 1n, all: true }] }), undefined)).toEqual(['allowance'])
    expect(kinds(found({ status: 'reverted' }), undefined)).toEqual(['reverts'])
  })
})
