/** Formats figures for the screens. */
import { type Amount, fiatText, formatToken, numberFormat, type PluginKit } from 'walletkit/plugin'
import { ceilCents, divide, amountOf, worth } from '../amount.ts'
import type { SwapController } from '../controller.ts'
import { minimumReceived, PROVIDER_FEE_PERCENT } from '../fees.ts'
import type { ImpactLevel } from '../impact.ts'

export const tokenText = (kit: PluginKit, amount: Amount, symbol: string) =>
  `${formatToken(amount, undefined, kit.locale)} ${symbol}`

/** A loss in percent, such as `0.04`. Rounds up, so that it never looks smaller than it is; a gain shows as 0. */
export function percentText(kit: PluginKit, percent: number): string {
  if (percent <= 0) return '0'
  const format = numberFormat(kit.locale, { maximumFractionDigits: 2 })
  return percent < 0.01 ? `<${format.format(0.01)}` : format.format(Math.ceil(percent * 100) / 100)
}

/** The price of one destination token in source tokens; `undefined` without a quote. */
export function rateText(kit: PluginKit, { state, checks }: SwapController): string | undefined {
  const { sourceToken, toToken, sourceTokenAmount } = state
  if (!sourceToken || !toToken || !checks.quoted) return undefined
  const paid = amountOf(sourceTokenAmount, sourceToken.decimals)
  const rate = divide(paid, { value: checks.quoted, decimals: toToken.decimals }, 18)
  return rate && formatToken(rate, undefined, kit.locale)
}

export type Figures = {
  rate: string | undefined
  impact: string | undefined
  level: ImpactLevel | undefined
  slippage: string
  fee: string | undefined
  feePercent: string
  cost: string | undefined
  minimum: string | undefined
}

/** All figures of the quote; `undefined` for those that are unknown. */
export function figuresOf(kit: PluginKit, controller: SwapController): Figures {
  const { state, checks, form } = controller
  const { sourceToken, toToken, priceImpact, slippage, providerFee, gasPriceInUSD } = state
  const isQuoted = checks.quoted !== undefined
  const decimals = form.nativeDecimals()
  const fee = sourceToken && providerFee !== undefined ? feeText(kit, controller, providerFee) : undefined
  const gas = state.gasFee === '' ? undefined : { value: form.fee(), decimals }
  const usd = gas && worth(gas, state.networkPrice)
  const minimum =
    toToken && checks.quoted !== undefined
      ? tokenText(kit, { value: minimumReceived(checks.quoted, slippage), decimals: toToken.decimals }, toToken.symbol)
      : undefined
  return {
    rate: rateText(kit, controller),
    impact: isQuoted && priceImpact !== undefined ? percentText(kit, priceImpact) : undefined,
    level: isQuoted ? form.impact() : undefined,
    slippage: String(slippage),
    fee,
    feePercent: PROVIDER_FEE_PERCENT,
    cost:
      gas &&
      (usd && gasPriceInUSD !== undefined
        ? fiatText(ceilCents(usd), kit.locale)
        : tokenText(kit, gas, kit.network()?.nativeCurrency.symbol ?? '')),
    minimum,
  }
}

/** In USD if the price is known, else in the token. */
function feeText(kit: PluginKit, { state, form }: SwapController, fee: string): string | undefined {
  const { sourceToken } = state
  if (!sourceToken) return undefined
  const amount = amountOf(fee, 36)
  const usd = worth(amount, form.priceOf(sourceToken))
  return usd ? fiatText(ceilCents(usd), kit.locale) : tokenText(kit, amount, sourceToken.symbol)
}

/** Selects a font size that keeps the amount on one line: 36, 28, 20 or 16 px, and 14 px for all 18 decimals. */
export function sizeStep({ length }: string): 1 | 2 | 3 | 4 | 5 {
  if (length <= 7) return 1
  if (length <= 10) return 2
  if (length <= 14) return 3
  return length <= 17 ? 4 : 5
}
