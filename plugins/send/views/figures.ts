/** Formats costs and amounts for the screens. */
import { add, type Amount, formatToken, plainText, type PluginKit, worth } from 'walletkit/plugin'
import type { SendController } from '../controller.ts'
import { amount, decimals as decimalsOf, isNative, nativeDecimals } from '../form.ts'
import { feeInUSD, type GasFacts } from '../gas.ts'

/**
 * The fee as text: on Solana always the exact amount in SOL; elsewhere in fiat, or without a price in the native
 * currency. `undefined` while the fee is unknown.
 */
export function costText(kit: PluginKit, controller: SendController): string | undefined {
  const { gas } = controller.state
  return gas && feeText(kit, controller, gas)
}

export function feeText(kit: PluginKit, controller: SendController, gas: GasFacts): string {
  const decimals = nativeDecimals(controller)
  if (gas.reserve > 0n) return exactText(kit, gas.fee, decimals)
  const usd = feeInUSD(gas, decimals)
  if (usd) return kit.fiat(usd, { up: true })
  return tokenText(kit, { value: gas.fee, decimals }, kit.network()?.nativeCurrency.symbol ?? '')
}

/** The typed amount in USD; `undefined` without a price or an amount. */
export function fiatAmount(controller: SendController): Amount | undefined {
  const [value, decimals] = [amount(controller), decimalsOf(controller)]
  if (value === undefined || decimals === undefined) return undefined
  return worth({ value, decimals }, controller.state.token?.price)
}

/**
 * Amount plus fee as text: in fiat, rounded up; without a price, in the native currency; for SOL, exact. `undefined`
 * while the amount or the fee is unknown, and for a token if its price or the native currency's price is unknown.
 */
export function totalText(kit: PluginKit, controller: SendController): string | undefined {
  const { gas } = controller.state
  const [value, decimals] = [amount(controller), nativeDecimals(controller)]
  if (!gas || value === undefined) return undefined
  if (gas.reserve > 0n && isNative(controller)) return exactText(kit, value + gas.fee, decimals)
  const [usd, fee] = [fiatAmount(controller), worth({ value: gas.fee, decimals }, gas.nativePrice)]
  if (usd && fee) return kit.fiat(add(usd, fee), { up: true })
  if (!isNative(controller)) return undefined
  return tokenText(kit, { value: value + gas.fee, decimals }, kit.network()?.nativeCurrency.symbol ?? '')
}

export const tokenText = (kit: PluginKit, value: Amount, symbol: string) =>
  `${formatToken(value, undefined, kit.locale)} ${symbol}`

/** The minimum balance of an account on Solana, as text; zero elsewhere. */
export const reserveText = (kit: PluginKit, controller: SendController): string =>
  exactText(kit, controller.state.gas?.reserve ?? 0n, nativeDecimals(controller))

/** An amount of the native currency, given in base units, as exact text. */
const exactText = (kit: PluginKit, value: bigint, decimals: number): string =>
  `${plainText({ value, decimals })} ${kit.network()?.nativeCurrency.symbol ?? ''}`
