/** Requests of a page to a remote wallet: which are allowed, and what happens with others (spec sections 4 and 6). */
import { describe, expect, it, vi } from 'vitest'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solanaChain from '../../../runtime/chains/solana/index.ts'
import { SESSION_EVENT_TABLE } from '../../../runtime/remote/events.ts'
import { activeChain } from '../../../runtime/actions/activeChain.ts'
import { canBatch } from '../../../runtime/actions/canBatch.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { fetchWalletAssets } from '../../../runtime/data/walletAssets.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { heedRefusals, REFUSAL_DELAY } from '../../../runtime/actions/refuse.ts'
import { until } from '../../sandbox/peers.ts'
import { sandboxConfig, solana } from '../../support/kit.ts'
import { type Page, useRemote } from '../../support/remote.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'

const { page, wallet, connected, provider, sandbox } = useRemote()

/** Emits an event of the library, as it does at a message of the relay. */
const emit = ({ clients }: Page, name: string) => {
  const { client, session } = clients[0] as unknown as {
    client: { events: { emit: (name: string, event: object) => void } }
    session: { topic: string }
  }
  client.events.emit(name, { topic: session.topic, params: {} })
}

/** A session of two namespaces, with a wallet that has one account on each network. */
async function both(name?: string) {
  const { networks = [] } = sandboxConfig(sandbox())
  const opened = await page(undefined, {}, { networks: [...networks, solana()] }, [eip155, solanaChain])
  const remote = await wallet({ policy: 'approve', ...(name !== undefined && { name }) })
  await connected(opened, remote)
  await until(() => !opened.kit.state.modal.open, 'the modal to close')
  const { accounts, networks: held } = opened.kit.state
  const now = () => ({
    status: accounts.eip155.status,
    accounts: accounts.eip155.allAccounts.map(({ address }) => address),
    networks: held.eip155.approvedCaipNetworkIds,
    other: accounts.solana.status,
  })
  /** Makes the wallet change the session's accounts to these (CAIP-10), on EVM chains only. */
  const update = (...given: string[]) => {
    const [session] = Object.values(remote.client.getActiveSessions())
    const { methods = [], events = [] } = session?.namespaces['eip155'] ?? {}
    const chains = given.map((account) => account.slice(0, account.lastIndexOf(':')))
    return remote.update(undefined, { eip155: { chains: [...new Set(chains)], accounts: given, methods, events } })
  }
  return { opened, remote, now, update }
}

