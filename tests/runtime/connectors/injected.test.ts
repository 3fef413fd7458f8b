import { describe, expect, it, vi } from 'vitest'
import type { Connector } from '../../../runtime/contracts/connector.ts'
import { discoverInjected, injectedProvider } from '../../../runtime/connectors/injected.ts'
import { COINBASE, OKX } from '../../../runtime/wallets/windowWallets.ts'
import { visibleConnectors } from '../../../runtime/wallets/visible.ts'
import { stubPage } from '../lib/page.ts'

stubPage()
const driver = () => import('../../../runtime/chains/eip155/driver.ts')
const provider = { request: async () => null }
const listen = () => {
  const found: Connector[] = []
  return { found, stop: discoverInjected((connector) => found.push(connector), driver) }
}

describe('window.ethereum', () => {
  it('is the connector "Browser Wallet" [S3.ctype.03] [S3.cname.01]', () => {
    vi.stubGlobal('ethereum', provider)
    const { found } = listen()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      id: 'injected',
      name: 'Browser Wallet',
      type: 'INJECTED',
      chain: 'eip155',
      provider,
    })
  })

  it('may come late, and is looked for no longer once stopped', () => {
    const { found, stop } = listen()
    expect(found).toEqual([])
    vi.stubGlobal('ethereum', provider)
    dispatchEvent(new Event('ethereum#initialized'))
    expect(found).toHaveLength(1)
    stop()
    dispatchEvent(new Event('ethereum#initialized'))
    expect(found).toHaveLength(1)
  })

  it('counts only if it can be asked', () => {
    vi.stubGlobal('ethereum', { request: 'no' })
    expect(listen().found).toEqual([])
    Object.defineProperty(globalThis, 'ethereum', {
      configurable: true,
      get: () => {
        throw new Error('two wallets fight')
      },
    })
    expect(injectedProvider()).toBeUndefined()
    expect(listen().found).toEqual([])
  })
})

describe('a wallet with a name of its own in the window', () => {
  const named = [COINBASE, OKX]

  it('is listed by it, with the rdns that it announces itself by', () => {
    vi.stubGlobal('okxwallet', provider)
    vi.stubGlobal('coinbaseWalletExtension', { request: async () => null })
    const found: Connector[] = []
    discoverInjected((connector) => found.push(connector), driver, named)
    expect(found.map(({ id, name, info }) => [id, name, info?.rdns])).toEqual([
      ['coinbaseWallet', 'Coinbase', 'com.coinbase.wallet'],
      ['okx', 'OKX Wallet', 'com.okex.wallet'],
    ])
  })

  it('hides the browser wallet behind which it is, and not another one', () => {
    const connector = (id: string, own: object): Connector => {
      return { id, name: id, type: 'INJECTED', chain: 'eip155', chains: [], provider: own, driver }
    }
    const rules = { mobile: true, walletInstalled: true }
    const shown = (list: Connector[]) => visibleConnectors(list, rules).map(({ id }) => id)
    expect(shown([connector('injected', provider), connector('okx', provider)])).toEqual(['okx'])
    expect(shown([connector('injected', provider), connector('okx', {})])).toEqual(['injected', 'okx'])
  })
})
