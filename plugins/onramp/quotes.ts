/** Requests the price after the visitor stops changing the form, and ignores responses to older requests. */
import { latest, type PluginKit, Superseded } from 'walletkit/plugin'
import type { OnRampApi, QuoteRequest } from './api.ts'
import { mockQuote } from './defaults.ts'
import { ONRAMP_ERRORS } from './errors.ts'
import type { OnRampState } from './state.ts'

/** The price is requested after this many ms without a further change of the form. */
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
    /** Drops the quote and requests another after the debounce. Without a `request`, only drops it. */
    renew: (request: QuoteRequest | undefined) => {
      clearTimeout(timer)
      // Supersede the pending request: its response belongs to an older form.
      ask(undefined).catch(() => undefined)
      Object.assign(state, { quote: undefined, quoteLoading: request !== undefined })
      if (request) timer = setTimeout(() => void fetch(request), QUOTE_DEBOUNCE)
    },
  }
}