describe('a session message from the relay', () => {
  it('is handled by the table: an update changes the session, a delete ends it [S4.other.01]', async () => {
    const { opened, remote, now, update } = await both()
    const [first = '', second = ''] = sandbox().accounts.map(({ address }) => address)
    const before = {
      status: 'connected',
      accounts: [first],
      networks: ['eip155:31337', 'eip155:31338'],
      other: 'connected',
    }
    expect(now()).toEqual(before)
    emit(opened, 'session_ping')
    await remote.update()
    expect(now()).toEqual(before)

    await update(`eip155:31337:${second}`, `eip155:31337:${first}`)
    await expect.poll(now).toEqual({
      status: 'connected',
      accounts: [second, first],
      networks: ['eip155:31337'],
      other: 'disconnected',
    })
    expect(opened.account().address).toBe(second)

    await remote.disconnect()
    await until(() => opened.account().status === 'disconnected', 'the end')
    expect(now()).toMatchObject({ accounts: [], networks: undefined })
  })

  it('moves the page to an approved network when the session loses the active one', async () => {
    const { opened, update } = await both()
    const { networks } = opened.kit.state
    const [first = '', second = ''] = sandbox().accounts.map(({ address }) => address)
    const chains: unknown[] = []
    const { on } = connectionOf(opened.kit, 'eip155')?.provider as {
      on: (name: string, hear: (chain: unknown) => void) => void
    }
    on('chainChanged', (chain) => void chains.push(chain))
    await update(`eip155:31338:${second}`, `eip155:31338:${first}`)
    await expect.poll(() => opened.account().caipAddress).toBe(`eip155:31338:${second}`)
    expect(networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:31338')
    expect(networks.eip155.approvedCaipNetworkIds).toEqual(['eip155:31338'])
    expect(chains).toEqual(['0x7a6a'])
  })

  it('does not limit a wallet that supports every network: the page keeps its network', async () => {
    const { opened, update } = await both('MetaMask Wallet')
    const { networks } = opened.kit.state
    const [first = '', second = ''] = sandbox().accounts.map(({ address }) => address)
    expect(networks.eip155.supportsAllNetworks).toBe(true)
    await update(`eip155:31338:${second}`, `eip155:31338:${first}`)
    await expect.poll(() => opened.account().caipAddress).toBe(`eip155:31337:${second}`)
    expect(networks.eip155).toMatchObject({ supportsAllNetworks: true, approvedCaipNetworkIds: undefined })
  })

  it('ends the session on every namespace when it expired [S4.other.01]', async () => {
    const { opened, now } = await both()
    emit(opened, 'session_expire')
    expect(now()).toEqual({ status: 'disconnected', accounts: [], networks: undefined, other: 'disconnected' })
  })

  it("is handled by the site's own table when the site provides one [S4.other.01]", async () => {
    const opened = await page(undefined, { events: { ...SESSION_EVENT_TABLE, session_expire: () => undefined } })
    await connected(opened, await wallet({ policy: 'approve' }))
    await until(() => !opened.kit.state.modal.open, 'the modal to close')
    emit(opened, 'session_expire')
    expect(opened.account().status).toBe('connected')
  })
})

it('rejects an unlisted method: the modal opens, the notice follows after 300 ms, and pending requests are cancelled [S4.other.04]', async () => {
  const opened = await page()
  const { kit } = opened
  const remote = await wallet()
  const asked = connected(opened, remote)
  await remote.next()
  await remote.approve()
  await asked
  await until(() => !kit.state.modal.open, 'the modal to close')
  const { request } = provider(opened)
  const waiting = request({ method: 'personal_sign', params: ['0x6869', opened.account().address] })
  waiting.catch(() => undefined)
  await remote.next()

  const toasts: string[] = []
  const began = performance.now()
  await expect(request({ method: 'eth_mine' })).rejects.toThrow('Requested RPC call is not allowed')
  expect(kit.state.modal.open).toBe(true)
  await expect(waiting).rejects.toThrow('Requested RPC call is not allowed')
  expect(kit.state.toast.open).toBe(false)
  await until(() => kit.state.toast.open, 'the notice')
  toasts.push(kit.state.toast.message)
  expect(performance.now() - began).toBeGreaterThanOrEqual(REFUSAL_DELAY - 5)
  expect(toasts).toEqual(['Action not allowed'])
})

it('asks a wallet about batches and assets only if its session lists that, because anything else is shown as an error', async () => {
  const { opened } = await both()
  const { kit } = opened
  const refused: string[] = []
  kit.events.on('refused', ({ method }) => refused.push(method))
  const network = kit.state.networks.eip155.caipNetwork
  const { address = '' } = opened.account()
  if (!network) throw new Error('No network is active')
  expect(await canBatch(kit, await activeChain(kit))).toBe(false)
  expect(await fetchWalletAssets(kit, network, address, () => undefined)).toBeUndefined()
  expect(refused).toEqual([])
})

it('shows the notice exactly 300 ms after the rejection, and once for all sessions of the page [S4.other.03]', async () => {
  const { kit } = await page()
  const codes: string[] = []
  kit.events.on('error', ({ code }) => void codes.push(code))
  // Each session calls it when it starts.
  heedRefusals(kit)
  heedRefusals(kit)
  vi.useFakeTimers()
  try {
    kit.events.emit('refused', { method: 'eth_mine' })
    await vi.advanceTimersByTimeAsync(299)
    expect(kit.state.toast.open).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(kit.state.toast).toMatchObject({ open: true, message: 'Action not allowed' })
    expect(codes).toEqual(['METHOD_REFUSED'])
  } finally {
    vi.useRealTimers()
  }
})

describe('a payment that waits for the wallet', () => {
  const paying = async () => {
    const { opened, remote } = await both()
    remote.setPolicy('ask')
    const hashes: string[] = []
    opened.kit.events.on('transaction', ({ hash, caipNetworkId }) => void hashes.push(`${caipNetworkId} ${hash}`))
    const [from, to] = sandbox().accounts.map(({ address }) => address)
    const sent = provider(opened).request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
    sent.catch(() => undefined)
    await remote.next()
    return { opened, remote, sent, hashes }
  }

  it('goes on waiting when another request is refused, because the wallet still shows it', async () => {
    const { opened, remote, sent } = await paying()
    await expect(provider(opened).request({ method: 'eth_mine' })).rejects.toThrow('Requested RPC call is not allowed')
    expect(remote.pending()).toHaveLength(1)
    await remote.approve()
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('has its hash kept when the wallet sends it after the request was cancelled', async () => {
    const { opened, remote, sent, hashes } = await paying()
    // The session lives on with its other namespace.
    opened.kit.events.emit('disconnected', { namespace: 'eip155', followed: true })
    await expect(sent).rejects.toMatchObject({ code: 4900 })
    await remote.approve()
    await until(() => hashes.length === 1, 'the hash')
    expect(hashes[0]).toMatch(/^eip155:31337 0x[0-9a-f]{64}$/)
  })

  it('is not touched by a plugin that asks for a batch which the wallet cannot have, and nobody sees an error', async () => {
    const { opened, remote, sent } = await paying()
    const { kit } = opened
    const refused: string[] = []
    kit.events.on('refused', ({ method }) => refused.push(method))
    const permissions = { methods: ['wallet_getCallsStatus'] }
    const { chain } = createPluginKit(kit, { id: 'tip', feature: 'tip', engine: '^0.1', guest: true, permissions })
    await expect(chain.getCallsStatus('0x1')).rejects.toMatchObject({ code: 4200 })
    await expect(chain.followCalls('0x1')).rejects.toMatchObject({ code: 4200 })
    expect(refused).toEqual([])
    await remote.approve()
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

it('ends a session once, however often the relay repeats the delete', async () => {
  const opened = await page()
  await connected(opened, await wallet({ policy: 'approve' }))
  const { client, session } = opened.clients[0] ?? {}
  const { topic } = session as { topic: string }
  const end = () => client?.engine?.deleteSession?.({ topic })
  await Promise.all([end(), end()])
  await expect(end()).resolves.toBeUndefined()
  await until(() => opened.account().status === 'disconnected', 'the end')
})

it('rejects every request once the session has ended', async () => {
  const opened = await page()
  const remote = await wallet({ policy: 'approve' })
  await connected(opened, remote)
  const { request } = provider(opened)
  await remote.disconnect()
  await until(() => opened.account().status === 'disconnected', 'the end')
  await expect(request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
})

describe('a request that waits for the wallet', () => {
  const message = { method: 'personal_sign', params: ['0x00', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] }
  const waiting = async () => {
    const opened = await page()
    const remote = await wallet({ policy: 'approve' })
    await connected(opened, remote)
    await until(() => !opened.kit.state.modal.open, 'the modal to close')
    remote.setPolicy('ask')
    const asked = provider(opened).request(message)
    const failed = asked.then(
      () => undefined,
      (error: unknown) => error,
    )
    await until(() => remote.pending().length > 0, 'the request')
    return { opened, remote, failed }
  }

  it('rejects with 4900 at once when the visitor disconnects', async () => {
    const { opened, failed } = await waiting()
    const start = performance.now()
    await disconnect(opened.kit)
    expect(await failed).toMatchObject({ code: 4900 })
    expect(performance.now() - start).toBeLessThan(3_000)
  })

  it('rejects with 4900 when the wallet ends the session', async () => {
    const { failed, remote } = await waiting()
    await remote.disconnect()
    expect(await failed).toMatchObject({ code: 4900 })
  })
})
