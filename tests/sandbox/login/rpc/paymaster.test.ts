/** The one place where a login service parses what a paymaster answers (ERC-7677). */
import fc from 'fast-check'
import { isAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chains } from '../../../../sandbox/login/rpc/chain.ts'
import { knownPaymaster, NotPaid, parseOffer, parsePaying } from '../../../../sandbox/login/rpc/paymaster.ts'

const ONE = `0x${'11'.repeat(20)}`
const GOOD = {
  paymaster: ONE,
  paymasterData: '0x12',
  paymasterVerificationGasLimit: '0x10',
  paymasterPostOpGasLimit: '0x0',
}
const offer = (changes: object) => parseOffer({ ...GOOD, ...changes })

describe('an offer', () => {
  it('has the four fields of an agreement, each within its bounds', () => {
    expect(offer({}).paying).toEqual({
      paymaster: ONE,
      paymasterData: '0x12',
      paymasterVerificationGasLimit: 16n,
      paymasterPostOpGasLimit: 0n,
    })
    expect(offer({ isFinal: true }).isFinal).toBe(true)
    expect(offer({ isFinal: 1 }).isFinal).toBe(false)
  })

  it.each([
    ['the zero address, with which the account itself would pay', { paymaster: `0x${'00'.repeat(20)}` }],
    ['no address', { paymaster: '0x11' }],
    ['no data', { paymasterData: undefined }],
    ['data that are no bytes', { paymasterData: '0x1' }],
    ['long data', { paymasterData: `0x${'00'.repeat(5_000)}` }],
    ['no gas limit', { paymasterPostOpGasLimit: undefined }],
    ['a gas limit that is no number', { paymasterVerificationGasLimit: 16 }],
    ['a huge gas limit', { paymasterVerificationGasLimit: '0x5f5e101' }],
    ['a token that the account pays', { tokenPayment: { address: ONE, maxFee: '0x1', decimals: 6 } }],
  ])('is none with %s', (_what, changes) => expect(() => offer(changes)).toThrow(NotPaid))

  it.each([
    ['Ada\u202e\u0000\u200b Ltd', 'Ada Ltd'],
    ['  A  \u2028 B ', 'A B'],
    ['<b>Free</b>', '<b>Free</b>'],
    ['x'.repeat(1_000), `${'x'.repeat(39)}…`],
    ['\u200b\u2063', undefined],
    [7, undefined],
  ])('names the one who pays in cleaned text: %j', (name, shown) =>
    expect(offer({ sponsor: { name } }).name).toBe(shown),
  )
})

describe('the agreement after an offer', () => {
  const { paying } = offer({})
  it('may leave out the limits, and keeps those of the offer', () =>
    expect(parsePaying({ paymaster: ONE, paymasterData: '0x34' }, paying)).toEqual({
      ...paying,
      paymasterData: '0x34',
    }))
  it('is none of another paymaster than the one that made the offer', () =>
    expect(() => parsePaying({ ...GOOD, paymaster: `0x${'22'.repeat(20)}` }, paying)).toThrow(NotPaid))
  it('is none with a limit that is out of bounds, or none at all', () => {
    expect(() => parsePaying({ ...GOOD, paymasterPostOpGasLimit: '0xffffffffff' }, paying)).toThrow(NotPaid)
    expect(() => parsePaying({ paymaster: ONE }, paying)).toThrow(NotPaid)
  })
})

it('fuzz: takes an answer whole and within its bounds, or refuses it', () => {
  const hex = fc.oneof(fc.stringMatching(/^0x[0-9a-f]{0,70}$/), fc.anything())
  const field = (name: keyof typeof GOOD) => fc.oneof(fc.constant(GOOD[name]), hex, fc.constant(undefined))
  const answers = fc.record({
    paymaster: field('paymaster'),
    paymasterData: field('paymasterData'),
    paymasterVerificationGasLimit: field('paymasterVerificationGasLimit'),
    paymasterPostOpGasLimit: field('paymasterPostOpGasLimit'),
    sponsor: fc.oneof(fc.record({ name: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()) }), fc.anything()),
    isFinal: fc.anything(),
  })
  let taken = 0
  const check = (answer: unknown) => {
    try {
      const { paying, name = 'x', isFinal } = parseOffer(answer)
      taken++
      expect(isAddress(paying.paymaster) && BigInt(paying.paymaster) > 0n).toBe(true)
      expect(paying.paymasterData).toMatch(/^0x([0-9a-f]{2}){0,4095}$/i)
      for (const gas of [paying.paymasterVerificationGasLimit, paying.paymasterPostOpGasLimit])
        expect(gas >= 0n && gas <= 100_000_000n).toBe(true)
      expect(name).toMatch(/^\S/)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u)
      expect([...new Intl.Segmenter().segment(name)].length).toBeLessThanOrEqual(40)
      expect(typeof isFinal).toBe('boolean')
    } catch (error) {
      if (!(error instanceof NotPaid)) throw error
    }
  }
  fc.assert(fc.property(fc.oneof({ weight: 4, arbitrary: answers }, fc.anything()), check), { numRuns: 1_000 })
  expect(taken).toBeGreaterThan(0)
})

it('is asked for the sites that the config names, at the address that the config writes', () => {
  const SITE = 'https://site.example'
  const paymasters = [
    { url: 'https://pay.example/{chainId}?key=a', sites: [SITE] },
    { url: 'https://all.example' },
    { url: 'not an address' },
  ]
  const chains: Chains = { bundlers: [], paymasters }
  const named = (url: string, site = SITE) =>
    knownPaymaster(chains, 'eip155:1', site, { url, context: {}, isOptional: false })
  expect(named('HTTPS://pay.example:443/1?key=a')).toBe('https://pay.example/1?key=a')
  expect(named('https://pay.example/1?key=a', 'https://other.example')).toBeUndefined()
  expect(named('https://all.example/', 'https://other.example')).toBe('https://all.example')
  for (const url of ['https://pay.example/2?key=a', 'https://pay.example/1', 'not an address', 'https://all.example/x'])
    expect(named(url)).toBeUndefined()
})
