/** Descriptions of the five forms of permits (reliability P67): which token, to whom, how much, and for how long. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describe as read } from '../../../../runtime/auth/describe/index.ts'
import type { Fact, Part } from '../../../../runtime/auth/describe/described.ts'
import { typesOf } from '../../../support/typesOf.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const where = { host: 'site.example', chain: 'eip155:1', now: NOW * 1000 }
const [TOKEN, OTHER, SPENDER, OWNER, PERMIT2] = [1, 2, 3, 4, 5].map((digit) => `0x${String(digit).repeat(40)}`) as [
  string,
  string,
  string,
  string,
  string,
]
const UINT256 = (2n ** 256n - 1n).toString()
const UINT160 = (2n ** 160n - 1n).toString()

const typed = (primaryType: string, message: object, contract: string | undefined = PERMIT2, chainId: unknown = 1) => {
  const domain = { name: 'A token', chainId, ...(contract && { verifyingContract: contract }) }
  return read(
    {
      method: 'eth_signTypedData_v4',
      params: [OWNER, JSON.stringify({ domain, types: typesOf(primaryType, message), primaryType, message })],
    },
    where,
    () => undefined,
  ).parts[0] as Part
}
const said = ({ title, facts, warnings }: Part) => ({
  title: title.replace('approve.', ''),
  spender: facts.flatMap((fact) =>
    fact.kind === 'address' && fact.label === 'approve.spender' ? fact.address : [],
  )[0],
  limits: facts.flatMap((fact) =>
    fact.kind === 'amount' ? [[fact.amount.token, String(fact.amount.value)].join(' ')] : [],
  ),
  ends: facts.flatMap((fact: Fact) => (fact.kind === 'time' ? [String(fact.at)] : [])),
  red: warnings.filter(({ isBad }) => isBad).map(({ key }) => key.replace('approve.', '')),
})

const erc2612 = (value: unknown, deadline: unknown = NOW + DAY) =>
  typed('Permit', { owner: OWNER, spender: SPENDER, value, nonce: 0, deadline }, TOKEN)
const dai = (allowed: unknown, expiry: unknown = NOW + DAY) =>
  typed('Permit', { holder: OWNER, spender: SPENDER, nonce: 0, expiry, allowed }, TOKEN)
const detail = (amount: unknown, expiration: unknown = NOW + DAY, token = TOKEN) => ({
  token,
  amount,
  expiration,
  nonce: 0,
})
const single = (amount: unknown, expiration?: unknown, sigDeadline: unknown = NOW + 60) =>
  typed('PermitSingle', { details: detail(amount, expiration), spender: SPENDER, sigDeadline })
const batch = (amounts: unknown[], expiration?: unknown) =>
  typed('PermitBatch', {
    details: amounts.map((amount, at) => detail(amount, expiration, at ? OTHER : TOKEN)),
    spender: SPENDER,
    sigDeadline: NOW + 60,
  })
const transfer = (amount: unknown, deadline: unknown = NOW + 60, primaryType = 'PermitTransferFrom') =>
  typed(primaryType, { permitted: { token: TOKEN, amount }, spender: SPENDER, nonce: 0, deadline })

type Row = [name: string, part: () => Part, limits: string[], ends: (number | undefined)[], red: string[]]
/** Amounts in every form, with the text for each, and its warnings. */
const AMOUNTS: [unknown, string, red: string[]][] = [
  ['1', '1', []],
  ['2500000', '2500000', []],
  [2500000, '2500000', []],
  ['0x2625a0', '2500000', []],
  ['0', '0', []],
  ['79228162514264337593543950334', '79228162514264337593543950334', []],
  ['79228162514264337593543950335', 'unlimited', ['unlimited']],
  ['79228162514264337593543950336', '79228162514264337593543950336', []],
  [(2n ** 127n - 1n).toString(), (2n ** 127n - 1n).toString(), []],
  [(2n ** 127n).toString(), 'unlimited', ['unlimited']],
  [UINT160, 'unlimited', ['unlimited']],
  [UINT256, 'unlimited', ['unlimited']],
]
const TIMES: [unknown, number | undefined, red: string[]][] = [
  [NOW + 60, NOW + 60, []],
  [String(NOW + DAY), NOW + DAY, []],
  [NOW + 30 * DAY, NOW + 30 * DAY, []],
  [NOW + 30 * DAY + 1, NOW + 30 * DAY + 1, ['long']],
  [String(NOW + 365 * DAY), NOW + 365 * DAY, ['long']],
  [UINT256, undefined, ['long']],
  [0, 0, []],
]
const rows: Row[] = [
  ...AMOUNTS.flatMap(([amount, value, red]): Row[] => [
    [`ERC-2612 ${String(amount)}`, () => erc2612(amount), [`${TOKEN} ${value}`], [NOW + DAY], red],
    [`PermitSingle ${String(amount)}`, () => single(amount), [`${TOKEN} ${value}`], [NOW + DAY, NOW + 60], red],
    [`PermitTransferFrom ${String(amount)}`, () => transfer(amount), [`${TOKEN} ${value}`], [NOW + 60], red],
    [
      `PermitBatch ${String(amount)}`,
      () => batch([amount, '7']),
      [`${TOKEN} ${value}`, `${OTHER} 7`],
      [NOW + DAY, NOW + DAY, NOW + 60],
      red,
    ],
  ]),
  ...TIMES.flatMap(([time, at, red]): Row[] => [
    [`ERC-2612 until ${String(time)}`, () => erc2612('5', time), [`${TOKEN} 5`], [at], red],
    [`PermitSingle until ${String(time)}`, () => single('5', time), [`${TOKEN} 5`], [at, NOW + 60], red],
    [`PermitSingle signed until ${String(time)}`, () => single('5', NOW, time), [`${TOKEN} 5`], [NOW, at], red],
    [`PermitTransferFrom until ${String(time)}`, () => transfer('5', time), [`${TOKEN} 5`], [at], red],
  ]),
  ...TIMES.filter(([time]) => time !== 0).map(([time, at, red]): Row => [
    `DAI until ${String(time)}`,
    () => dai(true, time),
    [`${TOKEN} unlimited`],
    [at],
    ['unlimited', ...red],
  ]),
  ['DAI without an end', () => dai(true, 0), [`${TOKEN} unlimited`], [undefined], ['unlimited', 'long']],
  ['DAI allowed as a number', () => dai(1), [`${TOKEN} unlimited`], [NOW + DAY], ['unlimited']],
  ...['PermitWitnessTransferFrom'].map((kind): Row => [
    kind,
    () => transfer('5', NOW + 60, kind),
    [`${TOKEN} 5`],
    [NOW + 60],
    [],
  ]),
  ...['PermitBatchTransferFrom', 'PermitBatchWitnessTransferFrom'].map((kind): Row => [
    kind,
    () =>
      typed(kind, {
        permitted: [
          { token: TOKEN, amount: '1' },
          { token: OTHER, amount: UINT256 },
        ],
        spender: SPENDER,
        nonce: 0,
        deadline: NOW,
      }),
    [`${TOKEN} 1`, `${OTHER} unlimited`],
    [NOW],
    ['unlimited'],
  ]),
]

