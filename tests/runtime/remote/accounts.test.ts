/** A remote session has certain accounts and networks: others are neither shown nor asked for. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import type { CaipNetworkId } from '../../../runtime/lib/namespace.ts'
import { until } from '../../sandbox/peers.ts'
import { type Page, useRemote } from '../../support/remote.ts'
import { rpc } from '../../support/trickToken.ts'

const { page, wallet, connected, provider, sandbox } = useRemote()

/** Emits an event of the session, as the library does at a message of the relay. */
function emit({ clients }: Page, name: string, data: unknown, chainId: CaipNetworkId = 'eip155:31337') {
  const { client, session } = clients[0] as unknown as {
    client: { events: { emit: (name: string, event: object) => void } }
    session: { topic: string }
  }
  client.events.emit('session_event', { topic: session.topic, params: { event: { name, data }, chainId } })
}

/** A session whose wallet approved the first account on one network, and the second account on the other. */
async function split(name?: string) {
  const opened = await page()
  const remote = await wallet({ policy: 'approve', ...(name !== undefined && { name }) })
  await connected(opened, remote)
  await until(() => !opened.kit.state.modal.open, 'the modal to close')
  const [first = '', second = '', third = ''] = sandbox().accounts.map(({ address }) => address)
  /** Makes the wallet change the session's accounts to these (CAIP-10). */
  const update = async (...accounts: string[]) => {
    const [session] = Object.values(remote.client.getActiveSessions())
    const { methods = [], events = [] } = session?.namespaces['eip155'] ?? {}
    const chains = [...new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(':'))))]
    await remote.update(undefined, { eip155: { chains, accounts, methods, events } })
    const now = () => opened.kit.state.connections.eip155?.[0]?.session.approvedCaipNetworkIds
    if (name === undefined) await expect.poll(now).toEqual(chains)
  }
  await update(`eip155:31337:${first}`, `eip155:31338:${second}`)
  return { opened, remote, update, first, second, third }
}
const shown = ({ account }: Page) => [account().caipAddress, account().allAccounts.map(({ address }) => address)]

describe('a session with another account on each network', () => {
  it('shows, lists and asks the account of the network, after a switch by the page', async () => {
    const { opened, remote, first, second } = await split()
    expect(shown(opened)).toEqual([`eip155:31337:${first}`, [first]])
    await switchNetwork(opened.kit, 'eip155:31338')
    expect(shown(opened)).toEqual([`eip155:31338:${second}`, [second]])
    const { request } = provider(opened)
    expect(await request({ method: 'eth_accounts' })).toEqual([second])
    remote.setPolicy('ask')
    const sent = request({ method: 'eth_sendTransaction', params: [{ from: second, to: first, value: '0x1' }] })
    const pending = await remote.next()
    expect(pending).toMatchObject({ chainId: 'eip155:31338' })
    await remote.approve()
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
    await switchNetwork(opened.kit, 'eip155:31337')
    expect(shown(opened)).toEqual([`eip155:31337:${first}`, [first]])
  })

  it('shows the account of the network after a switch by the wallet', async () => {
    const { opened, second } = await split()
    emit(opened, 'chainChanged', 31338, 'eip155:31338')
    expect(shown(opened)).toEqual([`eip155:31338:${second}`, [second]])
  })

  it('refuses, without a request to the wallet, to send from an account of another network', async () => {
    const { opened, remote, first, second } = await split()
    const { request } = provider(opened)
    remote.setPolicy('ask')
    for (const params of [[{ from: second, to: first }], [{ from: second.toLowerCase(), to: first }]])
      await expect(request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({ code: 4100 })
    expect(remote.pending()).toEqual([])
  })
})

it('are of a key and not of a smart account, also after an event, so that the network fee is checked', async () => {
  const opened = await page()
  const remote = await wallet({ policy: 'approve' })
  await connected(opened, remote)
  const types = () => [...new Set(opened.account().allAccounts.map(({ type }) => type))]
  expect([opened.account().preferredAccountType, types()]).toEqual(['eoa', ['eoa']])
  await switchNetwork(opened.kit, 'eip155:31338')
  emit(opened, 'accountsChanged', [sandbox().accounts[0]?.address], 'eip155:31338')
  expect([opened.account().preferredAccountType, types()]).toEqual(['eoa', ['eoa']])
})

it('of a contract are smart accounts, which may not exist on other networks', async () => {
  const opened = await page()
  const [{ address = '' } = {}] = sandbox().accounts
  await rpc(sandbox(), 'anvil_setCode', [address, '0x6001'])
  onTestFinished(async () => {
    await rpc(sandbox(), 'anvil_setCode', [address, '0x'])
  })
  await connected(opened, await wallet({ policy: 'approve' }))
  expect(opened.account().preferredAccountType).toBe('smartAccount')
})

describe('an event outside the session', () => {
  it('does not move the page to a network that the wallet did not approve', async () => {
    const { opened, update, first } = await split()
    await update(`eip155:31337:${first}`)
    emit(opened, 'chainChanged', 31338, 'eip155:31338')
    emit(opened, 'chainChanged', '0x1')
    expect(shown(opened)).toEqual([`eip155:31337:${first}`, [first]])
    expect(opened.kit.state.modal.open).toBe(false)
  })

  it('does not show an account that the wallet did not approve there', async () => {
    const { opened, first, second, third } = await split()
    for (const accounts of [[third], [second], [`eip155:31337:${third}`], [third, second]])
      emit(opened, 'accountsChanged', accounts)
    expect(shown(opened)).toEqual([`eip155:31337:${first}`, [first]])
    expect(await provider(opened).request({ method: 'eth_accounts' })).toEqual([first])
  })

  it('is followed as far as the session goes', async () => {
    const { opened, update, first, second, third } = await split()
    await update(`eip155:31337:${first}`, `eip155:31337:${second}`)
    emit(opened, 'accountsChanged', [third, second, first])
    expect(shown(opened)).toEqual([`eip155:31337:${second}`, [second, first]])
    expect(await provider(opened).request({ method: 'eth_accounts' })).toEqual([second, first])
  })

  it('of a wallet that supports every network is followed to any network', async () => {
    const { opened, update, first } = await split('MetaMask Wallet')
    await update(`eip155:31337:${first}`)
    emit(opened, 'chainChanged', 31338, 'eip155:31338')
    expect(opened.kit.state.networks.eip155.caipNetwork?.id).toBe(31338)
  })
})

it('never sends on another network than the one that shows', async () => {
  const { opened, remote, update, first, second } = await split('MetaMask Wallet')
  await update(`eip155:31337:${first}`)
  emit(opened, 'chainChanged', 31338, 'eip155:31338')
  remote.setPolicy('ask')
  const { request } = provider(opened)
  const params = [{ from: first, to: second }]
  await expect(request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({ code: 4901 })
  expect(remote.pending()).toEqual([])
})
