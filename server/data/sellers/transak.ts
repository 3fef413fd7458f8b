/**
 * Transak: the widget by a URL that its API makes (docs.transak.com, "Create Widget URL", "Refresh Access Token"). Both
 * endpoints take requests only from IP addresses that the operator has registered there.
 */
import { createOutbound } from '../outbound.ts'
import { fieldsOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { blockchainOf, codeOf, optionsOf, originOf, soldBy } from './currencies.ts'
import type { Seller, SellerParts } from './seller.ts'

const NAME = 'transak'
/** The origins of the widgets that the production and the staging API name. */
const WIDGETS = ['https://global.transak.com', 'https://global-stg.transak.com']
/** A token is no longer used from so many ms before its end. */
const SPARE = 60_000

/**
 * Makes the seller from the config's service. `clientId` is the API key, which the page's URL contains; `key` is the
 * API secret, which gets access tokens.
 */
export function transak(parts: SellerParts, now: () => number = Date.now): Seller {
  const { url, key = '', clientId: apiKey = '' } = parts.service
  const sold = soldBy('transak', parts)
  const ask = createOutbound({ name: NAME, url })
  // Transak has one host for tokens (`api`) and one for pages (`api-gateway`). Another `url` in the config stands for
  // both.
  const askTokens = createOutbound({ name: NAME, url: url.replace('://api-gateway', '://api') })
  let kept: { token: string; until: number } | undefined
  let loading: Promise<string> | undefined

  async function load(): Promise<string> {
    const answer = await askTokens({
      ...{ path: '/partners/api/v2/refresh-token', headers: { 'api-secret': key }, body: { apiKey } },
    })
    const { accessToken, expiresAt } = fieldsOf(fieldsOf(answer)['data'])
    if (typeof accessToken !== 'string' || accessToken === '' || typeof expiresAt !== 'number')
      throw new SourceError(NAME, 'sent no access token')
    kept = { token: accessToken, until: expiresAt * 1000 - SPARE }
    return accessToken
  }
  /**
   * The access token. It lasts seven days, and Transak ends it when a new one is requested: all requests share one
   * token.
   */
  const token = () =>
    kept && kept.until > now() ? Promise.resolve(kept.token) : (loading ??= load().finally(() => (loading = undefined)))

  async function create(widgetParams: object): Promise<unknown> {
    const post = async (own: string) =>
      ask({ path: '/api/v2/auth/session', headers: { 'access-token': own }, body: { widgetParams } })
    const own = await token()
    try {
      return await post(own)
    } catch (error) {
      // 401: another process of this server has got a newer token. No page was made, so the request can be sent again.
      if (!(error instanceof SourceError) || error.status !== 401) throw error
      // Drop only the refused token: if there is a newer one already, requesting another would end that.
      if (kept?.token === own) kept = undefined
      return post(await token())
    }
  }

  return {
    name: NAME,
    origins: [...WIDGETS, originOf(parts.service)],
    options: () => Promise.resolve(optionsOf(sold)),
    async page(purchase) {
      const cryptoCurrencyCode = codeOf(sold, purchase)
      if (cryptoCurrencyCode === undefined) return undefined
      const { address: walletAddress, amount, network, site } = purchase
      const answer = await create({
        ...{ apiKey, referrerDomain: new URL(site).hostname, productsAvailed: 'BUY', cryptoCurrencyCode },
        ...{ network: blockchainOf(network), walletAddress, fiatCurrency: 'USD' },
        ...(amount !== undefined && { fiatAmount: Number(amount) }),
      })
      const { widgetUrl } = fieldsOf(fieldsOf(answer)['data'])
      if (typeof widgetUrl !== 'string') throw new SourceError(NAME, 'made no page')
      return widgetUrl
    },
    check: async () => void (await token()),
  }
}
