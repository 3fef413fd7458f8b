/**
 * The endpoints by which a page's visitor buys cryptocurrency at the seller, in the shapes of the sandbox's on-ramp.
 */
import { isIP } from 'node:net'
import type { Hono } from 'hono'
import { ipOf } from '../../../sandbox/login/received.ts'
import { Refusal } from '../../../sandbox/refusal.ts'
import type { Config } from '../../config/config.ts'
import { answering } from '../answering.ts'
import { accountOn } from '../blockchain.ts'
import { createCache } from '../cache.ts'
import type { DataNetwork } from '../network.ts'
import { bodyOf, type Env } from '../routes.ts'
import { type Fields, fieldsOf } from '../shape.ts'
import type { SourceError } from '../source.ts'
import { blockchainOf } from './currencies.ts'
import { type Options, type Purchase, requirePage, type Seller } from './seller.ts'

export type SellerRouteParts = {
  seller: Seller
  networks: readonly DataNetwork[]
  config: Pick<Config, 'sites' | 'url' | 'proxyHeader'>
  /** Gets each failure of the seller. */
  report: (error: SourceError) => void
}

/** ms for which options stay in the cache. They change only from week to week. */
const OPTIONS_LIFETIME = 600_000

/** Adds the endpoints to the app at `/v1`. */
export function sellerRoutes({ seller, networks, config, report }: SellerRouteParts): (app: Hono<Env>) => void {
  const keptOptions = createCache<Options>({ lifetime: OPTIONS_LIFETIME, most: 1 })
  const answer = answering(seller.name, report)

  return (app) => {
    app.get(
      '/onramp/options',
      answer(async () => {
        const options = await keptOptions('', () => seller.options())
        if (!options.purchaseCurrencies.length)
          throw new Refusal(404, 'networks', `${seller.name} sells nothing on the networks of this server's config`)
        return options
      }),
    )
    app.post(
      '/onramp/quote',
      answer(async (context) => {
        // Without a quote, a page shows the amount as an estimate, and says that the seller's page shows the price.
        if (!seller.quote) throw new Refusal(404, 'sources', `${seller.name} tells its prices on its own page only`)
        const fields = await bodyOf(context)
        const amount = parseAmount(fields['amount'], 'amount')
        if (amount === undefined) throw new Refusal(400, 'amount', 'An amount is expected')
        const name = (field: string) => parseName(fields[field], field)
        const [purchaseCurrency, paymentCurrency] = [name('purchaseCurrency'), name('paymentCurrency')]
        return seller.quote({ purchaseCurrency, paymentCurrency, amount, network: name('network') })
      }),
    )
    app.post(
      '/generators/onrampurl',
      answer(async (context) => {
        const purchase = parsePurchase(await bodyOf(context), networks)
        const site = context.req.header('origin') ?? config.sites[0] ?? config.url
        const ip = publicIp(ipOf(context.env.incoming, config.proxyHeader))
        const url = await seller.page({ ...purchase, site, ip })
        if (url === undefined)
          throw new Refusal(
            400,
            'assets',
            `${seller.name} does not sell ${purchase.symbol} on ${purchase.network.name}`,
          )
        return { url: requirePage(seller, url) }
      }),
    )
  }
}

function parsePurchase(fields: Fields, networks: readonly DataNetwork[]): Omit<Purchase, 'site' | 'ip'> {
  const { destinationWallets, defaultNetwork, presetFiatAmount, defaultExperience } = fields
  if (defaultExperience !== 'buy') throw new Refusal(400, 'defaultExperience', 'Only buy is known')
  const network = networks.find((each) => blockchainOf(each) === defaultNetwork)
  if (!network) throw new Refusal(400, 'defaultNetwork', 'This network is not in the config of this server')
  const [wallet] = Array.isArray(destinationWallets) ? (destinationWallets as unknown[]) : []
  const { address, assets } = fieldsOf(wallet)
  const [asset] = Array.isArray(assets) ? (assets as unknown[]) : []
  return {
    network,
    symbol: parseName(asset, 'assets'),
    address: accountOn(network, typeof address === 'string' ? address : ''),
    amount: parseAmount(presetFiatAmount, 'presetFiatAmount'),
  }
}

/** Parses an id or a symbol. @throws Refusal 400 for anything else */
function parseName(value: unknown, field: string): string {
  if (typeof value === 'string' && /^[\w.-]{1,60}$/.test(value)) return value
  throw new Refusal(400, field, 'A name is expected')
}

/** Parses an amount above 0 with at most two decimals; undefined for a missing or empty one. @throws Refusal 400 */
function parseAmount(value: unknown, field: string): string | undefined {
  if (value === undefined || value === '') return undefined
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text) && Number(text) > 0) return text
  throw new Refusal(400, field, 'An amount above 0 with at most two decimals is expected')
}

const PRIVATE = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

/**
 * The IP address if it is a public IPv4 address; undefined for a private one, and for IPv6, of which `ipOf` returns
 * only the first 64 bits.
 */
const publicIp = (ip: string) => (isIP(ip) === 4 && !PRIVATE.test(ip) ? ip : undefined)
