import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gasPriceInUSD, isFeeUncovered, isGasInsufficient, networkBalanceInUSD } from '../../../plugins/send/gas.ts'
import { type LabelFacts, sendLabel } from '../../../plugins/send/label.ts'
import { sendMessages } from '../../../plugins/send/messages.ts'
import { withPrefix } from '../../../plugins/send/receiver.ts'
import { findLookAlike } from '../../../runtime/lib/lookAlike.ts'
import { encodeBase58 } from '../../../runtime/lib/base58.ts'

describe('the send button', () => {
  const ready: LabelFacts = {
    hasToken: true,
    amountText: '1',
    amount: 1n,
    balance: 1n,
    gasInsufficient: false,
    receiver: '0x',
    receiverIsAddress: true,
    blocked: false,
  }
  /** The labels in their order, with the change of the facts that causes each. */
  const steps: [Partial<LabelFacts>, string][] = [
    [{ hasToken: false }, 'Select Token'],
    [{ amountText: 'abc', amount: undefined }, 'Incorrect Value'],
    [{ amountText: '', amount: undefined }, 'Add Amount'],
    [{ balance: 0n }, 'Insufficient Funds'],
    [{ gasInsufficient: true }, 'Insufficient Gas Funds'],
    [{ receiver: '' }, 'Add Address'],
    [{ receiverIsAddress: false }, 'Invalid Address'],
    [{ blocked: true }, 'Sending blocked'],
    [{}, 'Preview Send'],
  ]
  const text = (facts: LabelFacts) => sendMessages[`send.label.${sendLabel(facts)}`]

  it("names each missing input with the catalogue's text", () => {
    expect(steps.map(([missing]) => text({ ...ready, ...missing }))).toEqual(steps.map(([, said]) => said))
  })

  it('names the first missing input', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1 }), (missing) => {
        const facts = missing.toSorted((a, b) => b - a).reduce((all, at) => ({ ...all, ...steps[at]?.[0] }), ready)
        return text(facts) === steps[Math.min(...missing)]?.[1]
      }),
    )
  })

  it('treats zero as a missing amount, and an unknown balance as no obstacle', () => {
    expect(text({ ...ready, amountText: '0', amount: 0n })).toBe('Add Amount')
    expect(text({ ...ready, balance: undefined })).toBe('Preview Send')
  })
})

describe('gas', () => {
  it('is insufficient with a native balance of zero [S5.gas.01]', () => {
    const facts = { accountType: 'eoa', gasPriceInUSD: 1 } as const
    expect(isGasInsufficient({ ...facts, networkBalanceInUSD: '0' })).toBe(true)
    expect(isGasInsufficient({ ...facts, networkBalanceInUSD: '0', gasPriceInUSD: 0 })).toBe(true)
    expect(isGasInsufficient({ ...facts, networkBalanceInUSD: '2' })).toBe(false)
  })

  it('is insufficient when its price in USD exceeds the balance in USD [S5.gas.02]', () => {
    const facts = { accountType: 'eoa', gasPriceInUSD: 5 } as const
    expect(isGasInsufficient({ ...facts, networkBalanceInUSD: '4' })).toBe(true)
    expect(isGasInsufficient({ ...facts, networkBalanceInUSD: '5' })).toBe(false)
    expect(isGasInsufficient({ ...facts, networkBalanceInUSD: '4.99999999999999999999' })).toBe(true)
    expect(isGasInsufficient({ accountType: 'eoa', gasPriceInUSD: 1e-7, networkBalanceInUSD: '0.00000011' })).toBe(
      false,
    )
  })

  it('is never insufficient for a smart account [S5.gas.03]', () => {
    expect(isGasInsufficient({ accountType: 'smartAccount', networkBalanceInUSD: '0', gasPriceInUSD: 5 })).toBe(false)
    const facts = {
      limit: 21_000n,
      price: 1n,
      fee: 21_000n,
      nativeBalance: 0n,
      nativePrice: undefined,
      reserve: 0n,
      isSponsored: false,
    }
    expect(isFeeUncovered('smartAccount', facts, 1n)).toBe(false)
    expect(isFeeUncovered('eoa', facts, 1n)).toBe(true)
  })

  it('is never insufficient where the site pays the fee', () => {
    const facts = { limit: 1n, price: 1n, fee: 1n, nativeBalance: 0n, nativePrice: 1, reserve: 0n, isSponsored: true }
    expect(isFeeUncovered('eoa', facts, 0n)).toBe(false)
    expect(isGasInsufficient({ accountType: 'eoa', networkBalanceInUSD: '0', gasPriceInUSD: 5, ...facts })).toBe(false)
  })

  it('must be covered in addition to the amount, to the wei', () => {
    const facts = {
      limit: 21_000n,
      price: 2n,
      fee: 42_000n,
      nativeBalance: 100_000n,
      nativePrice: undefined,
      reserve: 0n,
      isSponsored: false,
    }
    expect(isFeeUncovered('eoa', facts, 58_000n)).toBe(false)
    expect(isFeeUncovered('eoa', facts, 58_001n)).toBe(true)
  })

  it('is shown in USD: 1 ether at 2000 is 2000 [S3.send.08]', () => {
    const facts = {
      limit: 21_000n,
      price: 10n ** 10n,
      fee: 21n * 10n ** 13n,
      nativeBalance: 10n ** 18n,
      nativePrice: 2000,
      reserve: 0n,
      isSponsored: false,
    }
    expect(networkBalanceInUSD(facts, 18)).toBe('2000')
    expect(gasPriceInUSD(facts, 18)).toBe(0.42)
    expect(networkBalanceInUSD({ ...facts, nativePrice: undefined }, 18)).toBeUndefined()
  })
})

