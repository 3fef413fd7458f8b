import { describe, expect, it, vi } from 'vitest'
import type { Connector } from '../../../runtime/connectors/connector.ts'
import { discoverInjected, injectedProvider } from '../../../runtime/connectors/injected.ts'
import { stubPage } from '../page.ts'

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
