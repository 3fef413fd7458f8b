import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import discover from '../../../../runtime/chains/bip122/discover.ts'
import { readWindow } from '../../../../runtime/chains/bip122/window.ts'
import { servesBitcoin } from '../../../../runtime/chains/bip122/serves.ts'
import type { Connector } from '../../../../runtime/contracts/connector.ts'
import { mergeNamespaces } from '../../../../runtime/wallets/visible.ts'
import { stubPage } from '../../lib/page.ts'
import { addressOf, payment } from './keys.ts'
import { kitOf } from './kit.ts'
import { leather, okx, satsConnect, standard, unisat } from './wallets.ts'

stubPage()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const listen = (options = { enableInjected: true, enableAnnounced: true }) => {
  const found: Connector[] = []
  return { found, stop: discover({ found: (connector) => found.push(connector), ...options }) }
}
/** Waits until the code that reads `window` is loaded. */
const read = () => import('../../../../runtime/chains/bip122/window.ts').then(() => undefined)
const names = (found: Connector[]) => found.map(({ name }) => name)
const register = (wallet: object) =>
  dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (api: { register: (wallet: object) => void }) => api.register(wallet),
    }),
  )
const window = () => ({
  XverseProviders: { BitcoinProvider: satsConnect().wallet },
  LeatherProvider: leather().wallet,
  unisat: unisat().wallet,
  okxwallet: okx().wallet,
  other: { provider: satsConnect().wallet },
  btc_providers: [
    { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: 'data:image/svg+xml,<svg/>' },
    { id: 'LeatherProvider', name: 'Leather' },
    { id: 'other.provider', name: 'Other', icon: 'data:image/svg+xml,<svg/>' },
    { id: 'gone.provider', name: 'Gone' },
    { id: 'other.provider', name: 'WalletConnect' },
    null,
  ],
})

it('finds every form by the name that the wallet has elsewhere, and drives it by its own', async () => {
  for (const [key, value] of Object.entries(window())) vi.stubGlobal(key, value)
  const { found } = listen()
  await read()
  register(standard().wallet)
  expect(names(found)).toEqual(['Xverse', 'Leather', 'UniSat', 'OKX Wallet', 'Other', 'Standard Example'])
  expect(found.every(({ id, name, type, chain }) => id === name && type === 'ANNOUNCED' && chain === 'bip122')).toBe(
    true,
  )
  expect(found[3]?.info?.rdns).toBe('com.okex.wallet')
  expect(found[4]?.imageUrl).toBe('data:image/svg+xml,<svg/>')
  for (const connector of found) {
    const chain = connector.name === 'OKX Wallet' ? 'mainnet' : 'regtest'
    const { default: driver } = await connector.driver()
    const session = await driver.connect(kitOf(chain), connector)
    expect(session.accounts[0]).toEqual({ address: addressOf(payment, chain), type: 'payment' })
  }
  const other: Connector = { ...(found[3] as Connector), id: 'com.okex.wallet', chain: 'eip155' }
  expect(mergeNamespaces([...found, other]).find(({ name }) => name === 'OKX Wallet')?.type).toBe('MULTI_CHAIN')
})

it('offers a wallet once, in whichever form it comes', async () => {
  const double = satsConnect()
  vi.stubGlobal('XverseProviders', { BitcoinProvider: double.wallet })
  const { found } = listen()
  await read()
  register(standard('regtest', 'Xverse Wallet').wallet)
  register({
    ...standard('regtest', 'Xverse by another name').wallet,
    features: { 'sats-connect:': { provider: double.wallet } },
  })
  register(standard('regtest', 'Other').wallet)
  expect(names(found)).toEqual(['Xverse', 'Other'])
})

it('finds the late ones too, until it is stopped, and each kind only where it is wanted', async () => {
  const { found, stop } = listen()
  vi.stubGlobal('unisat', unisat().wallet)
  vi.advanceTimersByTime(5000)
  await read()
  vi.stubGlobal('LeatherProvider', leather().wallet)
  dispatchEvent(new Event('load'))
  await read()
  expect(names(found)).toEqual(['UniSat', 'Leather'])
  stop()
  vi.stubGlobal('okxwallet', okx().wallet)
  register(standard().wallet)
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(60_000)
  await read()
  expect(found).toHaveLength(2)

  const announced = listen({ enableInjected: false, enableAnnounced: true })
  register(standard().wallet)
  expect(names(announced.found)).toEqual(['Standard Example'])
  const injected = listen({ enableInjected: true, enableAnnounced: false })
  register(standard().wallet)
  await read()
  expect(names(injected.found)).toEqual(['Leather', 'UniSat', 'OKX Wallet'])
})

it('reads the window again after it is stopped only in vain: what loads late is dropped', async () => {
  vi.stubGlobal('unisat', unisat().wallet)
  const { found, stop } = listen()
  stop()
  await read()
  expect(found).toEqual([])
})

it('knows Bitcoin wallets from those of other chains', () => {
  const { wallet } = standard() as { wallet: Parameters<typeof servesBitcoin>[0] }
  expect(servesBitcoin(wallet)).toBe(true)
  const solana = {
    ...wallet,
    chains: ['solana:mainnet'],
    features: { 'standard:connect': {}, 'solana:signMessage': {} },
  }
  expect(servesBitcoin(solana)).toBe(false)
  expect(servesBitcoin({ ...wallet, features: { 'sats-connect:': { provider: {} } } })).toBe(false)
})

it('reads any window without a throw', () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('mine')
      },
    },
  )
  expect(readWindow(trap)).toEqual([])
  const entry = fc.record({ id: fc.oneof(fc.string(), fc.anything()), name: fc.anything(), icon: fc.anything() })
  const any = fc.record({
    btc_providers: fc.oneof(fc.anything(), fc.array(entry)),
    unisat: fc.anything(),
    okxwallet: fc.anything(),
  })
  fc.assert(fc.property(fc.oneof(fc.anything(), any), (value) => void expect(readWindow(value)).toEqual([])))
})
