/** The currencies of regions, for `"currency": "auto"`. Intl names currencies, but not where they are used (the CLDR does). */
import { regionOf } from '../lib/locale.ts'
import { words } from '../lib/text.ts'

/** A currency (ISO 4217), then the regions (ISO 3166-1) where it is used. Those of the US dollar are not needed. */
const ROWS = [
  'EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  'GBP GB GG IM JE',
  'CHF CH LI',
  'AUD AU KI NR TV',
  'NZD NZ CK NU',
  'DKK DK FO GL',
  'NOK NO SJ',
  'ILS IL PS',
  // One region each: the first two letters of these codes are the region.
  ...words(`AED ARS BRL CAD CLP CNY COP CZK EGP HKD HUF IDR INR JPY KES KRW MAD MXN MYR NGN PEN PHP PKR PLN RON RUB
    SAR SEK SGD THB TRY TWD UAH VND ZAR`).map((code) => `${code} ${code.slice(0, 2)}`),
]

/** Undefined for a region that is not listed, and where US dollars are used. */
export function currencyIn(locale: string): string | undefined {
  const region = regionOf(locale) ?? ''
  const row = ROWS.find((each) => each.split(' ').indexOf(region) > 0)
  return row?.split(' ')[0]
}
