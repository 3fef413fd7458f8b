/** The sandbox's on-ramp: its offers and prices, and that a paid purchase really arrives on the chain. */
import { createPublicClient, erc20Abi, getAddress, http, parseUnits, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '../support/sandbox.ts'
import { tokenOf } from './chain.ts'

const sandbox = useSandbox()

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox().url}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers,
  })
  const text = await response.text()
  return { status: response.status, text, json: text.startsWith('{') ? (JSON.parse(text) as never) : undefined }
}
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const client = (at = 0) => createPublicClient({ transport: http(sandbox().chains[at]?.rpcUrl) })

const buy = (address: string, symbol: string, network: string, more: object = { presetFiatAmount: '50' }) =>
  call('/v1/generators/onrampurl?projectId=p', {
    destinationWallets: [{ address, blockchains: [network], assets: [symbol] }],
    defaultNetwork: network,
    partnerUserId: address,
    defaultExperience: 'buy',
    ...more,
  })
const checkoutOf = async (...given: Parameters<typeof buy>) => {
  const { json } = await buy(...given)
  return new URL((json as unknown as { url: string }).url).pathname
}
const press = (checkout: string, outcome: string, origin = sandbox().url) =>
  call(`${checkout}/pay`, `outcome=${outcome}`, { origin, 'content-type': 'application/x-www-form-urlencoded' })
const statusOf = (address: string) => sandbox().onramp.purchases(address)[0]?.metadata.status
const settled = (address: string) => expect.poll(() => statusOf(address)).toMatch(/SUCCESS|FAILED/)

