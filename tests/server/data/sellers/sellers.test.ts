/** Each seller behind a whole walletkit-server, as the page's on-ramp asks it. The seller is a local service. */
import { createHmac, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import onRampApi, { type UrlRequest } from '../../../../plugins/onramp/api.ts'
import { blockchainOf } from '../../../../plugins/onramp/networks.ts'
import { blockchainApi } from '../../../../runtime/http/blockchainApi.ts'
import { startHosted } from '../../../support/hosted.ts'
import { makeKit } from '../../../support/kit.ts'
import { type Asked, useServer } from '../../../support/server.ts'

const SITE = 'https://shop.example'
const USER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SOL_USER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const SOLANA = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const seller = useServer()

const folder = mkdtempSync(join(tmpdir(), 'sellers-'))
afterAll(() => rmSync(folder, { recursive: true }))
const list = join(folder, 'tokens.json')
const token = { chainId: 8453, address: BASE_USDC, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
// A token that only calls itself USDC is not the one that is sold.
const copy = { ...token, chainId: 1, address: `0x${'5'.repeat(40)}` }
writeFileSync(list, JSON.stringify({ tokens: [token, copy] }))

const networks = [
  { id: 1, name: 'Ethereum', symbol: 'ETH', rpc: 'http://127.0.0.1:9' },
  { id: 8453, name: 'Base', symbol: 'ETH', rpc: 'http://127.0.0.1:9' },
  { id: 777, name: 'Elsewhere', symbol: 'ELS', rpc: 'http://127.0.0.1:9' },
]

/** A server with this seller, and the page's own requests to it. */
async function open(name: string, key?: string) {
  const onramp = { [name]: { url: seller.url, clientId: 'client-1' } }
  const config = { networks, solana: { id: SOLANA, rpc: 'http://127.0.0.1:9' }, tokens: list, onramp, sites: [SITE] }
  const environment = key === undefined ? {} : { [`WALLETKIT_${name.toUpperCase()}_KEY`]: key }
  const hosted = await startHosted({ ...config, log: 'debug' }, environment)
  onTestFinished(() => hosted.close())
  const kit = makeKit({ services: { api: hosted.url() } })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const api = blockchainApi(kit)
  if (!api) throw new Error('The config names the service')
  const post = (path: string, body: unknown) =>
    fetch(`${hosted.url()}/v1${path}`, { method: 'POST', body: JSON.stringify(body), headers: { origin: SITE } })
  return { page: onRampApi(api), hosted, post }
}

const order = (symbol = 'ETH', chainId = '1', address = USER): UrlRequest => {
  const network = blockchainOf({ chain_id: chainId, name: 'x', display_name: 'X', contract_address: '' })
  return {
    destinationWallets: [{ address, blockchains: [network], assets: [symbol] }],
    ...{ defaultNetwork: network, partnerUserId: address, presetFiatAmount: '49.99' },
  }
}

describe('moonpay', () => {
  it('makes a page whose query is signed with the secret key', async () => {
    const { page } = await open('moonpay', 'sk_secret')
    const url = new URL(await page.url(order()))
    expect(url.origin).toBe(seller.url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ apiKey: 'client-1', currencyCode: 'eth', walletAddress: USER, baseCurrencyAmount: '49.99' },
      baseCurrencyCode: 'usd',
    })
    const [signed = '', signature = ''] = url.search.split('&signature=')
    const expected = createHmac('sha256', 'sk_secret').update(signed).digest('base64')
    expect(decodeURIComponent(signature)).toBe(expected)
    expect(url.href).not.toContain('sk_secret')
    expect(seller.asked).toEqual([])
  })

  it('offers what it sells of the config, by contract, and what a page buys with that', async () => {
    const { page } = await open('moonpay', 'sk_secret')
    const options = await page.options()
    expect(
      options?.purchaseCurrencies.map(({ id, networks: sold }) => [id, sold.map((each) => each.chain_id)]),
    ).toEqual([
      ['ETH', ['1', '8453']],
      ['SOL', [SOLANA]],
      ['USDC', ['8453']],
    ])
    expect(options?.paymentCurrencies.map(({ id }) => id)).toEqual(['USD'])
    const [usdc] = options?.purchaseCurrencies.filter(({ id }) => id === 'USDC') ?? []
    expect(usdc?.networks[0]?.contract_address).toBe(BASE_USDC)
    expect(await page.url(order('USDC', '8453'))).toContain('currencyCode=usdc_base')
    expect(await page.url(order('SOL', SOLANA, SOL_USER))).toContain(`currencyCode=sol&walletAddress=${SOL_USER}`)
  })

  it('has no price, which a page shows as an estimate', async () => {
    const { page, post } = await open('moonpay', 'sk_secret')
    const asked = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '50', network: 'ethereum' }
    expect((await post('/onramp/quote', asked)).status).toBe(404)
    await expect(page.quote(asked)).rejects.toThrow()
  })

  it('refuses what it does not sell, other networks, addresses and amounts', async () => {
    const { post } = await open('moonpay', 'sk_secret')
    const ask = async (changes: object) => {
      const answer = await post('/generators/onrampurl', { ...order(), defaultExperience: 'buy', ...changes })
      const { reasons } = (await answer.json()) as { reasons?: { name: string }[] }
      return [answer.status, reasons?.[0]?.name]
    }
    const wallet = (changes: object) => ({ destinationWallets: [{ ...order().destinationWallets[0], ...changes }] })
    expect(await ask({})).toEqual([200, undefined])
    expect(await ask({ presetFiatAmount: undefined })).toEqual([200, undefined])
    expect(await ask(wallet({ assets: ['DOGE'] }))).toEqual([400, 'assets'])
    expect(await ask(wallet({ assets: ['USDC'] }))).toEqual([400, 'assets'])
    expect(await ask(wallet({ assets: [] }))).toEqual([400, 'assets'])
    expect(await ask({ defaultNetwork: 'polygon' })).toEqual([400, 'defaultNetwork'])
    expect(await ask({ defaultNetwork: 'constructor' })).toEqual([400, 'defaultNetwork'])
    expect(await ask({ defaultExperience: 'sell' })).toEqual([400, 'defaultExperience'])
    for (const address of [SOL_USER, `${USER}0`, '', null, { toString: 1 }])
      expect(await ask(wallet({ address }))).toEqual([400, 'address'])
    expect(await ask({ ...wallet({ assets: ['SOL'] }), defaultNetwork: 'solana' })).toEqual([400, 'address'])
    for (const presetFiatAmount of ['1.234', '-1', '0', '1e3', 'x', '1&apiKey=y', '9999999999'])
      expect(await ask({ presetFiatAmount })).toEqual([400, 'presetFiatAmount'])
    for (const destinationWallets of [[], null, 'x', [7]]) expect((await ask({ destinationWallets }))[0]).toBe(400)
  })
})

