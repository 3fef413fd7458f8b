/** Giving up an attempt to connect on a page without the modal, while other namespaces are connecting too. */
import { expect, it, onTestFinished } from 'vitest'
import { abandon, connect, findWallets, isAbandoned } from '../../../runtime/headless/actions.ts'
import { connect as connectTo } from '../../../runtime/actions/connect.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solanaFamily from '../../../runtime/chains/solana/index.ts'
import type { Connector } from '../../../runtime/contracts/connector.ts'
import { createKit } from '../../../runtime/kit/createKit.ts'
import { complete } from '../../../runtime/actions/complete.ts'
import { memoryStorage, sandboxConfig, solana, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

/** A wallet on each of two namespaces; the EVM one asks its visitor and waits. The Solana one is first in the list. */
function open() {
  const { wallet, connector } = testConnector(sandbox(), { switches: { answer: 'hold' } })
  const other: Connector = {
    ...connector,
    id: 'other',
    name: 'Other',
    info: { rdns: 'other', name: 'Other' },
    chain: 'solana',
  }
  const { networks = [], ...config } = sandboxConfig(sandbox())
  const kit = createKit(
    {
      config: { ...config, networks: [...networks, solana()] },
      chains: [eip155, solanaFamily],
      plugins: [],
      parts: {},
    },
    { storage: memoryStorage(), connectors: [other, connector] },
  )
  complete(kit, [])
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const failed = (attempt: Promise<void>) => attempt.then(() => undefined, isAbandoned)
  return { kit, wallet, connector, failed, statusOf: (chain: 'eip155' | 'solana') => kit.state.accounts[chain].status }
}

it('gives up the wallet that was asked, and leaves a session that comes back on another namespace', async () => {
  const { kit, wallet, connector, failed, statusOf } = open()
  const attempt = failed(connect(kit, connector.id))
  await expect.poll(() => wallet.pending()).toBe(1)
  setAccount(kit.state.accounts, 'solana', { status: 'connecting' })
  abandon(kit)
  expect([statusOf('eip155'), statusOf('solana')]).toEqual(['disconnected', 'connecting'])
  wallet.settle('approve')
  expect(await attempt).toBe(true)
  expect(statusOf('eip155')).toBe('disconnected')
})

it('gives up a wallet that was asked while another one of its namespace was connected', async () => {
  const { kit, wallet, connector, failed } = open()
  const { connector: first } = testConnector(sandbox())
  await findWallets(kit)
  await connectTo(kit, { ...first, id: 'first' })
  const attempt = failed(connect(kit, connector.id))
  await expect.poll(() => wallet.pending()).toBe(1)
  abandon(kit)
  wallet.settle('approve')
  expect(await attempt).toBe(true)
  expect(kit.state.connections.eip155?.map((each) => each.connector.id)).toEqual(['first'])
})

it('asks no wallet after an attempt that was given up while the wallets were still looked for', async () => {
  const { kit, wallet, connector, failed } = open()
  const attempt = failed(connect(kit, connector.id))
  abandon(kit)
  expect(await attempt).toBe(true)
  expect(wallet.pending()).toBe(0)
})

it('gives up the wallet that was asked before, when the page asks another one', async () => {
  const { kit, wallet, connector, failed, statusOf } = open()
  const attempt = failed(connect(kit, connector.id))
  await expect.poll(() => wallet.pending()).toBe(1)
  const newer = failed(connect(kit, 'other'))
  await expect.poll(() => statusOf('eip155')).toBe('disconnected')
  wallet.settle('approve')
  expect(await attempt).toBe(true)
  abandon(kit)
  await newer
  expect(statusOf('eip155')).toBe('disconnected')
})
