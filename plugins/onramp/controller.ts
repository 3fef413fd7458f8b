/** The on-ramp: its state and the actions of its screens. Reports failures and never throws them. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import { checkLimits, type Limit, readAmount } from './amounts.ts'
import type { OnRampApi, QuoteRequest } from './api.ts'
import { createBuying } from './buying.ts'
import type { Provider } from './defaults.ts'
import { ONRAMP_ERRORS } from './errors.ts'
import { arrivalOf } from './networks.ts'
import { readSettings } from './options.ts'
import { createQuotes } from './quotes.ts'
import type { PurchaseCurrency } from './shape.ts'
import { blankState } from './state.ts'

export type OnRampController = ReturnType<typeof createOnRampController>

type Deps = { kit: PluginKit; api: OnRampApi | undefined; options: unknown }

export default function createOnRampController({ kit, api, options }: Deps) {
  const settings = readSettings(options)
  const state = proxy(blankState())
  const quotes = createQuotes(kit, api, state)
  const currency = () => state.purchaseCurrencies.find(({ id }) => id === state.purchaseCurrency)
  const payment = () => state.paymentCurrencies.find(({ id }) => id === state.paymentCurrency)
  const arrival = (of: PurchaseCurrency | undefined = currency()) => of && arrivalOf(of, kit.network(), kit.account())
  const buying = createBuying(kit, api, state, { currency, arrival })
  const isSmartAccount = () => kit.account().preferredAccountType === 'smartAccount'
  let screens = 0
  let inside = false

  /** Checks the typed amount against the limits; `none` without a valid amount or currency. */
  function limit(): Limit | { kind: 'none' } {
    const [amount, by] = [readAmount(state.amount), payment()]
    return amount && amount.value > 0n && by ? checkLimits(amount, by) : { kind: 'none' }
  }
  const plainAmount = () => state.amount.trim().replace(/\.$/, '')

  function request(): QuoteRequest | undefined {
    const [bought, by, to] = [currency(), payment(), arrival()]
    if (!bought || !by || !to || limit().kind !== 'ok') return undefined
    return { purchaseCurrency: bought.id, paymentCurrency: by.id, amount: plainAmount(), network: to.network.name }
  }
  const requote = () => quotes.renew(request())

  /** Selects the first currencies that the account can use, preferably one sold on the active network. */
  function preselect() {
    const list = state.purchaseCurrencies
    const here = list.find((each) => arrival(each)?.elsewhere === false)
    const chosen = currency()
    if (!chosen || !arrival(chosen))
      state.purchaseCurrency = (here ?? list.find((each) => arrival(each)) ?? list[0])?.id
    if (!payment()) state.paymentCurrency = state.paymentCurrencies[0]?.id
  }

  let loads = 0
  /** Loads the currencies. If the service fails, uses the defaults, so that the visitor can still buy. */
  async function load() {
    if (!api || !kit.account().address) return
    const mine = ++loads
    state.source = 'loading'
    const found = await api.options().catch((error: unknown) => {
      kit.report(error, 'ONRAMP_OPTIONS', ONRAMP_ERRORS)
      return 'failed' as const
    })
    if (mine !== loads) return
    const set = found === 'failed' ? settings.defaults : found
    state.source = found === 'failed' ? 'fallback' : set ? 'service' : 'unsupported'
    const copy = structuredClone(set ?? { purchaseCurrencies: [], paymentCurrencies: [] })
    Object.assign(state, copy)
    preselect()
    requote()
  }

  let last = kit.account().caipAddress
  kit.onChange(() => {
    const now = kit.account().caipAddress
    if (now === last) return
    last = now
    loads++
    buying.forget()
    Object.assign(state, blankState(), { amount: state.amount, paymentCurrency: state.paymentCurrency })
    if (screens > 0) void load()
  })

  return {
    state,
    /** Whether the config names the API, without which nothing can be bought. */
    ready: api !== undefined,
    currency,
    payment,
    arrival,
    limit,
    load,
    /** Providers that support the active namespace, in the config's order. */
    providers: (): readonly Provider[] =>
      settings.providers.filter(({ namespaces }) => namespaces.some((each) => each === kit.account().namespace)),
    /** Whether the form is complete, so that a provider's page can be opened. */
    mayBuy: () => request() !== undefined,

    /** A screen of the panel opened. Call the returned function when it closes. */
    enter: (): (() => void) => {
      if (++screens === 1 && state.source !== 'service') void load()
      return () => void screens--
    },
    /** Sends the event once per visit; returning from a list is not a new visit. */
    opened: () => {
      if (!inside) kit.track('SELECT_BUY_CRYPTO', { isSmartAccount: isSmartAccount() })
      inside = false
    },
    pick: (view: 'OnRampTokenSelect' | 'OnRampFiatSelect' | 'OnRampActivity') => {
      inside = true
      kit.push(view)
    },
    whatIsABuy: () => {
      inside = true
      kit.track('SELECT_WHAT_IS_A_BUY', { isSmartAccount: isSmartAccount() })
      kit.push('WhatIsABuy')
    },
    setAmount: (text: string) => {
      state.amount = text
      requote()
    },
    setCurrency: (id: string) => {
      state.purchaseCurrency = id
      requote()
      kit.back()
    },
    setPayment: (id: string) => {
      state.paymentCurrency = id
      requote()
      kit.back()
    },
    /** Must run in the click handler: the window opens before the first `await`, or the browser would block it. */
    buy: (provider: Provider): Promise<void> => {
      const asked = request()
      if (!asked || state.buying?.stage === 'opening') return Promise.resolve()
      inside = true
      kit.track('SELECT_BUY_PROVIDER', { provider: provider.name, isSmartAccount: isSmartAccount() })
      return buying.begin(provider, asked)
    },
    watched: buying.watched,
    lookAgain: buying.lookAgain,
    /** Ends the wait. The purchase itself goes on, and its tokens still arrive. */
    stopWaiting: () => {
      buying.forget()
      state.buying = undefined
    },

    async fetchActivity() {
      const { address, caipAddress } = kit.account()
      if (!api || !address) return
      state.activity = { status: 'loading', purchases: [] }
      try {
        const purchases = await api.purchases(address)
        if (kit.account().caipAddress === caipAddress) state.activity = { status: 'ready', purchases }
      } catch (error) {
        kit.report(error, 'ONRAMP_ACTIVITY', ONRAMP_ERRORS)
        if (kit.account().caipAddress === caipAddress) state.activity = { status: 'failed', purchases: [] }
      }
    },
  }
}
