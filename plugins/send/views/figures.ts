/** Formats costs and amounts for the screens. */
import { type Amount, fiatText, formatToken, type PluginKit } from 'walletkit/plugin'
import { add, ceilCents, plainText, worth } from '../amount.ts'
import type { SendController } from '../controller.ts'
import { feeInUSD } from '../gas.ts'

/** The fee in USD, else in the native currency; `undefined` while it is unknown. On Solana, the exact native amount. */
export function costText(kit: PluginKit, { checks, form }: SendController): string | undefined {
  const { gas } = checks
  if (!gas) return undefined
  if (gas.reserve > 0n) return exactText(kit, gas.fee, form.nativeDecimals())
  const usd = feeInUSD(gas, form.nativeDecimals())
  if (usd) return fiatText(usd, kit.locale)
  return tokenText(kit, { value: gas.fee, decimals: form.nativeDecimals() }, kit.network()?.nativeCurrency.symbol ?? '')
}

/** The typed amount in USD; `undefined` without a price or an amount. */
export function fiatAmount({ state, form }: SendController): Amount | undefined {
  const [value, decimals] = [form.amount(), form.decimals()]
  return value === undefined || decimals === undefined ? undefined : worth({ value, decimals }, state.token?.price)
}

/** Amount plus fee, rounded up, in USD; without a price, in the native currency. */
export function totalText(kit: PluginKit, controller: SendController): string | undefined {
  const { checks, form } = controller
  const { gas } = checks
  const [value, decimals] = [form.amount(), form.nativeDecimals()]
  if (!gas || value === undefined) return undefined
  if (gas.reserve > 0n && form.isNative()) return exactText(kit, value + gas.fee, decimals)
  const [usd, fee] = [fiatAmount(controller), worth({ value: gas.fee, decimals }, gas.nativePrice)]
  if (usd && fee) return fiatText(ceilCents(add(usd, fee)), kit.locale)
  if (!form.isNative()) return undefined
  return tokenText(kit, { value: value + gas.fee, decimals }, kit.network()?.nativeCurrency.symbol ?? '')
}

export const tokenText = (kit: PluginKit, amount: Amount, symbol: string) =>
  `${formatToken(amount, undefined, kit.locale)} ${symbol}`

/** The minimum balance of an account on Solana. */
export const reserveText = (kit: PluginKit, { checks, form }: SendController): string =>
  exactText(kit, checks.gas?.reserve ?? 0n, form.nativeDecimals())

/** The exact amount of the native currency. */
const exactText = (kit: PluginKit, value: bigint, decimals: number): string =>
  `${plainText({ value, decimals })} ${kit.network()?.nativeCurrency.symbol ?? ''}`
