import { expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { externalConnector } from '../../../runtime/interop/externalConnector.ts'
import { createTestWallet } from '../../../runtime/test/index.ts'
import { makeKit, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const wallet = () => createTestWallet({ chains: sandbox().chains.map(({ id, rpcUrl }) => ({ id, rpcUrl })) })

it('reaches a wallet through the provider of its SDK [S3.ctype.04]', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  register(kit, externalConnector({ id: 'safe', provider: wallet().provider }))
  const [connector] = kit.state.connectors.list
  if (!connector) throw new Error('not listed')
  expect(connector).toMatchObject({ id: 'safe', name: 'Safe', type: 'EXTERNAL', chain: 'eip155' })
  await connect(kit, connector)
  expect(kit.state.accounts.eip155.address).toBe(sandbox().accounts[0]?.address)
  expect(kit.state.accounts.eip155.connectedWalletInfo).toMatchObject({ name: 'Safe', identifier: 'safe' })
})

it('loads an SDK on the first click, once, and again after it failed', async () => {
  const kit = makeKit(sandboxConfig(sandbox()))
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve(wallet().provider)]
  let loads = 0
  const connector = externalConnector({
    id: 'ledger',
    provider: () => (answers[loads++] ?? (() => new Promise(() => undefined)))(),
  })
  register(kit, connector)
  expect(loads).toBe(0)
  await expect(connect(kit, connector)).rejects.toThrow('offline')
  await connect(kit, connector)
  expect(kit.state.accounts.eip155.address).toBe(sandbox().accounts[0]?.address)
  expect(loads).toBe(2)
})

it('brings the image id of a well-known connector [S3.connector.05]', () => {
  const kit = makeKit()
  register(kit, externalConnector({ id: 'ledger', provider: {} }))
  register(kit, externalConnector({ id: 'own', provider: {} }))
  expect(kit.state.connectors.list.map(({ imageId }) => imageId)).toEqual([
    '54a1aa77-d202-4f8d-0fb2-5d2bb6db0300',
    undefined,
  ])
})

it('carries the id of its wallet in the catalogue [S3.connector.09]', () => {
  const listed = { id: 'c57ca95b47569778a828d19178114f4d', name: 'Fox', rdns: 'io.fox' }
  const kit = makeKit({ wallets: { list: [listed] } })
  const announced = { ...externalConnector({ id: 'io.fox', provider: {} }), info: { rdns: 'io.fox' } }
  register(kit, announced)
  register(kit, externalConnector({ id: 'own', provider: {}, explorerId: 'given' }))
  register(kit, externalConnector({ id: 'other', provider: {} }))
  expect(kit.state.connectors.list.map(({ explorerId }) => explorerId)).toEqual([listed.id, 'given', undefined])
})

it('is refused without an id or a provider', () => {
  expect(() => externalConnector({ id: '', provider: {} })).toThrow(TypeError)
  expect(() => externalConnector({ id: 'x', provider: null as unknown as object })).toThrow(TypeError)
})

it('brings the fixed names of Coinbase, Ledger and Safe, whatever they are called [S3.cname.03] [S3.cname.04] [S3.cname.05]', () => {
  const named = (id: string) => externalConnector({ id, name: 'Another name', provider: {} }).name
  expect(['coinbaseWallet', 'coinbaseWalletSDK', 'ledger', 'safe'].map(named)).toEqual([
    'Coinbase',
    'Coinbase',
    'Ledger',
    'Safe',
  ])
  expect(externalConnector({ id: 'own', name: 'My wallet', provider: {} }).name).toBe('My wallet')
})

it('ends the session that an SDK keeps beside us, and is not held by it', async () => {
  const own = wallet()
  let left = 0
  const provider = { ...own.provider, disconnect: () => (left++, new Promise(() => undefined)) }
  const kit = makeKit(sandboxConfig(sandbox()))
  register(kit, externalConnector({ id: 'ledger', provider }))
  const [connector] = kit.state.connectors.list
  if (!connector) throw new Error('not listed')
  await connect(kit, connector)
  await disconnect(kit)
  expect([left, kit.state.accounts.eip155.status]).toEqual([1, 'disconnected'])
})

it('leaves Coinbase out where the site does, in every form', () => {
  const kit = makeKit({ enableCoinbase: false })
  for (const id of ['coinbaseWallet', 'coinbaseWalletSDK', 'com.coinbase.wallet', 'io.other'])
    register(kit, externalConnector({ id, provider: {} }))
  register(kit, { ...externalConnector({ id: 'x', provider: {} }), info: { rdns: 'com.coinbase.wallet' } })
  expect(kit.state.connectors.list.map(({ id }) => id)).toEqual(['io.other'])
})
