/** One purchase: opens the provider's window and waits until the purchase arrives. */
import { createTurns, createVisits, formatToken, parseDecimal } from 'walletkit/plugin'
import type { QuoteRequest } from './api.ts'
import { LOOK_EVERY, LOOK_FOR, type Outcome, watchArrival } from './arrival.ts'
import type { Provider } from './defaults.ts'
import { ONRAMP_ERRORS } from './errors.ts'
import { onrampMessages } from './messages.ts'
import type { Arrival } from './networks.ts'
import { pageOf } from './page.ts'
import { arrivalIn, currencyOf, type OnRampPanel } from './panel.ts'
import { openPopup } from './popup.ts'
import type { PurchaseCurrency } from './shape.ts'
import type { Buying } from './state.ts'

export function createBuying(panel: OnRampPanel) {
  const { kit, api, state } = panel
  /** A new turn ends the wait for an older purchase, or for one of another account. */
  const turns = createTurns()
  /** The visits of the progress screen: while it is closed, a toast shows the outcome. */
  const visits = createVisits(kit)
  let look: (() => Promise<Outcome>) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  kit.signal.addEventListener('abort', forget)

  function forget() {
    turns.end()
    clearTimeout(timer)
    look = undefined
  }

  const change = (changes: Partial<Buying>) => void (state.buying && Object.assign(state.buying, changes))

  async function begin(provider: Provider, asked: QuoteRequest): Promise<void> {
    const [currency, to, { address }] = [currencyOf(panel), arrivalIn(panel), kit.account()]
    if (!currency || !to || !address) return
    const popup = openPopup()
    forget()
    const isCurrent = turns.current()
    state.buying = started(provider, currency, to, popup === undefined)
    kit.push('BuyInProgress')
    try {
      const here = { network: to.network, address, here: !to.elsewhere }
      const [url, watch] = await Promise.all([
        pageOf(panel, provider, asked, currency.symbol, to),
        watchArrival(kit, api, here),
      ])
      if (!isCurrent()) return void popup?.close()
      if (popup) popup.location.href = url
      change({ url, stage: 'waiting' })
      look = watch
      void wait(isCurrent)
    } catch (error) {
      popup?.close()
      if (!isCurrent()) return
      const { message } = kit.report(error, 'ONRAMP_URL', ONRAMP_ERRORS)
      change({ stage: 'failed', message })
    }
  }

  async function wait(isCurrent: () => boolean, until = Date.now() + LOOK_FOR): Promise<void> {
    const outcome = await look?.()
    if (!isCurrent() || !outcome) return
    if (outcome.kind === 'done') return finish(outcome.amount)
    if (outcome.kind === 'failed') return fail()
    if (outcome.kind === 'paying') change({ stage: 'paying' })
    if (Date.now() > until) return change({ stage: 'slow' })
    timer = setTimeout(() => void wait(isCurrent, until), LOOK_EVERY)
  }

  function fail() {
    const message = kit.text('onramp.paymentFailed', onrampMessages['onramp.paymentFailed'])
    change({ stage: 'failed', message })
    if (!visits.isOpen()) kit.toast.error(message)
    look = undefined
  }

  function finish(amount: string | undefined) {
    look = undefined
    change({ stage: 'done', ...(amount && { amount }) })
    // Refresh the account's balances. The account screen shows a failure, so ignore it here.
    kit.fetchBalances({ force: true }).catch(() => undefined)
    const parsed = parseDecimal(amount ?? '')
    const what = `${parsed ? `${formatToken(parsed, undefined, kit.locale)} ` : ''}${state.buying?.symbol ?? ''}`
    if (!visits.isOpen()) kit.toast.success(kit.text('onramp.arrived', onrampMessages['onramp.arrived'], { what }))
  }

  return {
    begin,
    forget,
    /**
     * Call when the progress screen opens, and the returned function when it closes: then a toast shows the outcome.
     */
    watched: () => visits.enter(),
    /** Ends the wait. The purchase itself goes on, and its tokens still arrive. */
    stop: () => {
      forget()
      state.buying = undefined
    },
    lookAgain: () => {
      if (state.buying?.stage !== 'slow') return
      change({ stage: 'waiting' })
      void wait(turns.current())
    },
  }
}

const started = (provider: Provider, bought: PurchaseCurrency, to: Arrival, isBlocked: boolean): Buying => ({
  provider: provider.label,
  symbol: bought.symbol,
  ...(bought.iconUrl && { iconUrl: bought.iconUrl }),
  networkName: to.network.display_name,
  stage: 'opening',
  blocked: isBlocked,
  since: Date.now(),
})
