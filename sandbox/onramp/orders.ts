/** The on-ramp's orders and their status. They last as long as the sandbox runs. */
import { randomBytes } from 'node:crypto'
import { formatUnits } from 'viem'
import { dataUri, tokenImage } from '../images.ts'
import { isSolanaAddress } from '../solana/balances.ts'
import { type PriceBook, valueOf } from '../prices.ts'
import { Refusal } from '../refusal.ts'
import { parseAddress } from '../balances.ts'
import { solanaInfo } from '../solana/chain.ts'
import { RATES, type Sold } from './currencies.ts'
import { centsOf, type Cost, costOf, totalFor } from './quote.ts'
import { type Pay, TREASURY } from './treasury.ts'

export type OrderStatus = 'open' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
export type Order = {
  id: string
  sold: Sold
  to: string
  currency: string
  cost: Cost
  status: OrderStatus
  hash?: string
  /** The time of the payment, in ms since 1970; 0 before it. */
  at: number
}

/** A purchase, as the history endpoint returns it. */
export type Purchase = {
  id: string
  metadata: {
    operationType: 'buy'
    hash: string
    /** CAIP-2. */
    chain: string
    /** ISO 8601. */
    minedAt: string
    sentFrom: string
    sentTo: string
    status: `ONRAMP_TRANSACTION_STATUS_${Exclude<OrderStatus, 'open'>}`
    nonce: number
  }
  transfers: {
    fungible_info: { name: string; symbol: string; icon: { url: string } }
    direction: 'in'
    quantity: { numeric: string }
    /** In US dollars, as in the history of other transfers, whatever the purchase was paid in. */
    value: number
    price: number
  }[]
}

/** Rules that tests set. `hold`: paid orders stay in progress until `hold` is false again. */
export type OnrampRules = { hold: boolean }

/** The amount in cents of an order for which the page names neither a fiat nor a crypto amount. */
const USUAL = 5000n

export function createOrders(sold: readonly Sold[], prices: PriceBook, pay: Pay) {
  const orders = new Map<string, Order>()
  let gate = Promise.resolve()
  let open = () => {}
  let rules: OnrampRules = { hold: false }

  /** Creates an order from the body of `POST /v1/generators/onrampurl`. Throws a 400 {@link Refusal}. */
  function create(body: Record<string, unknown>): Order {
    const { destinationWallets, defaultNetwork, partnerUserId, defaultExperience } = body
    if (defaultExperience !== 'buy') throw new Refusal(400, 'defaultExperience', 'Only buy is known')
    if (typeof partnerUserId !== 'string' || !partnerUserId)
      throw new Refusal(400, 'partnerUserId', 'A text is expected')
    const [wallet] = Array.isArray(destinationWallets) ? (destinationWallets as Record<string, unknown>[]) : []
    const assets = Array.isArray(wallet?.['assets']) ? wallet['assets'].map(String) : []
    const found = sold.find(({ network, symbol }) => network === defaultNetwork && assets.includes(symbol))
    if (!found)
      throw new Refusal(
        400,
        'defaultNetwork',
        `The sandbox does not sell ${assets.join()} on ${String(defaultNetwork)}`,
      )
    const to = addressOn(found, wallet?.['address'])
    const order: Order = {
      id: randomBytes(16).toString('hex'),
      sold: found,
      to,
      ...priced(found, body['presetFiatAmount'], body['presetCryptoAmount']),
      status: 'open',
      at: 0,
    }
    orders.set(order.id, order)
    return order
  }

  /**
   * The currency and the cost of an order. A page sends no currency: if it sends both amounts, use the currency in
   * which they agree, else dollars.
   */
  function priced(found: Sold, fiat: unknown, crypto: unknown): Pick<Order, 'currency' | 'cost'> {
    const wanted = crypto === undefined || crypto === '' ? undefined : unitsOf(found, crypto)
    if ((fiat === undefined || fiat === '') && wanted !== undefined) {
      const total = totalFor(found, wanted, prices)
      return { currency: 'USD', cost: { ...costOf(found, 'USD', total, prices), bought: wanted } }
    }
    const total = fiat === undefined || fiat === '' ? USUAL : centsOf(fiat, 'presetFiatAmount')
    const costs = Object.keys(RATES).map((currency) => ({ currency, cost: costOf(found, currency, total, prices) }))
    const [first] = costs
    const agreed = costs.find(({ cost }) => cost.bought === wanted) ?? first
    if (!agreed) throw new Refusal(400, 'paymentCurrency', 'The sandbox takes no currency')
    return agreed
  }

  const isSame = (a: string, b: string) => a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase())

  async function settle(order: Order) {
    await gate
    try {
      order.hash = await pay(order.sold, order.to, order.cost.bought)
      order.status = 'SUCCESS'
    } catch {
      order.status = 'FAILED'
    }
  }

  return {
    create,
    find: (id: string): Order | undefined => orders.get(id),
    /**
     * Pays an order if it is open; otherwise leaves it as it is. `refused`: the payment fails.
     * @returns undefined for an unknown order
     */
    pay(id: string, refused = false) {
      const order = orders.get(id)
      if (order?.status !== 'open') return order
      Object.assign(order, { status: refused ? 'FAILED' : 'IN_PROGRESS', at: Date.now() })
      if (!refused) void settle(order)
      return order
    },
    /** An address's purchases, the newest order first. */
    purchases: (address: string): Purchase[] =>
      [...orders.values()]
        .filter(({ to, status }) => status !== 'open' && isSame(to, address))
        .map((order) => toPurchase(order, prices))
        .reverse(),
    rules: (): OnrampRules => ({ ...rules }),
    set: (changes: Partial<OnrampRules>) => {
      if (changes.hold === true && !rules.hold) gate = new Promise((resolve) => (open = resolve))
      rules = { ...rules, ...changes }
      if (!rules.hold) open()
    },
  }
}

function addressOn({ caipNetworkId }: Sold, address: unknown): string {
  const text = String(address)
  if (caipNetworkId !== solanaInfo.caipNetworkId) return parseAddress(text)
  if (!isSolanaAddress(text)) throw new Refusal(400, 'address', 'Not a Solana address')
  return text
}

function unitsOf({ decimals }: Sold, amount: unknown): bigint {
  const text = String(amount)
  const [, whole = '', fraction = ''] = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === '' || fraction.length > decimals)
    throw new Refusal(400, 'presetCryptoAmount', 'A decimal amount is expected')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

function toPurchase({ id, sold, to, cost, status, hash = '', at }: Order, prices: PriceBook): Purchase {
  const numeric = formatUnits(cost.bought, sold.decimals)
  const known = status === 'open' ? 'IN_PROGRESS' : status
  const price = Number(prices.of(sold.price))
  return {
    id,
    metadata: {
      operationType: 'buy',
      hash,
      chain: sold.caipNetworkId,
      minedAt: new Date(at).toISOString(),
      sentFrom: TREASURY,
      sentTo: to,
      status: `ONRAMP_TRANSACTION_STATUS_${known}`,
      nonce: 0,
    },
    transfers: [
      {
        fungible_info: { name: sold.name, symbol: sold.symbol, icon: { url: dataUri(tokenImage(sold.symbol)) } },
        direction: 'in',
        quantity: { numeric },
        value: Number(valueOf(prices.of(sold.price), cost.bought, sold.decimals)),
        price,
      },
    ],
  }
}
