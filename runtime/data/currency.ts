/**
 * Formats values in the visitor's currency. All prices are kept in US dollars, so that they can be added and compared;
 * only the shown text is converted. Without a rate from the service, values are shown in US dollars with the dollar
 * sign: a value must never have the sign of another currency.
 */
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { blockchainApi } from '../http/blockchainApi.ts'
import { formatFiat } from '../lib/format.ts'
import { isRecord } from '../lib/isRecord.ts'
import { localeOf } from '../lib/locale.ts'
import { type Amount, parseDecimal } from '../lib/units.ts'

/** `rate`: how much of `currency` (ISO 4217) one US dollar is. */
type Rate = { currency: string; rate: Amount }

const DOLLARS: Rate = { currency: 'USD', rate: { value: 1n, decimals: 0 } }
/** In ms: how long balances wait for the rate, and after what time the rate is requested again. */
const [PATIENCE, LIFETIME] = [3000, 600_000]
/** In ms: how long a rate is used if no later one can be read. */
const ONE_DAY = 86_400_000

/**
 * `at`: when the service last answered a request for the rate. `read`: when an answer last contained the rate. Both in
 * ms since 1970.
 */
const known = perKit((): { rate: Rate; at: number; read: number; flight?: Promise<void> | undefined } => ({
  rate: DOLLARS,
  at: 0,
  read: 0,
}))

/**
 * Loads the exchange rate if the config asks for another currency than US dollars. Waits at most 3 s for the service.
 * Without a rate, values are shown in US dollars, also where the code for `auto` cannot be loaded; a rate that was known
 * before stays for a day. Never rejects.
 */
export async function loadRate(kit: Kit): Promise<void> {
  const wanted = await currencyOf(kit).catch(() => DOLLARS.currency)
  const held = known(kit)
  if (wanted === DOLLARS.currency || Date.now() - held.at < LIFETIME) return
  held.flight ??= readRate(kit, wanted)
    .then(
      (rate) => Object.assign(held, { at: Date.now() }, rate && { rate, read: Date.now() }),
      () => undefined,
    )
    .then(() => {
      // A rate that is known already stays: shown values must not change their currency and back.
      if (Date.now() - held.read > ONE_DAY) held.rate = DOLLARS
      held.flight = undefined
    })
  await Promise.race([held.flight, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))])
}

/** The config's currency (default: US dollars), or with `auto` that of the visitor's region. */
async function currencyOf({ config }: Kit): Promise<string> {
  const { currency = DOLLARS.currency } = config
  if (currency !== 'auto') return currency
  const { currencyIn } = await import('./currencies.ts')
  return currencyIn(localeOf(config.locale)) ?? DOLLARS.currency
}

/** Asks the service for a currency's rate; `undefined` if it does not name one. */
async function readRate(kit: Kit, currency: string): Promise<Rate | undefined> {
  const body = { currency: currency.toLowerCase(), projectId: kit.state.options.projectId, addresses: [] }
  return parseRate(await blockchainApi(kit)?.post({ path: 'v1/fungible/price', body }), currency)
}

/** Parses `{ rates: { EUR: '0.92' } }`; `undefined` if it has no valid rate of the currency. Never throws. */
export function parseRate(reply: unknown, currency: string): Rate | undefined {
  const rates: unknown = isRecord(reply) ? reply['rates'] : undefined
  const given: unknown = isRecord(rates) && Object.hasOwn(rates, currency) ? rates[currency] : undefined
  const rate = typeof given === 'string' || typeof given === 'number' ? parseDecimal(String(given)) : undefined
  return rate && rate.value > 0n ? { currency, rate } : undefined
}

type Rounding = { up?: boolean }

/** Formats a value in the shown currency, in the two parts of {@link formatFiat}. `up` rounds up; use it for costs. */
export function fiatParts(kit: Kit, dollars: Amount, { up = false }: Rounding = {}) {
  const { currency, rate } = known(kit).rate
  const value = { value: dollars.value * rate.value, decimals: dollars.decimals + rate.decimals }
  return formatFiat(value, kit.config.locale, currency, up)
}

/** Formats a value, given in US dollars, in the shown currency, as one text. */
export function fiat(kit: Kit, dollars: Amount, rounding?: Rounding): string {
  const { whole, cents } = fiatParts(kit, dollars, rounding)
  return whole + cents
}
