/** Checks our calculations with amounts against an arbitrary-precision library, which shares no code with ours. */
import { BigNumber } from 'bignumber.js'
import fc from 'fast-check'
import { estimateOutput, minimumReceived, priceImpact, providerFee } from '../../plugins/swaps/fees.ts'
import { amountOf, ceilCents, divide, rescale, worth } from '../../runtime/lib/tokenAmount.ts'
import { compare, floorUnits, formatUnits, multiply, parseDecimal, parseUnits } from '../../runtime/lib/units.ts'

/** Enough digits for the product of two 256-bit amounts with 36 decimals each. */
const Decimal = BigNumber.clone({ DECIMAL_PLACES: 200, EXPONENTIAL_AT: 1e9, ROUNDING_MODE: BigNumber.ROUND_DOWN })
const decimal = (text: string | bigint | number) => new Decimal(String(text))
const whole = ({ value, decimals }: { value: bigint; decimals: number }) => decimal(value).shiftedBy(-decimals)
const isSame = (own: bigint | string, theirs: BigNumber) => decimal(own).eq(theirs)

const value = fc.oneof(fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 2n ** 256n - 1n))
/** A provider's fee, in hundredths of a percent. */
const fee = fc.integer({ min: 0, max: 500 })
const decimals = fc.integer({ min: 0, max: 36 })
const amount = fc.record({ value, decimals })
const price = fc.oneof(
  fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
  fc.integer({ min: 1, max: 1e6 }).map((cents) => cents / 100),
)
const typed = fc
  .tuple(fc.bigInt(0n, 10n ** 30n), fc.stringMatching(/^\d{1,18}$/))
  .map(([units, fraction]) => `${units}.${fraction}`)

/** For each calculation, a property that holds when both results are exactly equal. */
export const AGREEMENTS: Record<string, fc.IProperty<unknown[]>> = {
  'an amount as typed': fc.property(typed, decimals, (text, scale) => {
    const theirs = decimal(text).shiftedBy(scale)
    const own = parseUnits(text, scale)
    // Text with more fraction digits than the token has is rejected, even if they are zeros.
    if ((text.split('.')[1]?.length ?? 0) > scale) return own === undefined
    return own !== undefined && isSame(own, theirs)
  }),
  'an amount as text': fc.property(amount, ({ value: units, decimals: scale }) => {
    const theirs = decimal(units).shiftedBy(-scale)
    return formatUnits(units, scale) === theirs.toFixed()
  }),
  'an amount cut for the screen': fc.property(amount, fc.nat(18), ({ value: units, decimals: scale }, places) => {
    const theirs = decimal(units).shiftedBy(-scale).decimalPlaces(places, BigNumber.ROUND_DOWN)
    return floorUnits(units, scale, places) === theirs.toFixed()
  }),
  "a service's number": fc.property(price, (number) => {
    const own = parseDecimal(String(number))
    return own !== undefined && whole(own).eq(decimal(number))
  }),
  'a product': fc.property(amount, amount, (a, b) => whole(multiply(a, b)).eq(whole(a).times(whole(b)))),
  'a comparison': fc.property(amount, amount, (a, b) => compare(a, b) === whole(a).comparedTo(whole(b))),
  'a change of scale': fc.property(amount, decimals, (own, scale) =>
    isSame(rescale(own, scale), whole(own).shiftedBy(scale).integerValue(BigNumber.ROUND_DOWN)),
  ),
  'a quotient': fc.property(amount, amount, fc.nat(24), (a, b, places) => {
    const own = divide(a, b, places)
    if (b.value === 0n) return own === undefined
    const theirs = whole(a).shiftedBy(places).idiv(whole(b))
    return own !== undefined && isSame(own.value, theirs)
  }),
  'a text cut to a token': fc.property(typed, decimals, (text, scale) =>
    isSame(amountOf(text, scale).value, decimal(text).shiftedBy(scale).integerValue(BigNumber.ROUND_DOWN)),
  ),
  'a worth in dollars, and in cents': fc.property(amount, price, (own, rate) => {
    const dollars = worth(own, rate)
    const theirs = whole(own).times(decimal(rate))
    const cents = dollars && ceilCents(dollars)
    const up = theirs.decimalPlaces(2, BigNumber.ROUND_UP)
    return dollars !== undefined && whole(dollars).eq(theirs) && cents !== undefined && whole(cents).eq(up)
  }),
  'the least that may arrive': fc.property(value, fc.integer({ min: 0, max: 5000 }), (received, hundredths) => {
    const theirs = decimal(received)
      .times(decimal(10_000 - hundredths))
      .div(10_000)
      .integerValue(BigNumber.ROUND_DOWN)
    return isSame(minimumReceived(received, hundredths / 100), theirs)
  }),
  "the provider's fee": fc.property(typed, fee, (text, hundredths) =>
    isSame(providerFee(text, hundredths / 100), decimal(text).times(hundredths).div(10_000)),
  ),
  'what prices say that arrives': fc.property(amount, price, price, decimals, fee, (paid, from, to, scale, part) => {
    const kept = whole(paid)
      .times(10_000 - part)
      .div(10_000)
      .times(decimal(from))
    const theirs = kept.shiftedBy(scale).idiv(decimal(to)).shiftedBy(-scale)
    const own = estimateOutput({ amount: paid, price: from }, { price: to, decimals: scale }, part / 100)
    return isSame(own, theirs)
  }),
  'the loss of a swap': fc.property(amount, price, amount, price, (paid, from, received, to) => {
    const own = priceImpact({ amount: paid, price: from }, { amount: received, price: to })
    const before = whole(paid).times(decimal(from))
    if (before.isZero()) return own === undefined
    const lost = before
      .minus(whole(received).times(decimal(to)))
      .times(100)
      .shiftedBy(12)
      .idiv(before)
      .shiftedBy(-12)
    return own === Number(lost.toFixed())
  }),
}
