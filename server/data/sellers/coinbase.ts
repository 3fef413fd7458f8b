/**
 * Coinbase Onramp: session tokens, buy options and buy quotes (docs.cdp.coinbase.com, "Session token authentication",
 * "Create buy quote"). Fields are in snake case or in camel case, depending on the version of its documentation.
 */
import type { DataNetwork } from '../network.ts'
import { createOutbound } from '../outbound.ts'
import { amountOf, type Fields, fieldsOf, listOf, textOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { BLOCKCHAINS, blockchainOf, referenceOf } from './currencies.ts'
import { createToken, readKey } from './jwt.ts'
import type { Options, PaymentCurrency, PurchaseCurrency, PurchaseNetwork, Seller, SellerParts } from './seller.ts'

const NAME = 'coinbase'
const PAGE = 'https://pay.coinbase.com/buy/select-asset'
/**
 * The visitor's place, which the API needs for options and quotes, and which this server does not know. Coinbase's page
 * asks the visitor for the real one.
 */
const PLACE = { country: 'US', subdivision: 'CA' }

/**
 * Makes the seller from the config's service. `clientId` is the id of a secret API key, and `key` its private key.
 * @throws Error for another kind of key
 */
export function coinbase({ service, networks }: SellerParts): Seller {
  const { url, key = '', clientId: id = '' } = service
  const signer = readKey(key)
  const outbound = createOutbound({ name: NAME, url })
  const { host } = new URL(url)
  const ask = async (method: 'GET' | 'POST', path: string, rest: { query?: Record<string, string>; body?: object }) => {
    const authorization = `Bearer ${createToken(signer, id, `${method} ${host}${path}`)}`
    return fieldsOf(await outbound({ path, headers: { authorization }, ...rest }))
  }
  const options = async () => readOptions(await ask('GET', '/onramp/v1/buy/options', { query: PLACE }), networks)

  return {
    name: NAME,
    origins: [new URL(PAGE).origin],
    options,
    async quote({ purchaseCurrency, paymentCurrency, amount: paymentAmount, network: purchaseNetwork }) {
      const body = {
        ...PLACE,
        purchaseCurrency,
        purchaseNetwork,
        paymentCurrency,
        paymentAmount,
        paymentMethod: 'CARD',
      }
      const fields = await ask('POST', '/onramp/v1/buy/quote', { body })
      const quoteId = textOf(either(fields, 'quoteId', 'quote_id'))
      if (quoteId === undefined) throw new SourceError(NAME, 'sent a quote without an id')
      return {
        coinbaseFee: moneyOf(either(fields, 'coinbaseFee', 'coinbase_fee')),
        networkFee: moneyOf(either(fields, 'networkFee', 'network_fee')),
        paymentSubtotal: moneyOf(either(fields, 'paymentSubtotal', 'payment_subtotal')),
        paymentTotal: moneyOf(either(fields, 'paymentTotal', 'payment_total')),
        purchaseAmount: moneyOf(either(fields, 'purchaseAmount', 'purchase_amount')),
        quoteId,
      }
    },
    async page({ network, symbol, address, amount, ip }) {
      if (BLOCKCHAINS[network.caipNetworkId] === undefined) return undefined
      const blockchain = blockchainOf(network)
      const body = {
        ...{ addresses: [{ address, blockchains: [blockchain] }], assets: [symbol] },
        ...(ip !== undefined && { clientIp: ip }),
      }
      const { token } = await ask('POST', '/onramp/v1/token', { body })
      if (typeof token !== 'string' || token === '') throw new SourceError(NAME, 'sent no session token')
      const page = new URL(PAGE)
      page.search = new URLSearchParams({
        ...{ sessionToken: token, defaultAsset: symbol, defaultNetwork: blockchain },
        ...(amount !== undefined && { presetFiatAmount: amount }),
      }).toString()
      return page.href
    },
    check: async () => void (await options()),
  }
}

const either = (fields: Fields, one: string, other: string): unknown => fields[one] ?? fields[other]

/** A decimal amount with its currency. @throws SourceError if one of them is missing */
function moneyOf(value: unknown) {
  const { amount, value: other, currency } = fieldsOf(value)
  const [text, code] = [String(amount ?? other), textOf(currency)]
  if (!/^\d{1,30}(\.\d{1,30})?$/.test(text) || code === undefined)
    throw new SourceError(NAME, 'sent an incomplete quote')
  return { amount: text, currency: code }
}

function readOptions(fields: Fields, networks: readonly DataNetwork[]): Options {
  const [purchase, payment] = [
    listOf(NAME, either(fields, 'purchaseCurrencies', 'purchase_currencies')),
    listOf(NAME, either(fields, 'paymentCurrencies', 'payment_currencies')),
  ]
  return {
    purchaseCurrencies: purchase.flatMap((each) => purchaseOf(fieldsOf(each), networks) ?? []),
    paymentCurrencies: payment.flatMap((each) => paymentOf(fieldsOf(each)) ?? []),
  }
}

/** A currency with those of its networks that are in the config; undefined if none is. */
function purchaseOf(fields: Fields, networks: readonly DataNetwork[]): PurchaseCurrency | undefined {
  const [id, name, symbol] = [textOf(fields['id']), textOf(fields['name']), textOf(fields['symbol'])]
  const sold = listOf(NAME, fields['networks'] ?? []).flatMap((each) => networkOf(fieldsOf(each), networks) ?? [])
  if (id === undefined || name === undefined || symbol === undefined || !sold.length) return undefined
  return { id, name, symbol, networks: sold }
}

function networkOf(fields: Fields, networks: readonly DataNetwork[]): PurchaseNetwork | undefined {
  const name = textOf(fields['name'])
  const chainId = amountOf(either(fields, 'chainId', 'chain_id'))
  const found = networks.find(({ id, caipNetworkId }) =>
    // Coinbase's list has no chain id for Solana: compare the name.
    id === undefined ? name === BLOCKCHAINS[caipNetworkId] : chainId === BigInt(id),
  )
  if (!found || name === undefined || BLOCKCHAINS[found.caipNetworkId] === undefined) return undefined
  return {
    name,
    display_name: textOf(either(fields, 'displayName', 'display_name')) ?? found.name,
    chain_id: referenceOf(found),
    contract_address: textOf(either(fields, 'contractAddress', 'contract_address')) ?? '',
  }
}

function paymentOf(fields: Fields): PaymentCurrency | undefined {
  const id = textOf(fields['id'])
  const limits = listOf(NAME, fields['limits'] ?? fields['payment_method_limits'] ?? []).flatMap((each) => {
    const limit = fieldsOf(each)
    const [method, min, max] = [textOf(limit['id']), textOf(limit['min']), textOf(limit['max'])]
    return method !== undefined && min !== undefined && max !== undefined ? [{ id: method, min, max }] : []
  })
  return id === undefined || !limits.length ? undefined : { id, payment_method_limits: limits }
}
