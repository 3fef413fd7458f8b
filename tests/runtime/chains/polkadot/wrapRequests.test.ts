import { signatureVerify } from '@polkadot/util-crypto'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/polkadot/adapter.ts'
import type { PolkadotProvider } from '../../../../runtime/chains/polkadot/provider.ts'
import wrapRequests from '../../../../runtime/chains/polkadot/wrapRequests.ts'
import { createListeners } from '../../../../runtime/lib/listeners.ts'
import { polkadot } from '../../../../sandbox/wallet/namespaces/polkadot.ts'
import { sessionBehind } from '../../../../runtime/state/entries.ts'
import { setConnection } from '../../../support/connect.ts'
import { kitOf, KUSAMA, networkOf, payloadOf, POLKADOT } from './wallet.ts'

/** A remote session with the sandbox's own wallet. */
function setUp() {
  const kit = kitOf()
  const chainId = `polkadot:${POLKADOT}`
  const exposed = polkadot.addresses(chainId)
  const asked: { method: string; params?: unknown }[] = []
  const { emit, ...listeners } = createListeners()
  const provider = wrapRequests(kit, {
    request: async (request) => {
      asked.push(request)
      if (request.method === 'polkadot_signTransaction' && !polkadot.methods.includes(request.method))
        return { signature: `0x01${'ab'.repeat(64)}` }
      return polkadot.sign({ method: request.method, params: request.params, chainId, exposed })
    },
    ...listeners,
  }) as PolkadotProvider
  const accounts = exposed.map((address) => ({ address, type: 'eoa' as const }))
  setConnection(kit, 'polkadot', { provider, session: { accounts, caipNetworkId: `polkadot:${POLKADOT}`, provider } })
  return { kit, provider, asked, emit, exposed }
}

describe('a remote wallet', () => {
  it('signs messages that verify independently, with the accounts of the session', async () => {
    const { kit, provider, exposed, asked } = setUp()
    expect(provider.accounts.map(({ address }) => address)).toEqual(exposed)
    const [, address = ''] = exposed
    const signature = (await adapter.signMessage?.(kit, provider, address, 'Hello')) ?? ''
    expect(signatureVerify('Hello', signature, address).isValid).toBe(true)
    expect(signatureVerify('Hello!', signature, address).isValid).toBe(false)
    expect(asked).toEqual([{ method: 'polkadot_signMessage', params: { address, message: 'Hello' } }])
  })

  it('is asked for extrinsics by their payload', async () => {
    const { provider, exposed, asked } = setUp()
    const payload = payloadOf(exposed[0] ?? '')
    const result = await provider.signer.signPayload(payload).catch((error: Error) => error)
    expect(asked).toEqual([
      { method: 'polkadot_signTransaction', params: { address: payload.address, transactionPayload: payload } },
    ])
    if (!(result instanceof Error))
      expect(result).toMatchObject({ id: 1, signature: expect.stringMatching(/^0x/) as string })
  })

  it('has its accounts on every network that the session approved, and on no other', async () => {
    const { kit, provider, exposed } = setUp()
    const moved = await adapter.switchNetwork?.(kit, provider, networkOf(KUSAMA))
    expect(moved?.map(({ address }) => address)).toEqual(polkadot.addresses(`polkadot:${KUSAMA}`))
    const session = sessionBehind(kit, 'polkadot', provider)
    if (!session) throw new Error('The wallet is connected')
    setConnection(kit, 'polkadot', { session: { ...session, approvedCaipNetworkIds: [`polkadot:${POLKADOT}`] } })
    await expect(adapter.switchNetwork?.(kit, provider, networkOf(KUSAMA))).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
    expect(exposed).not.toEqual(polkadot.addresses(`polkadot:${KUSAMA}`))
  })

  it('has other accounts on a network where it shared other keys', async () => {
    const { kit, provider, exposed } = setUp()
    const session = sessionBehind(kit, 'polkadot', provider)
    const [, other = ''] = polkadot.addresses(`polkadot:${KUSAMA}`)
    const [first = ''] = exposed
    const accountsOn = { [`polkadot:${POLKADOT}`]: [{ address: first }], [`polkadot:${KUSAMA}`]: [{ address: other }] }
    if (!session) throw new Error('The wallet is connected')
    setConnection(kit, 'polkadot', { session: { ...session, accounts: [{ address: first }], accountsOn } })
    expect(provider.accounts.map(({ address }) => address)).toEqual([first])
    const moved = await adapter.switchNetwork?.(kit, provider, networkOf(KUSAMA))
    expect(moved?.map(({ address }) => address)).toEqual([other])
  })

  it('passes its events on', () => {
    const { provider, emit } = setUp()
    const told: unknown[] = []
    const hear = (payload: unknown) => told.push(payload)
    provider.on('accountsChanged', hear)
    emit('accountsChanged', ['a'])
    provider.removeListener('accountsChanged', hear)
    emit('accountsChanged', ['b'])
    expect(told).toEqual([['a']])
  })
})
