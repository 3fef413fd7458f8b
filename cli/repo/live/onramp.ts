/**
 * Checks an on-ramp service: its currencies, a quote, and a payment page that the plugin would open. Does not open that
 * page.
 */
import onRampApi from '../../../plugins/onramp/api.ts'
import { arrivalOf } from '../../../plugins/onramp/networks.ts'
import { readSettings } from '../../../plugins/onramp/options.ts'
import { pageOf } from '../../../plugins/onramp/page.ts'
import { USUAL_AMOUNT } from '../../../plugins/onramp/state.ts'
import type { Check, Keys } from './check.ts'
import { ADDRESS, apiOf, chainOf, liveKit, networkOf, PROJECT_ID } from './liveKit.ts'

async function priceOnce(keys: Keys): Promise<void> {
  const network = networkOf(chainOf(keys))
  const api = onRampApi(apiOf(liveKit(keys, network)))
  const options = await api.options()
  if (!options) throw new Error(`The API does not serve ${network.caipNetworkId}`)
  const account = { namespace: 'eip155', address: ADDRESS, preferredAccountType: undefined } as const
  const sold = options.purchaseCurrencies
    .map((currency) => ({ currency, arrival: arrivalOf(currency, network, account) }))
    .find(({ arrival }) => arrival?.elsewhere === false)
  const [payment] = options.paymentCurrencies
  if (!sold?.arrival || !payment) throw new Error(`The on-ramp sells nothing on ${network.caipNetworkId}`)
  const { currency, arrival } = sold
  const asked = {
    purchaseCurrency: currency.id,
    paymentCurrency: payment.id,
    amount: USUAL_AMOUNT,
    network: arrival.network.name,
  }
  const quote = await api.quote(asked)
  if (!quote) throw new Error('The on-ramp gave no quote')
  const provider = readSettings({}).providers.find(({ url }) => url === undefined)
  if (!provider) throw new Error('No provider takes its page from the API')
  await pageOf({ kit: { account: () => account }, api, state: { quote } }, provider, asked, currency.symbol, arrival)
}

export const onramp: Check = { name: 'on-ramp', needs: [PROJECT_ID], run: priceOnce }
