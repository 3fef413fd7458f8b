/** The price of what is chosen: asked for once the visitor rests, and never taken from an older answer. */
import { latest, type PluginKit, Superseded } from 'walletkit/plugin'
import type { OnRampApi, QuoteRequest } from './api.ts'
import { mockQuote } from './defaults.ts'
import { ONRAMP_ERRORS } from './errors.ts'
import type { OnRampState } from './state.ts'

/** ms of rest before a price is asked for. */
export const QUOTE_DEBOUNCE = 500

export function createQuotes(kit: PluginKit, api: Pick<OnRampApi, 'quote'> | undefined, state: OnRampState) {
  const ask = latest(async (request: QuoteRequest | undefined) => request && api?.quote(request))
  let timer: ReturnType<typeof setTimeout> | undefined
  kit.signal.addEventListener('abort', () => clearTimeout(timer))

  async function fetch(request: QuoteRequest) {
    try {
      state.quote = await ask(request)
    } catch (error) {
      if (error instanceof Superseded) return
      kit.report(error, 'ONRAMP_QUOTE', ONRAMP_ERRORS)
      state.quote = mockQuote(request.amount, request.paymentCurrency)
    }
    state.quoteLoading = false
  }

  return {
    /** Drops the quote; asks for another once nothing changed for a while. Without a request there is none. */
    renew: (request: QuoteRequest | undefined) => {
      clearTimeout(timer)
      // Whatever is still on its way is older than this.
      ask(undefined).catch(() => undefined)
      Object.assign(state, { quote: undefined, quoteLoading: request !== undefined })
      if (request) timer = setTimeout(() => void fetch(request), QUOTE_DEBOUNCE)
    },
  }
}
