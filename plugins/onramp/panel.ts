/** The panel object that most functions of this plugin take, and values that follow from the visitor's choices. */
import type { PluginKit } from 'walletkit/plugin'
import { checkLimits, type Limit, readAmount } from './amounts.ts'
import type { OnRampApi, QuoteRequest } from './api.ts'
import { type Arrival, arrivalOf } from './networks.ts'
import type { readSettings } from './options.ts'
import type { PaymentCurrency, PurchaseCurrency } from './shape.ts'
import type { OnRampState } from './state.ts'

export type OnRampPanel = {
  kit: PluginKit
  api: OnRampApi | undefined
  settings: ReturnType<typeof readSettings>
  state: OnRampState
}

export const currencyOf = ({ state }: OnRampPanel): PurchaseCurrency | undefined =>
  state.purchaseCurrencies.find(({ id }) => id === state.purchaseCurrency)
export const paymentOf = ({ state }: OnRampPanel): PaymentCurrency | undefined =>
  state.paymentCurrencies.find(({ id }) => id === state.paymentCurrency)

/** Where a purchase arrives; `undefined` without a selected currency, or if the account cannot hold it. */
export const arrivalIn = (panel: OnRampPanel, of = currencyOf(panel)): Arrival | undefined =>
  of && arrivalOf(of, panel.kit.network(), panel.kit.account())

export const isSmartAccount = ({ kit }: OnRampPanel) => kit.account().preferredAccountType === 'smartAccount'

/** Checks the typed amount against the limits; `none` without an amount above zero or without a payment currency. */
export function limitOf(panel: OnRampPanel): Limit | { kind: 'none' } {
  const [amount, by] = [readAmount(panel.state.amount), paymentOf(panel)]
  return amount && amount.value > 0n && by ? checkLimits(amount, by) : { kind: 'none' }
}

/** What to request a quote for; `undefined` while the form is incomplete or the amount is outside the limits. */
export function requestOf(panel: OnRampPanel): QuoteRequest | undefined {
  const [bought, by, to] = [currencyOf(panel), paymentOf(panel), arrivalIn(panel)]
  if (!bought || !by || !to || limitOf(panel).kind !== 'ok') return undefined
  const amount = panel.state.amount.trim().replace(/\.$/, '')
  return { purchaseCurrency: bought.id, paymentCurrency: by.id, amount, network: to.network.name }
}

/**
 * Selects the first currency that is sold on the active network, else the first that the account can receive, else the
 * first; and the first payment currency. Keeps a selected currency that the account can still receive, and a selected
 * payment currency that is still listed.
 */
export function preselect(panel: OnRampPanel): void {
  const { state } = panel
  const list = state.purchaseCurrencies
  const here = list.find((each) => arrivalIn(panel, each)?.elsewhere === false)
  const chosen = currencyOf(panel)
  if (!chosen || !arrivalIn(panel, chosen))
    state.purchaseCurrency = (here ?? list.find((each) => arrivalIn(panel, each)) ?? list[0])?.id
  if (!paymentOf(panel)) state.paymentCurrency = state.paymentCurrencies[0]?.id
}