describe('GET /v1/onramp/options', () => {
  it('lists currencies with their networks, and limits of each way to pay', async () => {
    const { json } = await call('/v1/onramp/options?projectId=p')
    expect(json).toMatchObject({
      purchaseCurrencies: [
        {
          id: 'ETH',
          name: 'Ether',
          symbol: 'ETH',
          networks: [
            { name: 'sandbox-one', display_name: 'Sandbox One', chain_id: '31337', contract_address: '' },
            { name: 'sandbox-two', display_name: 'Sandbox Two', chain_id: '31338' },
          ],
        },
        { id: 'USDC', networks: [{ contract_address: tokenOf(sandbox(), 'USDC', 31337).address }, {}] },
        { id: 'SOL', networks: [{ name: 'sandbox-solana', chain_id: '2JfSSDz72LiQFoQu12htyQsvtH5XHxPh' }] },
      ],
      paymentCurrencies: [
        {
          id: 'USD',
          payment_method_limits: [
            { id: 'card', min: '10.00', max: '7500.00' },
            { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
          ],
        },
        { id: 'EUR' },
      ],
    })
    expect((await call('/v1/onramp/options')).status).toBe(401)
  })
})

describe('POST /v1/onramp/quote', () => {
  const quote = (changes: object = {}) =>
    call('/v1/onramp/quote?projectId=p', {
      purchaseCurrency: 'USDC',
      paymentCurrency: 'USD',
      amount: '100',
      network: 'sandbox-one',
      ...changes,
    })

  it('takes 1.5 percent and ten cents, and turns the rest into what is bought', async () => {
    expect((await quote()).json).toEqual({
      paymentTotal: { amount: '100.00', currency: 'USD' },
      coinbaseFee: { amount: '1.50', currency: 'USD' },
      networkFee: { amount: '0.10', currency: 'USD' },
      paymentSubtotal: { amount: '98.40', currency: 'USD' },
      purchaseAmount: { amount: '98.4', currency: 'USDC' },
      quoteId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    // 98.40 EUR at 1.10 USD are 108.24 USD.
    expect((await quote({ paymentCurrency: 'EUR' })).json).toMatchObject({ purchaseAmount: { amount: '108.24' } })
    // 98.40 / 2500.5, without the digits after the eighth.
    const ether = await quote({ purchaseCurrency: 'ETH' })
    expect(ether.json).toMatchObject({ purchaseAmount: { amount: '0.03935212', currency: 'ETH' } })
  })

  it.each([
    { purchaseCurrency: 'SOL' },
    { network: 'ethereum' },
    { paymentCurrency: 'GBP' },
    { amount: '9.99' },
    { amount: '25000.01' },
    { amount: '1e3' },
    { amount: '-50' },
  ])('refuses %o with a reason', async (changes) => {
    const { status, json } = await quote(changes)
    expect(status).toBe(400)
    expect(json).toMatchObject({ reasons: [{ description: expect.any(String) as string }] })
  })
})

describe('the checkout', () => {
  it('says that it is a test, allows no script and no frame, and pays nobody by being looked at', async () => {
    const address = fresh()
    const path = await checkoutOf(address, 'ETH', 'sandbox-one')
    const response = await fetch(sandbox().url + path)
    const text = await response.text()
    expect(text).toContain('This is a test. No money is taken')
    expect(text).toContain('Pay 50.00 USD')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(text).not.toContain('<script')
    expect(sandbox().onramp.purchases(address)).toEqual([])
  })

  it('sends ether from an address of its own, exactly as much as it said, once', async () => {
    const address = fresh()
    const [first] = sandbox().accounts
    const before = await client().getTransactionCount({ address: first?.address ?? '0x' })
    const path = await checkoutOf(address, 'ETH', 'sandbox-one')
    await Promise.all([press(path, 'pay'), press(path, 'pay')])
    await settled(address)
    const [purchase, ...others] = sandbox().onramp.purchases(address.toLowerCase())
    expect(others).toEqual([])
    expect(purchase).toMatchObject({
      metadata: {
        operationType: 'buy',
        chain: 'eip155:31337',
        sentTo: address,
        status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      },
      transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'in', price: 2500.5 }],
    })
    const numeric = purchase?.transfers[0]?.quantity.numeric ?? ''
    expect(await client().getBalance({ address })).toBe(parseUnits(numeric, 18))
    const mined = await client().getTransactionReceipt({ hash: (purchase?.metadata.hash ?? '0x') as Hex })
    expect(getAddress(mined.to ?? '0x')).toBe(address)
    expect(await client().getTransactionCount({ address: first?.address ?? '0x' })).toBe(before)
    expect((await call(path)).text).toContain('Paid')
  })

  it('tells the value in dollars, whatever the purchase was paid in', async () => {
    const address = fresh()
    const asked = { purchaseCurrency: 'USDC', paymentCurrency: 'EUR', amount: '100', network: 'sandbox-one' }
    const { json } = await call('/v1/onramp/quote?projectId=p', asked)
    const { amount } = (json as unknown as { purchaseAmount: { amount: string } }).purchaseAmount
    const preset = { presetFiatAmount: '100', presetCryptoAmount: amount }
    const path = await checkoutOf(address, 'USDC', 'sandbox-one', preset)
    expect((await call(path)).text).toContain('EUR')
    await press(path, 'pay')
    await settled(address)
    expect(sandbox().onramp.purchases(address)[0]?.transfers[0]).toMatchObject({ price: 1, value: Number(amount) })
  })

  it('sends a token on the chain that was chosen', async () => {
    const address = fresh()
    const path = await checkoutOf(address, 'USDC', 'sandbox-two', { presetFiatAmount: '100' })
    await press(path, 'pay')
    await settled(address)
    const token = tokenOf(sandbox(), 'USDC', 31338)
    const read = { address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
    expect(await client(1).readContract(read)).toBe(98_400_000n)
    expect(await client(0).getBalance({ address })).toBe(0n)
  })

  it('sends SOL', async () => {
    const address = 'GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL'
    const path = await checkoutOf(address, 'SOL', 'sandbox-solana')
    await press(path, 'pay')
    await settled(address)
    const numeric = sandbox().onramp.purchases(address)[0]?.transfers[0]?.quantity.numeric ?? ''
    const body = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }
    const { json } = await call('/rpc/solana', body, { 'content-type': 'application/json' })
    expect(json).toMatchObject({ result: { value: Number(parseUnits(numeric, 9)) } })
  })

  it('charges in the currency in which both amounts agree', async () => {
    const amounts = { presetFiatAmount: '100', presetCryptoAmount: '108.24' }
    const path = await checkoutOf(fresh(), 'USDC', 'sandbox-one', amounts)
    expect((await call(path)).text).toContain('Pay 100.00 EUR')
  })

  it('waits while it is held, and moves nothing when the payment fails', async () => {
    const [held, refused] = [fresh(), fresh()]
    sandbox().onramp.set({ hold: true })
    await press(await checkoutOf(held, 'ETH', 'sandbox-one'), 'pay')
    expect(statusOf(held)).toBe('ONRAMP_TRANSACTION_STATUS_IN_PROGRESS')
    await press(await checkoutOf(refused, 'ETH', 'sandbox-one'), 'fail')
    expect(statusOf(refused)).toBe('ONRAMP_TRANSACTION_STATUS_FAILED')
    await call('/sandbox/onramp', { hold: false })
    await settled(held)
    expect(await client().getBalance({ address: refused })).toBe(0n)
    expect(await client().getBalance({ address: held })).toBeGreaterThan(0n)
  })

  it('is paid by its own page only', async () => {
    const address = fresh()
    const path = await checkoutOf(address, 'ETH', 'sandbox-one')
    expect((await press(path, 'pay', 'https://evil.example')).status).toBe(403)
    expect(sandbox().onramp.purchases(address)).toEqual([])
    expect((await call('/onramp/checkout/none')).status).toBe(404)
  })

  it.each([
    ['an address that is none', ['0x12', 'ETH', 'sandbox-one']],
    ['a network that it does not know', ['0x000000000000000000000000000000000000dEaD', 'ETH', 'ethereum']],
    [
      'an amount that is none',
      ['0x000000000000000000000000000000000000dEaD', 'ETH', 'sandbox-one', { presetFiatAmount: '<b>' }],
    ],
  ] as const)('refuses %s', async (_what, given) => {
    expect((await buy(...(given as unknown as Parameters<typeof buy>))).status).toBe(400)
  })
})
