import { describe, expect, it, vi } from 'vitest'
import { findWallets } from '../../../../runtime/actions/index.ts'
import eip155 from '../../../../runtime/chains/eip155/index.ts'
import solana from '../../../../runtime/chains/solana/index.ts'
import type { Connector } from '../../../../runtime/contracts/connector.ts'
import { makeKit, network, solana as solanaNetwork } from '../../../support/kit.ts'
import { stubPage } from '../../lib/page.ts'
import { createStandardWallet, register } from './wallet.ts'

stubPage()

async function discover(enableAnnounced = true) {
  const found: Connector[] = []
  const start = (await solana.discover?.())?.default
  const stop = start?.({ found: (connector) => found.push(connector), enableInjected: true, enableAnnounced })
  return { found, stop, ids: () => found.map(({ id }) => id) }
}

describe('the solana chain', () => {
  it('finds wallets that support Solana and can be connected', async () => {
    register(createStandardWallet({ name: 'Early' }).wallet)
    const { found, ids } = await discover()
    register(createStandardWallet({ name: 'Bitcoin only', chains: ['bitcoin:mainnet'] }).wallet)
    register(createStandardWallet({ name: 'No door', features: ['solana:signMessage'] }).wallet)
    register({ ...createStandardWallet({ name: 'Odd' }).wallet, chains: [7, null] })
    register({ ...createStandardWallet({ name: 'Featureless' }).wallet, features: null })
    register(createStandardWallet({ name: 'Late', chains: ['bitcoin:mainnet', 'solana:devnet'] }).wallet)
    expect(ids()).toEqual(['Early', 'Late'])
    expect(found.every(({ chain }) => chain === 'solana')).toBe(true)
    expect(typeof (await found[0]?.driver())?.default.connect).toBe('function')
  })

  it('lists its own wallets, also beside EVM ones [S3.connector.06]', async () => {
    vi.stubGlobal('window', { addEventListener, removeEventListener, dispatchEvent })
    const kit = makeKit({ networks: [network(1), solanaNetwork()] }, { chains: [eip155, solana] })
    register(createStandardWallet({ name: 'Phantom' }).wallet)
    await findWallets(kit)
    expect(
      kit.state.connectors.list.map(({ id, chain, chains }) => [id, chain, chains.map((each) => each.name)]),
    ).toEqual([['Phantom', 'solana', ['Solana']]])
  })

  it('searches for none when announced wallets are disabled, and stops on request', async () => {
    const off = await discover(false)
    const { ids, stop } = await discover()
    stop?.()
    off.stop?.()
    register(createStandardWallet().wallet)
    expect([...ids(), ...off.ids()]).toEqual([])
  })

  it('serves its declared namespace', async () => {
    expect(solana.namespace).toBe('solana')
    expect((await solana.adapter()).default.namespace).toBe('solana')
    expect(typeof (await solana.wrapRequests?.())?.default).toBe('function')
  })
})
