import { expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { externalConnector } from '../../../runtime/connectors/external.ts'
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
