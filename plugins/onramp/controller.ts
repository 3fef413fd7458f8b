/** The on-ramp: what its screens show and what they call. Reports failures and never throws them. */
import { createTurns, createVisits, onAccountChange, type PluginKit, proxy } from 'walletkit/plugin'
import type { OnRampApi } from './api.ts'
import { createBuying } from './buying.ts'
import type { Provider } from './defaults.ts'
import { fetchActivity, loadCurrencies } from './load.ts'
import { readSettings } from './options.ts'
import {
  arrivalIn,
  currencyOf,
  isSmartAccount,
  limitOf,
  type OnRampPanel,
  paymentOf,
  preselect,
  requestOf,
} from './panel.ts'
import { createQuotes } from './quotes.ts'
import type { PurchaseCurrency } from './shape.ts'
import { blankState, USUAL_AMOUNT } from './state.ts'

export type OnRampController = ReturnType<typeof createOnRampController>

type Deps = { kit: PluginKit; api: OnRampApi | undefined; options: unknown }

export default function createOnRampController({ kit, api, options }: Deps) {
  const settings = readSettings(options)
  const state = proxy(blankState())
  const panel: OnRampPanel = { kit, api, settings, state }
  const quotes = createQuotes(kit, api, state)
  const buying = createBuying(panel)
  const loads = createTurns()
  const visits = createVisits(kit, () => {
    // A visit ended: reset the choices, but keep the listed currencies and a pending purchase.
    Object.assign(state, { amount: USUAL_AMOUNT, purchaseCurrency: undefined, paymentCurrency: undefined })
    quotes.renew(undefined)
  })
  const requote = () => quotes.renew(requestOf(panel))
  const choose = () => {
    preselect(panel)
    requote()
  }
  const load = async () => {
    if (await loadCurrencies(panel, loads)) choose()
  }
  /** Stores what the visitor chose from a list, and goes back to the form. */
  const take = (chosen: Partial<typeof state>) => {
    Object.assign(state, chosen)
    requote()
    kit.back()
  }
  onAccountChange(kit, () => {
    loads.end()
    buying.forget()
    Object.assign(state, blankState(), { amount: state.amount, paymentCurrency: state.paymentCurrency })
    if (visits.isOpen()) void load()
  })

  return {
    state,
    visits: visits.state,
    /** Whether the config names the API, without which nothing can be bought. */
    ready: api !== undefined,
    currency: () => currencyOf(panel),
    payment: () => paymentOf(panel),
    arrival: (of?: PurchaseCurrency) => arrivalIn(panel, of),
    limit: () => limitOf(panel),
    load,
    /** Providers that support the active namespace, in the config's order. */
    providers: (): readonly Provider[] =>
      settings.providers.filter(({ namespaces }) => namespaces.some((each) => each === kit.account().namespace)),
    /** Whether the form is complete, so that a provider's page can be opened. */
    mayBuy: () => requestOf(panel) !== undefined,

    /** Call when a screen of the panel opens, and the returned function when it closes. */
    enter: (): (() => void) => {
      const isFirst = !visits.isOpen()
      const leave = visits.enter()
      if (isFirst && state.source !== 'service') void load()
      else if (isFirst && !state.quote) choose()
      return leave
    },
    /** Tracks `SELECT_BUY_CRYPTO` once per visit. */
    opened: () => {
      if (visits.begin()) kit.track('SELECT_BUY_CRYPTO', { isSmartAccount: isSmartAccount(panel) })
    },
    pick: (view: 'OnRampTokenSelect' | 'OnRampFiatSelect' | 'OnRampActivity') => {
      visits.stay()
      kit.push(view)
    },
    whatIsABuy: () => {
      visits.stay()
      kit.track('SELECT_WHAT_IS_A_BUY', { isSmartAccount: isSmartAccount(panel) })
      kit.push('WhatIsABuy')
    },
    setAmount: (text: string) => {
      state.amount = text
      requote()
    },
    setCurrency: (id: string) => take({ purchaseCurrency: id }),
    setPayment: (id: string) => take({ paymentCurrency: id }),
    /**
     * Opens the provider's page in a new window. Must run in the click handler: the window opens before the first
     * `await`, or the browser would block it.
     */
    buy: (provider: Provider): Promise<void> => {
      const asked = requestOf(panel)
      if (!asked || state.buying?.stage === 'opening') return Promise.resolve()
      visits.stay()
      kit.track('SELECT_BUY_PROVIDER', { provider: provider.name, isSmartAccount: isSmartAccount(panel) })
      return buying.begin(provider, asked)
    },
    watched: buying.watched,
    lookAgain: buying.lookAgain,
    stopWaiting: buying.stop,
    fetchActivity: () => fetchActivity(panel),
  }
}
