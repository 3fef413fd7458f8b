/** Accounts of a remote session over switches of network. */
import { expect, it } from 'vitest'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import type { CaipNetworkId } from '../../../runtime/lib/namespace.ts'
import { until } from '../../sandbox/peers.ts'
import { type Page, useRemote } from '../../support/remote.ts'

const { page, wallet, connected, provider, sandbox } = useRemote()

function emit({ clients }: Page, name: string, data: unknown, chainId: CaipNetworkId = 'eip155:31337') {
  const { client, session } = clients[0] as unknown as {
    client: { events: { emit: (name: string, event: object) => void } }
    session: { topic: string }
  }
  client.events.emit('session_event', { topic: session.topic, params: { event: { name, data }, chainId } })
}
async function opened(name?: string) {
  const at = await page()
  const remote = await wallet({ policy: 'approve', ...(name !== undefined && { name }) })
  await connected(at, remote)
  await until(() => !at.kit.state.modal.open, 'the modal to close')
  const [first = '', second = ''] = sandbox().accounts.map(({ address }) => address)
  const update = async (...accounts: string[]) => change(accounts)
  /** Makes the wallet change the session to these accounts (CAIP-10) and, if given, to these methods. */
  const change = async (accounts: readonly string[], own?: string[]) => {
    const [session] = Object.values(remote.client.getActiveSessions())
    const { methods: before = [], events = [] } = session?.namespaces['eip155'] ?? {}
    const methods = own ?? before
    const chains = [...new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(':'))))]
    await remote.update(undefined, { eip155: { chains, accounts: [...accounts], methods, events } })
  }
  return { at, remote, update, change, first, second }
}
const listed = ({ account }: Page) => account().allAccounts.map(({ address }) => address)

it('the account that the wallet made active stays over a switch of network', async () => {
  const { at, update, first, second } = await opened()
  await update(`eip155:31337:${first}`, `eip155:31337:${second}`, `eip155:31338:${first}`, `eip155:31338:${second}`)
  await expect.poll(() => listed(at)).toEqual([first, second])
  emit(at, 'accountsChanged', [second])
  expect(listed(at)).toEqual([second, first])
  await switchNetwork(at.kit, 'eip155:31338')
  expect(listed(at)).toEqual([second, first])
})

it('another network shows the new accounts of a wallet that takes every network', async () => {
  const { at, update, first, second } = await opened('MetaMask Wallet')
  await update(`eip155:31337:${first}`, `eip155:31338:${first}`)
  await update(`eip155:31337:${second}`, `eip155:31338:${second}`)
  await expect.poll(() => listed(at)).toEqual([second])
  await switchNetwork(at.kit, 'eip155:31338')
  expect(listed(at)).toEqual([second])
  const { request } = provider(at)
  expect(await request({ method: 'eth_accounts' })).toEqual([second])
})

it('a network outside of the session stays when the page wakes', async () => {
  const { at, update, first } = await opened('MetaMask Wallet')
  await update(`eip155:31337:${first}`)
  emit(at, 'chainChanged', 31338, 'eip155:31338')
  expect(at.kit.state.networks.eip155.caipNetwork?.id).toBe(31338)
  await verify(at.kit)
  expect(at.kit.state.networks.eip155.caipNetwork?.id).toBe(31338)
})

it('a wallet that can neither switch nor add a network is not asked, and nothing else is cancelled', async () => {
  const { at, remote, change, first } = await opened()
  await change([`eip155:31337:${first}`], ['personal_sign', 'eth_sendTransaction'])
  await expect.poll(() => at.kit.state.networks.eip155.approvedCaipNetworkIds).toEqual(['eip155:31337'])
  const refused: string[] = []
  at.kit.events.on('refused', ({ method }) => refused.push(method))
  remote.setPolicy('ask')
  const signed = provider(at).request({ method: 'personal_sign', params: ['0x00', first] })
  await remote.next()
  await expect(switchNetwork(at.kit, 'eip155:31338')).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  expect(refused).toEqual([])
  await remote.approve()
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
})