it('answers any body with a page or with what is wrong', async () => {
  const { post } = await open('moonpay', 'sk_secret')
  const good: Record<string, unknown> = { ...order(), defaultExperience: 'buy' }
  const field = fc.constantFrom(...Object.keys(good), 'presetFiatAmount')
  await fc.assert(
    fc.asyncProperty(field, fc.jsonValue(), async (name, value) => {
      const answer = await post('/generators/onrampurl', { ...good, [name]: value })
      expect([200, 400]).toContain(answer.status)
      const { url } = (await answer.json()) as { url?: string }
      if (answer.status === 200) expect(new URL(url ?? '').origin).toBe(seller.url)
    }),
    { numRuns: 100 },
  )
})

describe('ramp', () => {
  it('makes a page with its own names of the currencies', async () => {
    const { page } = await open('ramp')
    const url = new URL(await page.url(order('USDC', '8453')))
    expect(url.origin).toBe(seller.url)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ hostApiKey: 'client-1', swapAsset: 'BASE_USDC', userAddress: USER, fiatCurrency: 'USD', fiatValue: '49.99' },
    })
  })
})

describe('transak', () => {
  const WIDGET = 'https://global.transak.com/?apiKey=client-1&sessionId=s1'
  /** Answers as Transak. `tokens` are the access tokens that it hands out, of which only the last one is valid. */
  const serve = (widgetUrl: unknown = WIDGET, lifetime = 600) => {
    const tokens: string[] = []
    seller.answer(({ path, headers, body }, response) => {
      if (path === '/partners/api/v2/refresh-token' && headers['api-secret'] === 'api-secret-9') {
        expect(JSON.parse(body)).toEqual({ apiKey: 'client-1' })
        tokens.push(`token-${tokens.length + 1}`)
        return { data: { accessToken: tokens.at(-1), expiresAt: Date.now() / 1000 + lifetime } }
      }
      if (path !== '/api/v2/auth/session' || headers['access-token'] !== tokens.at(-1))
        return seller.status(response, 401)
      return { data: { widgetUrl } }
    })
    return tokens
  }

  it('gets an access token once, and makes pages with it', async () => {
    const tokens = serve()
    const { page, post } = await open('transak', 'api-secret-9')
    expect(await page.url(order())).toBe(WIDGET)
    expect((await post('/generators/onrampurl', { ...order(), defaultExperience: 'buy' })).status).toBe(200)
    expect(tokens).toHaveLength(1)
    const asked = JSON.parse(seller.asked.at(-1)?.body ?? '') as unknown
    expect(asked).toEqual({
      widgetParams: {
        ...{ apiKey: 'client-1', referrerDomain: 'shop.example', cryptoCurrencyCode: 'ETH', network: 'ethereum' },
        ...{ walletAddress: USER, fiatCurrency: 'USD', fiatAmount: 49.99, productsAvailed: 'BUY' },
      },
    })
  })

  it('gets another token when its own has ended, or was replaced by another process', async () => {
    const ending = serve(WIDGET, 30)
    const first = await open('transak', 'api-secret-9')
    await first.page.url(order())
    await first.page.url(order())
    expect(ending).toHaveLength(2)
    const tokens = serve()
    const { page } = await open('transak', 'api-secret-9')
    await page.url(order())
    tokens.push('token-of-another-process')
    await page.url(order())
    expect(tokens.at(-1)).toBe('token-3')
  })

  it('opens no page of another host, and says nothing of the secret', async () => {
    for (const url of [
      'https://evil.example/',
      'http://global.transak.com/',
      'https://a@global.transak.com/',
      7,
      null,
    ]) {
      serve(url)
      const { hosted, post } = await open('transak', 'api-secret-9')
      const answer = await post('/generators/onrampurl', { ...order(), defaultExperience: 'buy' })
      expect(answer.status).toBe(502)
      const said = (await answer.text()) + hosted.lines.join('')
      expect(said).toMatch(/not on its own host|made no page/)
      expect(said).not.toContain('api-secret-9')
    }
  })

  it('fails when the service does', async () => {
    for (const status of [400, 429, 500]) {
      seller.answer((_, response) => void response.writeHead(status).end('api-secret-9'))
      const { hosted, post } = await open('transak', 'api-secret-9')
      const answer = await post('/generators/onrampurl', { ...order(), defaultExperience: 'buy' })
      expect(answer.status).toBe(502)
      expect((await answer.text()) + hosted.lines.join('')).not.toContain('api-secret-9')
    }
  })
})

