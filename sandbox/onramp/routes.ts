/** The on-ramp's endpoints, its checkout page, and the endpoint with which tests set its rules. */
import type { Answer } from '../answer.ts'
import { parseObject, Refusal } from '../refusal.ts'
import { requireProject } from '../project.ts'
import type { Endpoint } from '../routes.ts'
import { paymentCurrencies, purchaseCurrencies } from './currencies.ts'
import type { Order } from './orders.ts'
import { checkoutHeaders, checkoutPage } from './page.ts'
import { centsOf, quoteOf } from './quote.ts'

const json = (value: unknown): Answer => ({ json: value })

const found = (order: Order | undefined): Order => {
  if (!order) throw new Refusal(404, 'id', 'There is no such order')
  return order
}

export const onrampRoutes: Record<string, Endpoint> = {
  'GET /v1/onramp/options': ({ query }, { onramp }) => {
    requireProject({ query })
    return json({ purchaseCurrencies: purchaseCurrencies(onramp.sold), paymentCurrencies })
  },
  'POST /v1/onramp/quote': ({ query, body }, { onramp, prices }) => {
    requireProject({ query })
    const { purchaseCurrency, paymentCurrency, amount, network } = parseObject(body)
    const sold = onramp.sold.find(
      (each) => [each.id, each.symbol].includes(String(purchaseCurrency)) && each.network === network,
    )
    if (!sold)
      throw new Refusal(400, 'purchaseCurrency', `${String(purchaseCurrency)} is not sold on ${String(network)}`)
    return json(quoteOf(sold, String(paymentCurrency), centsOf(amount), prices))
  },
  'POST /v1/generators/onrampurl': ({ query, body }, { onramp }) => {
    requireProject({ query })
    const { id } = onramp.create(parseObject(body))
    return json({ url: `${onramp.url}/onramp/checkout/${id}` })
  },
  'GET /onramp/checkout/:id': ({ params }, { onramp }) => ({
    type: 'text/html; charset=utf-8',
    body: checkoutPage(found(onramp.find(params['id'] ?? ''))),
    headers: checkoutHeaders,
  }),
  'POST /onramp/checkout/:id/pay': ({ params, body }, { onramp }) => {
    const outcome = new URLSearchParams(body.toString('utf8')).get('outcome')
    const { id } = found(onramp.pay(params['id'] ?? '', outcome === 'fail'))
    return { status: 303, type: 'text/plain', body: '', headers: { location: `/onramp/checkout/${id}` } }
  },
  'GET /sandbox/onramp': (_asked, { onramp }) => json(onramp.rules()),
  'POST /sandbox/onramp': ({ body }, { onramp }) => {
    const { hold } = parseObject(body)
    if (typeof hold !== 'boolean') throw new Refusal(400, 'hold', 'true or false is expected')
    onramp.set({ hold })
    return json(onramp.rules())
  },
  'DELETE /sandbox/onramp': (_asked, { onramp }) => {
    onramp.set({ hold: false })
    return json(onramp.rules())
  },
}