it('covers at least 80 permit vectors', () => expect(rows.length).toBeGreaterThanOrEqual(80))

it.each(rows)('%s', (_name, part, limits, ends, red) => {
  expect(said(part())).toEqual({ title: 'permitted', spender: SPENDER, limits, ends: ends.map(String), red })
})

it('warns that a signature alone is enough to spend', () => {
  expect(erc2612('1').warnings.map(({ key }) => key)).toContain('approve.permit')
})

it('shows the expiry of DAI’s permit correctly', () => {
  const { title, facts, warnings } = dai(false)
  expect([title, warnings]).toEqual(['approve.revoke', []])
  expect(facts.map((fact) => fact.kind === 'address' && fact.address)).toEqual([SPENDER, TOKEN])
})

describe('a permit of an unknown shape', () => {
  it.each([
    ['one of two that does not fit', () => batch(['1', 'x'])],
    ['no expiration', () => single('1', null)],
  ])('is unreadable where a value is not of its type: %s', (_name, part) => {
    expect(part().warnings).toEqual([{ key: 'approve.unreadable', isBad: true }])
  })

  it.each([
    ['another name', () => typed('PermitForever', { spender: SPENDER, value: '1' })],
    ['no spender', () => typed('Permit', { value: '1', deadline: 1 }, TOKEN)],
    ['an amount that is none', () => erc2612('-1')],
    ['an amount of too many digits', () => erc2612('9'.repeat(79))],
    ['a deadline that is none', () => erc2612('1', 'soon')],
    ['no contract', () => typed('Permit', { owner: OWNER, spender: SPENDER, value: '1', deadline: 1 }, '')],
    ['no details', () => typed('PermitSingle', { spender: SPENDER, sigDeadline: 1 })],
    ['an empty list', () => typed('PermitBatch', { details: [], spender: SPENDER, sigDeadline: 1 })],
  ])('is shown field by field, with a warning: %s', (_name, part) => {
    const { title, warnings, facts } = part()
    expect(title).toBe('approve.typed')
    expect(warnings.map(({ key }) => key)).toContain('approve.unknownPermit')
    expect(facts.length).toBeGreaterThan(1)
  })
})

it('gets a warning for another network or an invalid one', () => {
  const keys = (chainId: unknown) => typed('Mail', { text: 'Hi' }, TOKEN, chainId).warnings.map(({ key }) => key)
  expect([keys(1), keys('1'), keys('0x1')]).toEqual([[], [], []])
  expect([keys(10), keys('x'), keys(null)].flat()).toEqual(Array(3).fill('approve.otherChain'))
})

it('shows everything that is signed: every value of the message is among facts and details', () => {
  const leaf = fc.oneof(fc.string({ minLength: 1 }), fc.integer().map(String))
  const message = fc.dictionary(fc.string({ minLength: 1 }), leaf, { minKeys: 1, maxKeys: 8 })
  const permits = fc.record({ spender: fc.constant(SPENDER), value: fc.constant('5'), deadline: fc.constant('9') })
  fc.assert(
    fc.property(message, permits, fc.constantFrom('Permit', 'Mail'), (fields, permit, kind) => {
      const whole = { ...fields, ...permit }
      const { facts, details } = typed(kind, whole, TOKEN)
      const shown = [...facts, ...details].flatMap((fact) => (fact.kind === 'named' ? fact.text : []))
      for (const value of Object.values(whole)) expect(shown).toContain(value)
    }),
    { numRuns: 300 },
  )
})