describe('coinbase', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ed = generateKeyPairSync('ed25519')
  const pem = ec.privateKey.export({ type: 'sec1', format: 'pem' }).toString()
  const { d = '', x = '' } = ed.privateKey.export({ format: 'jwk' })
  const base64 = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')

  /** Verifies a request's token as Coinbase does. */
  function verified({ method, path, headers }: Asked, key: KeyObject): void {
    const [header = '', claims = '', signature = ''] = String(headers.authorization).replace('Bearer ', '').split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    const isEd = key.asymmetricKeyType === 'ed25519'
    expect(read(header)).toMatchObject({ alg: isEd ? 'EdDSA' : 'ES256', typ: 'JWT', kid: 'client-1' })
    expect(read(header)['nonce']).toMatch(/^[0-9a-f]{32}$/)
    const { nbf, exp, ...rest } = read(claims)
    expect(rest).toEqual({ iss: 'cdp', sub: 'client-1', uri: `${method} ${new URL(seller.url).host}${path}` })
    expect(Number(exp) - Number(nbf)).toBe(120)
    expect(Math.abs(Number(nbf) - Date.now() / 1000)).toBeLessThan(10)
    const data = Buffer.from(`${header}.${claims}`)
    const how = { key, dsaEncoding: 'ieee-p1363' as const }
    expect(verify(isEd ? null : 'sha256', data, how, Buffer.from(signature, 'base64url'))).toBe(true)
  }

  it.each([
    ['an EC key in PEM', pem, ec.publicKey],
    ['an EC key on one line', pem.replaceAll('\n', '\\n'), ec.publicKey],
    ['an Ed25519 key in base64', base64, ed.publicKey],
  ])('makes a page with a session token, by %s', async (_, key, publicKey) => {
    seller.answer((asked) => {
      verified(asked, publicKey)
      return { token: 'session-1', channel_id: '' }
    })
    const { page } = await open('coinbase', key)
    const url = new URL(await page.url(order('USDC', '8453')))
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ sessionToken: 'session-1', defaultAsset: 'USDC', defaultNetwork: 'base', presetFiatAmount: '49.99' },
    })
    expect(seller.asked[0]).toMatchObject({ method: 'POST', path: '/onramp/v1/token' })
    expect(JSON.parse(seller.asked[0]?.body ?? '')).toEqual({
      ...{ addresses: [{ address: USER, blockchains: ['base'] }], assets: ['USDC'] },
    })
  })

  const money = (amount: string, currency = 'USD') => ({ amount, currency })

  it('tells its options and quotes, in both spellings of its documentation', async () => {
    const base = { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: BASE_USDC }
    const purchase = {
      ...{ id: 'uuid-1', name: 'USDC', symbol: 'USDC', icon_url: 'https://a.b/c.png' },
      networks: [base, { ...base, name: 'polygon', chain_id: '137' }],
    }
    const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
    const quote = { payment_total: money('50.00'), payment_subtotal: money('49.00'), coinbase_fee: money('1.00') }
    seller.answer((asked) => {
      verified(asked, ec.publicKey)
      return asked.path.endsWith('options')
        ? {
            purchase_currencies: [purchase, { ...purchase, networks: [] }],
            payment_currencies: [{ id: 'USD', limits }],
          }
        : { ...quote, network_fee: money('0.00'), purchase_amount: money('49', 'USDC'), quote_id: 'q1' }
    })
    const { page } = await open('coinbase', pem)
    expect(await page.options()).toEqual({
      purchaseCurrencies: [{ ...{ id: 'uuid-1', name: 'USDC', symbol: 'USDC' }, networks: [base] }],
      paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
    })
    expect(seller.asked.at(-1)).toMatchObject({ method: 'GET', query: { country: 'US' } })
    const asked = { purchaseCurrency: 'uuid-1', paymentCurrency: 'USD', amount: '50', network: 'base' }
    expect(await page.quote(asked)).toEqual({
      ...{ paymentTotal: money('50.00'), paymentSubtotal: money('49.00'), coinbaseFee: money('1.00') },
      ...{ networkFee: money('0.00'), purchaseAmount: money('49', 'USDC'), quoteId: 'q1' },
    })
    expect(JSON.parse(seller.asked.at(-1)?.body ?? '')).toMatchObject({
      ...{ purchaseCurrency: 'uuid-1', purchaseNetwork: 'base', paymentCurrency: 'USD', paymentAmount: '50' },
    })
  })

  it('fails on garbage and on errors, without its key', async () => {
    const { hosted, post } = await open('coinbase', base64)
    for (const garbage of [{}, [], 'x', { token: 7, quote_id: 'q', payment_total: money('x') }]) {
      seller.answer((_, response) => void response.end(JSON.stringify(garbage)))
      expect((await post('/generators/onrampurl', { ...order(), defaultExperience: 'buy' })).status).toBe(502)
      const asked = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '50', network: 'base' }
      expect((await post('/onramp/quote', asked)).status).toBe(502)
      expect((await fetch(`${hosted.url()}/v1/onramp/options`)).status).toBe(502)
    }
    seller.answer((_, response) => void response.writeHead(401).end(base64))
    const answer = await post('/generators/onrampurl', { ...order(), defaultExperience: 'buy' })
    expect(answer.status).toBe(502)
    expect((await answer.text()) + hosted.lines.join('')).not.toContain(base64.slice(0, 20))
  })

  it('does not start with another kind of key, and does not print it', async () => {
    const failed: unknown = await open('coinbase', 'c2hvcnQ=').catch((error: unknown) => error)
    expect(String(failed)).toContain('WALLETKIT_COINBASE_KEY is neither')
    expect(String(failed)).not.toContain('c2hvcnQ')
  })
})