describe('a look-alike receiver of base58', () => {
  const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)

  it('is any other address with the same first and last four characters', () => {
    fc.assert(
      fc.property(address, address, (known, other) => {
        const fake = known.slice(0, 4) + other.slice(4, -4) + known.slice(-4)
        return findLookAlike(fake, [other, known]) === (fake === known ? undefined : fake === other ? undefined : known)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not found in two thousand random pairs, nor in the address itself; another case is another account', () => {
    fc.assert(
      fc.property(address, address, (one, other) => findLookAlike(one, [other, one]) === undefined),
      { numRuns: 2_000 },
    )
    const known = 'Awpd4GndSZBuXLWUsHmD5VbAFSVP3ce2JztFr6PFmFro'
    const twin = 'awpd4GndSZBuXLWUsHmD5VbAFSVP3ce2JztFr6PFmFro'
    expect(findLookAlike(known, [known])).toBeUndefined()
    expect(findLookAlike(twin, [known])).toBe(known)
  })

  it('is never found for a hex address', () => {
    expect(
      findLookAlike('f39F111111111111111111111111111111112266', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']),
    ).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(
      findLookAlike('f39F11111111111111111111111111111111112266', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']),
    ).toBe(undefined)
  })
})

describe('a look-alike hex receiver', () => {
  const address = fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 40, maxLength: 40 })
    .map((hex) => `0x${hex.join('')}`)

  it('is any other address with the same first and last four digits', () => {
    fc.assert(
      fc.property(address, address, (known, other) => {
        const fake = `${known.slice(0, 6).toUpperCase().replace('0X', '0x')}${other.slice(6, 38)}${known.slice(38).toLowerCase()}`
        const same = fake.toLowerCase() === known.toLowerCase()
        return (
          findLookAlike(fake, [other, known]) === (same ? undefined : known) ||
          findLookAlike(fake, [other, known]) === other
        )
      }),
      { numRuns: 10_000 },
    )
  })

  it('is not found in twenty thousand random pairs', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const alike =
          one.slice(2, 6).toLowerCase() === other.slice(2, 6).toLowerCase() &&
          one.slice(-4).toLowerCase() === other.slice(-4).toLowerCase()
        return alike || findLookAlike(one, [other]) === undefined
      }),
      { numRuns: 20_000 },
    )
  })

  it('is not the known address itself, in any spelling', () => {
    const known = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(findLookAlike(known.toLowerCase(), [known])).toBeUndefined()
    expect(findLookAlike(known.slice(2), [known])).toBeUndefined()
    expect(withPrefix(known.slice(2))).toBe(known)
  })

  it('causes no warning when it is itself a known account', () => {
    const one = `0xabcd${'1'.repeat(32)}1234`
    const double = `0xabcd${'2'.repeat(32)}1234`
    expect(findLookAlike(one, [double, one])).toBeUndefined()
    expect(findLookAlike(one, [double])).toBe(double)
  })
})
