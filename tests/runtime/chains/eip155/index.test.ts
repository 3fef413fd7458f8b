import { describe, expect, it, vi } from 'vitest'
import eip155 from '../../../../runtime/chains/eip155/index.ts'
import type { Connector } from '../../../../runtime/contracts/connector.ts'
import { announce, stubPage } from '../../lib/page.ts'

stubPage()
const provider = { request: async () => null }

async function discover(enableInjected: boolean, enableAnnounced: boolean) {
  const found: Connector[] = []
  const start = (await eip155.discover?.())?.default
  const stop = start?.({ found: (connector) => found.push(connector), enableInjected, enableAnnounced })
  announce({ name: 'Example', rdns: 'io.example' }, provider)
  return { found, stop }
}

describe('the eip155 chain', () => {
  it('finds announced and injected wallets, each only if enabled', async () => {
    vi.stubGlobal('ethereum', provider)
    const ids = async (...enabled: [boolean, boolean]) => (await discover(...enabled)).found.map(({ id }) => id).sort()
    expect(await ids(true, true)).toEqual(['injected', 'io.example'])
    expect(await ids(true, false)).toEqual(['injected'])
    expect(await ids(false, true)).toEqual(['io.example'])
    expect(await ids(false, false)).toEqual([])
  })

  it('stops searching on request', async () => {
    const { found, stop } = await discover(true, true)
    stop?.()
    announce({ name: 'Late', rdns: 'io.late' }, provider)
    vi.stubGlobal('ethereum', provider)
    dispatchEvent(new Event('ethereum#initialized'))
    expect(found.map(({ id }) => id)).toEqual(['io.example'])
  })

  it('serves its declared namespace', async () => {
    expect(eip155.namespace).toBe('eip155')
    expect((await eip155.adapter()).default.namespace).toBe('eip155')
  })
})
