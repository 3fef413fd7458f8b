/** One purchase: opens the provider's window and waits until the purchase arrives. */
import { formatToken, parseDecimal, type PluginKit } from 'walletkit/plugin'
import type { OnRampApi, QuoteRequest } from './api.ts'
import { LOOK_EVERY, LOOK_FOR, type Outcome, watchArrival } from './arrival.ts'
import { MOCK_QUOTE_ID, type Provider } from './defaults.ts'
import { ONRAMP_ERRORS } from './errors.ts'
import { onrampMessages } from './messages.ts'
import { type Arrival, blockchainOf, blockchainsOf } from './networks.ts'
import { openPopup } from './popup.ts'
import { parseUrl, type PurchaseCurrency } from './shape.ts'
import type { Buying, OnRampState } from './state.ts'

type Chosen = { currency: () => PurchaseCurrency | undefined; arrival: () => Arrival | undefined }

export function createBuying(kit: PluginKit, api: OnRampApi | undefined, state: OnRampState, chosen: Chosen) {
  /** Number of the current purchase; a change ends the wait of an older purchase or of another account. */
  let turn = 0
  let look: (() => Promise<Outcome>) | undefined
  let screens = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  kit.signal.addEventListener('abort', forget)

  function forget() {
    turn++
    clearTimeout(timer)
    look = undefined
  }

  const change = (changes: Partial<Buying>) => void (state.buying && Object.assign(state.buying, changes))

  /** The payment page: the provider's own URL, or one from the API. */
  async function pageOf(
    provider: Provider,
    asked: QuoteRequest,
    symbol: string,
    { network }: Arrival,
  ): Promise<string> {
    const address = kit.account().address ?? ''
    const { amount, paymentCurrency: currency } = asked
    if (provider.url !== undefined) {
      const values: Record<string, string> = { address, symbol, amount, currency, network: blockchainOf(network) }
      const url = provider.url.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
      return parseUrl({ url })
    }
    if (!api) throw new Error('The config names no API')
    // A mock quote is only an estimate: do not send its amount to the provider.
    const quote = state.quote?.quoteId === MOCK_QUOTE_ID ? undefined : state.quote
    return api.url({
      destinationWallets: [{ address, blockchains: blockchainsOf(network), assets: [symbol] }],
      defaultNetwork: blockchainOf(network),
      partnerUserId: address,
      ...(quote && { presetCryptoAmount: quote.purchaseAmount.amount }),
      presetFiatAmount: amount,
    })
  }

  async function begin(provider: Provider, asked: QuoteRequest): Promise<void> {
    const [currency, to, { address }] = [chosen.currency(), chosen.arrival(), kit.account()]
    if (!currency || !to || !address) return
    const popup = openPopup()
    forget()
    const mine = turn
    const { symbol, iconUrl } = currency
    state.buying = {
      provider: provider.label,
      symbol,
      ...(iconUrl && { iconUrl }),
      networkName: to.network.display_name,
      stage: 'opening',
      blocked: popup === undefined,
      since: Date.now(),
    }
    kit.push('BuyInProgress')
    try {
      const here = { network: to.network, address, here: !to.elsewhere }
      const [url, watch] = await Promise.all([pageOf(provider, asked, symbol, to), watchArrival(kit, api, here)])
      if (mine !== turn) return void popup?.close()
      if (popup) popup.location.href = url
      change({ url, stage: 'waiting' })
      look = watch
      void wait(mine)
    } catch (error) {
      popup?.close()
      if (mine !== turn) return
      const { message } = kit.report(error, 'ONRAMP_URL', ONRAMP_ERRORS)
      change({ stage: 'failed', message })
    }
  }

  async function wait(mine: number, until = Date.now() + LOOK_FOR): Promise<void> {
    const outcome = await look?.()
    if (mine !== turn || !outcome) return
    if (outcome.kind === 'done') return finish(outcome.amount)
    if (outcome.kind === 'failed') return fail()
    if (outcome.kind === 'paying') change({ stage: 'paying' })
    if (Date.now() > until) return change({ stage: 'slow' })
    timer = setTimeout(() => void wait(mine, until), LOOK_EVERY)
  }

  function fail() {
    const message = kit.text('onramp.paymentFailed', onrampMessages['onramp.paymentFailed'])
    change({ stage: 'failed', message })
    if (!screens) kit.toast.error(message)
    look = undefined
  }

  function finish(amount: string | undefined) {
    look = undefined
    change({ stage: 'done', ...(amount && { amount }) })
    // Refresh the account's balances. The account screen shows a failure, so ignore it here.
    kit.fetchBalances({ force: true }).catch(() => undefined)
    const parsed = parseDecimal(amount ?? '')
    const what = `${parsed ? `${formatToken(parsed, undefined, kit.locale)} ` : ''}${state.buying?.symbol ?? ''}`
    if (!screens) kit.toast.success(kit.text('onramp.arrived', onrampMessages['onramp.arrived'], { what }))
  }

  return {
    begin,
    forget,
    /** The progress screen opened. Call the returned function when it closes: a toast then shows the outcome. */
    watched: (): (() => void) => {
      screens++
      return () => void screens--
    },
    lookAgain: () => {
      if (state.buying?.stage !== 'slow') return
      change({ stage: 'waiting' })
      void wait(turn)
    },
  }
}
