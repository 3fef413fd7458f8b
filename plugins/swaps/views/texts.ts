/** Formats figures for the screens. */
import {
  type Amount,
  amountOf,
  divide,
  formatToken,
  numberFormat,
  parseDecimal,
  type PluginKit,
  worth,
} from 'walletkit/plugin'
import { minimumReceived } from '../fees.ts'
import { gasPriceInUSD, impact, maxSlippage, priceImpact, providerFee } from '../figures.ts'
import { gasCost, nativeDecimals, networkPrice, priceOf } from '../form.ts'
import type { ImpactLevel } from '../impact.ts'
import type { SwapFacts } from '../panel.ts'

export const tokenText = (kit: PluginKit, amount: Amount, symbol: string) =>
  `${formatToken(amount, undefined, kit.locale)} ${symbol}`

/**
 * A loss in percent as text, such as `0.04`. Rounds up, so that a loss never looks smaller than it is; a gain becomes
 * 0.
 */
export function percentText(kit: PluginKit, percent: number): string {
  if (percent <= 0) return '0'
  const format = numberFormat(kit.locale, { maximumFractionDigits: 2 })
  return percent < 0.01 ? `<${format.format(0.01)}` : format.format(Math.ceil(percent * 100) / 100)
}

/** A percentage of the config as text, with at most four fraction digits. */
const shareText = (kit: PluginKit, percent: number): string =>
  numberFormat(kit.locale, { maximumFractionDigits: 4 }).format(percent)

/** The price of one destination token in source tokens; `undefined` without a quote. */
export function rateText({ kit, state }: SwapFacts): string | undefined {
  const { sourceToken, toToken, sourceTokenAmount, quote } = state
  if (!sourceToken || !toToken || !quote) return undefined
  const paid = amountOf(sourceTokenAmount, sourceToken.decimals)
  const rate = divide(paid, { value: quote.toAmount, decimals: toToken.decimals }, 18)
  return rate && formatToken(rate, undefined, kit.locale)
}

export type Figures = {
  rate: string | undefined
  impact: string | undefined
  level: ImpactLevel | undefined
  slippage: string
  /** What the slippage may cost at most, in the received token. */
  slippageAmount: string | undefined
  fee: string | undefined
  feePercent: string
  cost: string | undefined
  minimum: string | undefined
}

/** All figures of the quote; `undefined` for those that are unknown. */
export function figuresOf(panel: SwapFacts): Figures {
  const { kit, state, options } = panel
  const { toToken, quote } = state
  const lost = priceImpact(panel)
  return {
    rate: rateText(panel),
    impact: lost === undefined ? undefined : percentText(kit, lost),
    level: quote && impact(panel),
    slippage: shareText(kit, options.slippage),
    slippageAmount: toToken && slippageText(panel, toToken.symbol),
    fee: feeText(panel),
    feePercent: shareText(kit, options.providerFee),
    cost: costText(panel),
    minimum: quote && toToken && minimumText(kit, minimumReceived(quote.toAmount, options.slippage), toToken),
  }
}

const minimumText = (kit: PluginKit, value: bigint, { decimals, symbol }: { decimals: number; symbol: string }) =>
  tokenText(kit, { value, decimals }, symbol)

function slippageText(panel: SwapFacts, symbol: string): string | undefined {
  const most = parseDecimal(String(maxSlippage(panel)))
  return most && tokenText(panel.kit, most, symbol)
}

/** The network's cost as text: in fiat if the price is known, else in the native currency. */
function costText(panel: SwapFacts): string | undefined {
  const { kit, state } = panel
  if (state.gasFee === undefined) return undefined
  const gas = { value: gasCost(panel), decimals: nativeDecimals(panel) }
  const usd = worth(gas, networkPrice(panel))
  return usd && gasPriceInUSD(panel) !== undefined
    ? kit.fiat(usd, { up: true })
    : tokenText(kit, gas, kit.network()?.nativeCurrency.symbol ?? '')
}

/** The provider's fee as text: in fiat if the price is known, else in the token that the visitor pays with. */
function feeText(panel: SwapFacts): string | undefined {
  const { kit, state } = panel
  const { sourceToken } = state
  const fee = providerFee(panel)
  if (!sourceToken || fee === undefined) return undefined
  const amount = amountOf(fee, 36)
  const usd = worth(amount, priceOf(panel, sourceToken))
  return usd ? kit.fiat(usd, { up: true }) : tokenText(kit, amount, sourceToken.symbol)
}
