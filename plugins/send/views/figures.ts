/** Figures as the screens read them. */
import { type Amount, fiatText, formatToken, type PluginKit } from 'walletkit/plugin'
import { add, ceilCents, worth } from '../amount.ts'
import type { SendController } from '../controller.ts'
import { feeInUSD } from '../gas.ts'

/** The fee in USD, else in the native currency; `undefined` while it is unknown. */
export function costText(kit: PluginKit, { checks, form }: SendController): string | undefined {
  const { gas } = checks
  if (!gas) return undefined
  const usd = feeInUSD(gas, form.nativeDecimals())
  if (usd) return fiatText(usd, kit.locale)
  return tokenText(kit, { value: gas.fee, decimals: form.nativeDecimals() }, kit.network()?.nativeCurrency.symbol ?? '')
}

/** The typed amount in USD; `undefined` without a price or an amount. */
export function fiatAmount({ state, form }: SendController): Amount | undefined {
  const [value, decimals] = [form.amount(), form.decimals()]
  return value === undefined || decimals === undefined ? undefined : worth({ value, decimals }, state.token?.price)
}

/** Amount and fee together, rounded up; in USD, or in the native currency where that is all there is. */
export function totalText(kit: PluginKit, controller: SendController): string | undefined {
  const { checks, form } = controller
  const { gas } = checks
  const [value, decimals] = [form.amount(), form.nativeDecimals()]
  if (!gas || value === undefined) return undefined
  const [usd, fee] = [fiatAmount(controller), worth({ value: gas.fee, decimals }, gas.nativePrice)]
  if (usd && fee) return fiatText(ceilCents(add(usd, fee)), kit.locale)
  if (!form.isNative()) return undefined
  return tokenText(kit, { value: value + gas.fee, decimals }, kit.network()?.nativeCurrency.symbol ?? '')
}

export const tokenText = (kit: PluginKit, amount: Amount, symbol: string) =>
  `${formatToken(amount, undefined, kit.locale)} ${symbol}`
