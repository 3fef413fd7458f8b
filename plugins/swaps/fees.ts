/** Calculates the figures of a swap with exact amounts. Returns JavaScript numbers only for public state fields. */
import { type Amount, divide, multiply, parseDecimal, plainText, rateOf, rescale, worth } from 'walletkit/plugin'

/** The default slippage, in percent. */
export const SLIPPAGE = 1
/** The share of the paid amount that the swap provider takes unless the config names another one, in percent. */
export const PROVIDER_FEE = 0.85
/** Gas units to assume for a swap, unless its built transaction needs more. */
export const GAS_LIMIT = 150_000n

/** Cost of a swap's gas in USD: gas price × 150,000 × price of the native currency; `undefined` without that price. */
export function gasPriceInUSD(gasPrice: bigint, networkPrice: number | undefined, decimals = 18): number | undefined {
  const usd = worth({ value: gasPrice * GAS_LIMIT, decimals }, networkPrice)
  return usd && Number(plainText(usd))
}

export type Priced = { amount: Amount; price: number | undefined }

/** Percentage of the value lost: (USD in − USD out) / USD in × 100; `undefined` without a price, or if USD in is 0. */
export function priceImpact(paid: Priced, received: Priced): number | undefined {
  const [before, after] = [worth(paid.amount, paid.price), worth(received.amount, received.price)]
  if (!before || !after || before.value === 0n) return undefined
  const places = Math.max(before.decimals, after.decimals)
  const [whole, rest] = [rescale(before, places), rescale(after, places)]
  const lost = divide({ value: (whole - rest) * 100n, decimals: 0 }, { value: whole, decimals: 0 }, 12)
  return lost && Number(plainText(lost))
}

const percentOf = (slippage: number): Amount =>
  parseDecimal(String(slippage)) ?? { value: BigInt(SLIPPAGE), decimals: 0 }

/** `percent` of an amount, exactly. */
function shareOf(amount: Amount, percent: number): Amount {
  const { value, decimals } = multiply(amount, percentOf(percent))
  return { value, decimals: decimals + 2 }
}

/** Maximum loss to slippage, in destination tokens: amount × slippage / 100. */
export const maxSlippage = (received: Amount, slippage: number): number =>
  Number(plainText(shareOf(received, slippage)))

/** Minimum received amount in base units, truncated: amount × (100 − slippage) / 100. */
export function minimumReceived(received: bigint, slippage: number): bigint {
  const { value, decimals } = percentOf(slippage)
  const whole = 100n * 10n ** BigInt(decimals)
  return (received * (whole - value)) / whole
}

/** The provider's fee from the paid amount, as exact decimal text: `0.85` for `100` at 0.85 percent. */
export function providerFee(amount: string, percent: number): string {
  const paid = parseDecimal(amount)
  return paid ? plainText(shareOf(paid, percent)) : '0'
}

/** Estimate from prices: (amount − fee) × price ratio, truncated to the decimals; `'0'` if a price is missing. */
export function estimateOutput(
  paid: Priced,
  received: { price: number | undefined; decimals: number },
  feePercent: number,
): string {
  const [from, to] = [rateOf(paid.price), rateOf(received.price)]
  if (!from || !to) return '0'
  const fee = shareOf(paid.amount, feePercent)
  const kept = { value: rescale(paid.amount, fee.decimals) - fee.value, decimals: fee.decimals }
  const out = divide(multiply(kept, from), to, received.decimals)
  return out ? plainText(out) : '0'
}
