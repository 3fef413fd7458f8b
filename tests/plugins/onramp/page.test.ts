/** The service names a whole address, so a hostile one could open its own page as the provider's payment window. */
import { describe, expect, it } from 'vitest'
import type { OnRampApi } from '../../../plugins/onramp/api.ts'
import { DEFAULT_PROVIDERS, MOCK_QUOTE_ID, type Provider } from '../../../plugins/onramp/defaults.ts'
import { readSettings } from '../../../plugins/onramp/options.ts'
import { pageOf } from '../../../plugins/onramp/page.ts'
import type { OnRampPanel } from '../../../plugins/onramp/panel.ts'
import { parseUrl } from '../../../plugins/onramp/shape.ts'

/** The page that opens when the service names this address; `bodies` gets what the service was asked. */
const pageAt = async (url: string, provider: Provider, bodies: unknown[] = [], state: object = {}) => {
  const api = { url: async (body: unknown) => (bodies.push(body), parseUrl({ url })) } as unknown as OnRampApi
  const kit = { account: () => ({ address: '0x1', preferredAccountType: 'smartAccount' }) }
  const panel = { kit, api, state } as unknown as OnRampPanel
  const network = { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: '' }
  const asked = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '50', network: network.name }
  return pageOf(panel, provider, asked, 'ETH', { network, elsewhere: false })
}
const provider = (given: object): Provider => {
  const [found] = readSettings({ providers: [given] }).providers
  if (!found) throw new Error('No provider')
  return found
}
const [coinbase] = DEFAULT_PROVIDERS

describe('the page to pay on', () => {
  const real = 'https://pay.coinbase.com/buy?sessionToken=1'
  const forged = [
    'https://pay.coinbase.com.evil.example/login',
    'https://evil.example/pay.coinbase.com',
    'https://pay.coinbase.com@evil.example/',
    'https://evil.coinbase.com/',
    'https://pay.coinbase.com:8443/',
    'https://pay.coinbase.com./',
  ]

  it('is on the provider’s host', async () => {
    if (!coinbase) throw new Error('No provider')
    expect(await pageAt(real, coinbase)).toBe(real)
    expect(await pageAt('http://127.0.0.1:4747/onramp/checkout/1', coinbase)).toContain('/onramp/checkout/1')
    for (const url of forged) await expect(pageAt(url, coinbase), url).rejects.toMatchObject({ code: 'ONRAMP_HOST' })
  })

  it('is asked for the account, and for the amounts of the form and of its quote [S7.api.18]', async () => {
    if (!coinbase) throw new Error('No provider')
    const bodies: unknown[] = []
    const quote = { quoteId: 'q', purchaseAmount: { amount: '0.02', currency: 'ETH' } }
    await pageAt(real, coinbase, bodies, { quote })
    await pageAt(real, coinbase, bodies, { quote: { ...quote, quoteId: MOCK_QUOTE_ID } })
    const body = {
      destinationWallets: [{ address: '0x1', blockchains: ['ethereum'], assets: ['ETH'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: '0x1',
      presetFiatAmount: '50',
    }
    expect(bodies).toEqual([{ ...body, presetCryptoAmount: '0.02' }, body])
  })

  it('of a provider that only the config knows is on the hosts that it lists; without any, on Coinbase’s', async () => {
    expect(await pageAt(real, provider({ name: 'acme' }))).toBe(real)
    await expect(pageAt('https://pay.acme.example/', provider({ name: 'constructor' }))).rejects.toMatchObject({
      code: 'ONRAMP_HOST',
      cause: { message: expect.stringContaining('"hosts" of the provider "constructor"') as unknown },
    })
    const own = provider({ name: 'acme', hosts: ['pay.acme.example', 'pay.acme.example:8443', 7] })
    for (const url of ['https://pay.acme.example/a', 'https://pay.acme.example:8443/b'])
      expect(await pageAt(url, own)).toBe(url)
    await expect(pageAt(real, own)).rejects.toMatchObject({ code: 'ONRAMP_HOST' })
  })

  it('of a provider with an address in the config is that address', async () => {
    const own = provider({ name: 'acme', url: 'https://buy.acme.example/?to={address}' })
    expect(await pageAt('https://evil.example/', own)).toBe('https://buy.acme.example/?to=0x1')
  })
})
