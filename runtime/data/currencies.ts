/**
 * The currencies of regions, for `"currency": "auto"`. Intl names currencies, but not where they are used (the CLDR
 * does).
 */
import { regionOf } from '../lib/locale.ts'
import { words } from '../lib/text.ts'

/** In each row, a currency (ISO 4217), then its regions (ISO 3166-1). The US dollar needs no row: it is the default. */
const ROWS = [
  'EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  'GBP GB GG IM JE',
  'CHF CH LI',
  'AUD AU KI NR TV',
  'NZD NZ CK NU',
  'DKK DK FO GL',
  'NOK NO SJ',
  'ILS IL PS',
  // Currencies that only one region of this table uses: the first two letters of the code are the region.
  ...words(`AED ARS BRL CAD CLP CNY COP CZK EGP HKD HUF IDR INR JPY KES KRW MAD MXN MYR NGN PEN PHP PKR PLN RON RUB
    SAR SEK SGD THB TRY TWD UAH VND ZAR`).map((code) => `${code} ${code.slice(0, 2)}`),
]

/** The currency of a locale's region; `undefined` for a region that is not listed, such as those with US dollars. */
export function currencyIn(locale: string): string | undefined {
  const region = regionOf(locale) ?? ''
  const row = ROWS.find((each) => each.split(' ').indexOf(region) > 0)
  return row?.split(' ')[0]
}
