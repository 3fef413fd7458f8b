/** The answers of the on-ramp's services, and the built-in lists that replace missing ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_OPTIONS, DEFAULT_PROVIDERS, MOCK_QUOTE_ID, mockQuote } from '../../../plugins/onramp/defaults.ts'
import { readSettings } from '../../../plugins/onramp/options.ts'
import { parseOptions, parsePurchases, parseQuote, parseUrl } from '../../../plugins/onramp/shape.ts'

const network = { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: '' }
const currency = { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [network] }
const limits = { id: 'card', min: '10.00', max: '7500.00' }
const payment = { id: 'USD', payment_method_limits: [limits] }
const options = { purchaseCurrencies: [currency], paymentCurrencies: [payment] }
const money = { amount: '1.50', currency: 'USD' }
const quote = {
  coinbaseFee: money,
  networkFee: money,
  paymentSubtotal: money,
  paymentTotal: money,
  purchaseAmount: { amount: '0.5', currency: 'ETH' },
  quoteId: 'q1',
}
const without = (from: object, key: string) => Object.fromEntries(Object.entries(from).filter(([name]) => name !== key))

describe('the options', () => {
  it('are taken as they are when they are whole', () => {
    expect(parseOptions(options)).toEqual(options)
  })
  it.each(['id', 'name', 'symbol', 'networks'])('leave out a currency without %s [S3.onramp.01]', (key) => {
    const broken = { ...options, purchaseCurrencies: [without(currency, key), { ...currency, id: 'B' }] }
    expect(parseOptions(broken).purchaseCurrencies.map(({ id }) => id)).toEqual(['B'])
    expect(() => parseOptions({ ...options, purchaseCurrencies: [without(currency, key)] })).toThrow()
  })
  it.each(['name', 'display_name', 'chain_id', 'contract_address'])(
    'leave out a network without %s, and a currency that has none left [S3.onramp.02]',
    (key) => {
      const two = { ...currency, networks: [without(network, key), network] }
      expect(parseOptions({ ...options, purchaseCurrencies: [two] }).purchaseCurrencies[0]?.networks).toEqual([network])
      const none = { ...currency, networks: [without(network, key)] }
      expect(() => parseOptions({ ...options, purchaseCurrencies: [none] })).toThrow()
    },
  )
  it.each(['id', 'payment_method_limits'])('leave out a way to pay without %s [S3.onramp.03]', (key) => {
    expect(() => parseOptions({ ...options, paymentCurrencies: [without(payment, key)] })).toThrow()
  })
  it.each(['id', 'min', 'max'])('leave out a limit without %s, and who has none left [S3.onramp.03]', (key) => {
    const broken = { id: 'USD', payment_method_limits: [without(limits, key)] }
    expect(() => parseOptions({ ...options, paymentCurrencies: [broken] })).toThrow()
    const half = { id: 'USD', payment_method_limits: [without(limits, key), limits] }
    expect(parseOptions({ ...options, paymentCurrencies: [half] }).paymentCurrencies).toEqual([payment])
  })
  it('lose what foreign text may carry', () => {
    const evil = { ...currency, name: 'Eth\u202eer\u0000 ' + 'x'.repeat(500) }
    const [read] = parseOptions({ ...options, purchaseCurrencies: [evil] }).purchaseCurrencies
    expect(read?.name).toMatch(/^Ether x+…$/)
  })
})

describe('a quote', () => {
  it('is taken when it is whole', () => expect(parseQuote(quote)).toEqual(quote))
  it.each(['coinbaseFee', 'paymentSubtotal', 'paymentTotal', 'purchaseAmount', 'quoteId'])(
    'is none without %s [S3.onramp.04]',
    (key) => {
      expect(() => parseQuote(without(quote, key))).toThrow()
    },
  )
  it.each(['amount', 'currency'])('is none where a part lacks its %s [S3.onramp.04]', (key) => {
    for (const part of ['coinbaseFee', 'paymentSubtotal', 'paymentTotal', 'purchaseAmount'])
      expect(() => parseQuote({ ...quote, [part]: without(money, key) })).toThrow()
  })
  it('is none where an amount is no number', () => {
    for (const amount of ['', '-1', '1,5', 'NaN', {}, null])
      expect(() => parseQuote({ ...quote, paymentTotal: { amount, currency: 'USD' } })).toThrow()
  })
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'http://pay.example', 'ftp://pay.example', '', 5, undefined])(
  'no page is opened at %s',
  (url) => expect(() => parseUrl({ url })).toThrow(),
)
it('pages over https, and of this computer, are opened', () => {
  expect(parseUrl({ url: 'https://pay.example/a?b=c' })).toBe('https://pay.example/a?b=c')
  expect(parseUrl({ url: 'http://127.0.0.1:4747/onramp/checkout/1' })).toBe('http://127.0.0.1:4747/onramp/checkout/1')
})

it('purchases are read newest first; what is none is left out', () => {
  const purchase = (id: string, status: string, minedAt: string) => ({
    id,
    metadata: { hash: '0x1', chain: 'eip155:1', minedAt, status },
    transfers: [{ fungible_info: { symbol: 'ETH' }, quantity: { numeric: '0.5' } }],
  })
  const data = [
    purchase('a', 'ONRAMP_TRANSACTION_STATUS_SUCCESS', '2026-01-01T00:00:00Z'),
    purchase('b', 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', '2026-01-02T00:00:00Z'),
    purchase('c', 'confirmed', '2026-01-03T00:00:00Z'),
    purchase('d', 'ONRAMP_TRANSACTION_STATUS_FAILED', 'never'),
    null,
  ]
  expect(parsePurchases({ data }).map(({ id, status, amount }) => [id, status, amount])).toEqual([
    ['b', 'progress', '0.5'],
    ['a', 'success', '0.5'],
  ])
})

it('nothing that a service says makes a parser do more than throw', () => {
  fc.assert(
    fc.property(fc.anything(), (reply) => {
      for (const parse of [parseOptions, parseQuote, parseUrl]) {
        try {
          parse(reply)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }
      expect(Array.isArray(parsePurchases(reply))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

describe('the built-in set', () => {
  const { paymentCurrencies, purchaseCurrencies } = DEFAULT_OPTIONS
  const limitsOf = (id: string) =>
    paymentCurrencies.map(({ payment_method_limits }) => payment_method_limits.find((each) => each.id === id))
  it('takes dollars and euros [S8.fallback.02]', () => {
    expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  })
  it('limits cards [S8.fallback.03]', () => {
    expect(limitsOf('card')).toEqual([
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'card', min: '10.00', max: '7500.00' },
    ])
  })
  it('limits bank accounts [S8.fallback.04]', () => {
    const both = { id: 'ach_bank_account', min: '10.00', max: '25000.00' }
    expect(limitsOf('ach_bank_account')).toEqual([both, both])
  })
  it('sells USDC and ether on Ethereum and Polygon', () => {
    expect(purchaseCurrencies.map(({ id }) => id)).toEqual(['USDC', 'ETH'])
    for (const { networks } of purchaseCurrencies)
      expect(networks.map(({ chain_id }) => chain_id)).toEqual(['1', '137'])
    expect(parseOptions(DEFAULT_OPTIONS)).toEqual(DEFAULT_OPTIONS)
  })
})

it('the mock quote is the entered amount, and says that it is a mock [S8.fallback.07]', () => {
  const entered = { amount: '50', currency: 'EUR' }
  expect(mockQuote('50', 'EUR')).toEqual({
    coinbaseFee: entered,
    networkFee: entered,
    paymentSubtotal: entered,
    paymentTotal: entered,
    purchaseAmount: entered,
    quoteId: 'mocked-quote-id',
  })
  expect(MOCK_QUOTE_ID).toBe('mocked-quote-id')
  expect(parseQuote(mockQuote('50', 'EUR'))).toEqual(mockQuote('50', 'EUR'))
})

describe('the settings', () => {
  it('are two providers unless the config lists others', () => {
    expect(readSettings(undefined)).toEqual({ providers: DEFAULT_PROVIDERS, defaults: DEFAULT_OPTIONS })
    expect(DEFAULT_PROVIDERS.map(({ feeRange }) => feeRange)).toEqual(['1-2%', '1-2%'])
  })
  it('take what a page passes in, and drop what is no provider', () => {
    const { providers } = readSettings({
      providers: [
        { name: 'a', namespaces: ['solana', 'bip122'] },
        { label: 'Nameless' },
        null,
        { name: 'b', url: 'https://b.example' },
      ],
    })
    expect(providers).toEqual([
      { name: 'a', label: 'a', feeRange: '1-2%', namespaces: ['solana'] },
      { name: 'b', label: 'b', feeRange: '1-2%', namespaces: ['eip155', 'solana'], url: 'https://b.example' },
    ])
  })
  it('take one list of the defaults without the other, and none that is broken', () => {
    const { defaults } = readSettings({ defaults: { paymentCurrencies: [payment] } })
    expect(defaults).toEqual({ ...DEFAULT_OPTIONS, paymentCurrencies: [payment] })
    expect(readSettings({ defaults: { paymentCurrencies: [] } }).defaults).toEqual(DEFAULT_OPTIONS)
  })
})
