/**
 * The currency in which values are shown. All prices are in US dollars, so that they can be added and compared; only what is shown
 * is converted, and only by a rate that the service names. A sign never stands beside a figure of another currency.
 */
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { blockchainApi } from '../http/blockchainApi.ts'
import { formatFiat } from '../lib/format.ts'
import { isRecord } from '../lib/isRecord.ts'
import { localeOf } from '../lib/locale.ts'
import { type Amount, parseDecimal } from '../lib/units.ts'

/** One US dollar in `currency` (ISO 4217). */
type Rate = { currency: string; rate: Amount }

const DOLLARS: Rate = { currency: 'USD', rate: { value: 1n, decimals: 0 } }
/** ms that balances wait for the rate, and after which a rate is asked for again. */
const [PATIENCE, LIFETIME] = [3000, 600_000]

const known = perKit((): { rate: Rate; at: number; flight?: Promise<void> | undefined } => ({ rate: DOLLARS, at: 0 }))

/** Loads the rate where the config asks for another currency. Never rejects: without a rate, values are in US dollars. */
export async function loadRate(kit: Kit): Promise<void> {
  const wanted = await currencyOf(kit)
  const held = known(kit)
  if (wanted === DOLLARS.currency || Date.now() - held.at < LIFETIME) return
  held.flight ??= readRate(kit, wanted)
    .then(
      (rate) => Object.assign(held, { rate: rate ?? DOLLARS, at: Date.now() }),
      () => Object.assign(held, { rate: DOLLARS }),
    )
    .then(() => void (held.flight = undefined))
  await Promise.race([held.flight, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))])
}

/** The config's currency; that of the visitor's region with `auto`. */
async function currencyOf({ config }: Kit): Promise<string> {
  const { currency = DOLLARS.currency } = config
  if (currency !== 'auto') return currency
  const { currencyIn } = await import('./currencies.ts')
  return currencyIn(localeOf(config.locale)) ?? DOLLARS.currency
}

/** Undefined if the service does not name the rate. */
async function readRate(kit: Kit, currency: string): Promise<Rate | undefined> {
  const body = { currency: currency.toLowerCase(), projectId: kit.state.options.projectId, addresses: [] }
  return parseRate(await blockchainApi(kit)?.post({ path: 'v1/fungible/price', body }), currency)
}

/** Parses `{ rates: { EUR: '0.92' } }`: how much of a currency one US dollar is. Never throws. */
export function parseRate(reply: unknown, currency: string): Rate | undefined {
  const rates: unknown = isRecord(reply) ? reply['rates'] : undefined
  const given: unknown = isRecord(rates) && Object.hasOwn(rates, currency) ? rates[currency] : undefined
  const rate = typeof given === 'string' || typeof given === 'number' ? parseDecimal(String(given)) : undefined
  return rate && rate.value > 0n ? { currency, rate } : undefined
}

type Rounding = { up?: boolean }

/** A value in the shown currency, in two parts as {@link formatFiat} has them. `up`: for costs, which are never shown too low. */
export function fiatParts(kit: Kit, dollars: Amount, { up = false }: Rounding = {}) {
  const { currency, rate } = known(kit).rate
  const value = { value: dollars.value * rate.value, decimals: dollars.decimals + rate.decimals }
  return formatFiat(value, kit.config.locale, currency, up)
}

/** A value in the shown currency, as one text. */
export function fiat(kit: Kit, dollars: Amount, rounding?: Rounding): string {
  const { whole, cents } = fiatParts(kit, dollars, rounding)
  return whole + cents
}
