import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import discover, { readInjected } from '../../../../runtime/chains/polkadot/discover.ts'
import type { Connector } from '../../../../runtime/contracts/connector.ts'
import { announce, stubPage } from '../../lib/page.ts'
import { createExtension } from './wallet.ts'

stubPage()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const listen = (options = { enableInjected: true, enableAnnounced: true }) => {
  const found: Connector[] = []
  return { found, stop: discover({ found: (connector) => found.push(connector), ...options }) }
}

it('finds extensions that are there and those that come late, each once, by the name that people know', () => {
  const window: Record<string, unknown> = { 'polkadot-js': createExtension().provider, own: { connect: () => null } }
  vi.stubGlobal('injectedWeb3', window)
  const { found, stop } = listen()
  const names = () => found.map(({ id, name }) => [id, name])
  expect(names()).toEqual([
    ['polkadot-js', 'Polkadot.js'],
    ['own', 'own'],
  ])
  expect(found[0]).toMatchObject({ type: 'ANNOUNCED', chain: 'polkadot', provider: window['polkadot-js'] })
  window['subwallet-js'] = createExtension().provider
  dispatchEvent(new Event('load'))
  window['talisman'] = createExtension().provider
  vi.advanceTimersByTime(5000)
  expect(names().slice(2)).toEqual([
    ['subwallet-js', 'SubWallet'],
    ['talisman', 'Talisman'],
  ])
  stop()
  window['enkrypt'] = createExtension().provider
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(60_000)
  expect(found).toHaveLength(4)
})

it('shows the icon that a wallet of the same name announces on EVM chains (EIP-6963)', () => {
  vi.stubGlobal('injectedWeb3', { talisman: createExtension().provider, other: createExtension().provider })
  const icon = 'data:image/svg+xml,%3Csvg/%3E'
  const info = { uuid: '1', rdns: 'xyz.talisman', name: 'Talisman', icon }
  addEventListener('eip6963:requestProvider', () => announce(info, { request: () => undefined }))
  const { found } = listen()
  expect(found.map(({ id, imageUrl }) => [id, imageUrl])).toEqual([
    ['talisman', icon],
    ['other', undefined],
  ])
})

it('looks nowhere when the site does not want window wallets', () => {
  vi.stubGlobal('injectedWeb3', { talisman: createExtension().provider })
  expect(listen({ enableInjected: false, enableAnnounced: true }).found).toEqual([])
})

it('drops what is no extension, and names of ours', () => {
  const trap = Object.defineProperty({ good: createExtension().provider }, 'bad', {
    enumerable: true,
    get: () => {
      throw new Error('mine')
    },
  })
  expect(readInjected(trap).map(({ id }) => id)).toEqual(['good'])
  const own = { enable: () => null }
  expect(readInjected({ walletConnect: own, 'Browser Wallet': own, '': own, empty: {}, none: null })).toEqual([])
  fc.assert(fc.property(fc.anything(), (value) => void expect(readInjected(value)).toEqual([])))
})

it('keeps at most 64', () => {
  vi.stubGlobal(
    'injectedWeb3',
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`w${at}`, createExtension().provider])),
  )
  expect(listen().found).toHaveLength(64)
})
