/** A wallet that a third-party plugin offers resumes its own session, and is nothing that a page or visitor could take for another one. */
import { expect, it } from 'vitest'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { createConnect } from '../../../runtime/headless/connect.ts'
import { createWallets } from '../../../runtime/headless/wallets.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { OFFER_LIMIT } from '../../../runtime/wallets/list.ts'
import { makeInstance } from '../../support/instance.ts'
import { testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const guest: AnyPlugin = {
  id: 'tip',
  feature: 'tip',
  engine: '^0.1',
  guest: true,
  permissions: { methods: ['eth_requestAccounts'] },
}

it('is in no list of wallets, and no page connects it by its id', async () => {
  const { kit: instance } = makeInstance(sandbox(), {})
  const kit = kitOf(instance)
  const { connector } = testConnector(sandbox())
  createPluginKit(kit, guest).offer({ ...connector, id: 'io.metamask', name: 'MetaMask' })
  await expect.poll(() => kit.state.connectors.offered?.map(({ id }) => id)).toEqual(['plugin.tip.io.metamask'])
  const wallets = createWallets(instance)
  await wallets.actions.search()
  expect(wallets.get().data?.map(({ name }) => name)).not.toContain('MetaMask')
  expect(instance.connectors.map(({ name }) => name)).not.toContain('MetaMask')
  expect(await createConnect(instance).actions.connect({ id: 'plugin.tip.io.metamask' })).toBeUndefined()
  await expect(instance.connect('plugin.tip.io.metamask')).rejects.toThrow()
  expect(kit.state.accounts.eip155.status).toBe('disconnected')
  instance.destroy()
})

it('takes no place of another wallet, however many a plugin offers', async () => {
  const { kit: instance } = makeInstance(sandbox(), {})
  const kit = kitOf(instance)
  const { connector } = testConnector(sandbox())
  const own = createPluginKit(kit, guest)
  for (let at = 0; at < 200; at++) own.offer({ ...connector, id: `w${at}` })
  await expect.poll(() => kit.state.connectors.offered).toHaveLength(OFFER_LIMIT)
  const before = kit.state.connectors.list.length
  await createWallets(instance).actions.search()
  expect(kit.state.connectors.list.length).toBeGreaterThan(before)
  instance.destroy()
})
