import { expect, it } from 'vitest'
import { register } from '../../../runtime/actions/discover.ts'
import { discoverStandard } from '../../../runtime/connectors/walletStandard.ts'
import type { Connector } from '../../../runtime/contracts/connector.ts'
import { DIRECTORY_IDS, directoryIdOf } from '../../../runtime/wallets/known.ts'
import { allowedBy } from '../../../runtime/wallets/allowed.ts'
import { findConnector } from '../../../runtime/wallets/list.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import { makeKit, solana as network } from '../../support/kit.ts'
import { stubPage } from '../lib/page.ts'
import { waitFor } from '../../support/waitFor.ts'

stubPage()
const plain = (name: string) => ({ name, chains: [], accounts: [], features: {} })
const come = (...wallets: object[]) => {
  const detail = (api: { register: (...each: object[]) => void }) => api.register(...wallets)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
}
const driver = () => import('../../../runtime/chains/solana/driver.ts')

it('wallets that a directory lists carry their id there, by their name', async () => {
  const exclude = [DIRECTORY_IDS.phantom]
  const kit = makeKit({ networks: [network()], wallets: { exclude } }, { chains: [solana] })
  const stop = discoverStandard(
    'solana',
    () => true,
    (connector) => void register(kit, connector),
    driver,
  )
  come(...['Phantom', 'Trust Wallet', 'OKX Wallet', 'Nobody', 'constructor', 'toString Wallet'].map(plain))
  const { list } = kit.state.connectors
  await waitFor(() => expect(list).toHaveLength(6))
  const [phantom, trust, okx, ...others] = list.map(({ explorerId }) => explorerId)
  expect(phantom).toMatch(/^a797aa35/)
  expect([trust, okx].map((id) => id?.length)).toEqual([64, 64])
  expect(others).toEqual([undefined, undefined, undefined])
  expect(findConnector(kit.state.connectors, exclude[0] ?? '')?.name).toBe('Phantom')
  // When the wallet is listed for the first time, the site's list applies to it already.
  expect(list.filter(allowedBy(kit)).map(({ name }) => name)).not.toContain('Phantom')
  stop()
})

it('a wallet with an rdns or an id of its own is listed at once, and keeps them', () => {
  const kit = makeKit({ networks: [network()] }, { chains: [solana] })
  const own = { id: 'own', name: 'Phantom', type: 'ANNOUNCED', chain: 'solana', chains: [], driver } as const
  const connectors: Connector[] = [
    { ...own, explorerId: 'given' },
    { ...own, id: 'io.own', info: { rdns: 'io.own' } },
    { ...own, id: 'external', type: 'EXTERNAL' },
  ]
  for (const connector of connectors) void register(kit, connector)
  expect(kit.state.connectors.list.map(({ explorerId }) => explorerId)).toEqual(['given', undefined, undefined])
})

it('ids are of the directory: 64 hex digits, each once; names are spelled as they are compared', () => {
  const entries = Object.entries(DIRECTORY_IDS)
  for (const [name, id] of entries) {
    expect(id).toMatch(/^[\da-f]{64}$/)
    expect(directoryIdOf(`${name.toUpperCase()} Wallet`)).toBe(id)
  }
  expect(new Set(entries.map(([, id]) => id)).size).toBe(entries.length)
})
