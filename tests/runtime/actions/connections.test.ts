/** Several wallets connected at once on one namespace: one is active, the others stay connected. */
import { describe, expect, it, vi } from 'vitest'
import { verifyMessage } from 'viem'
import { connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { discover, register } from '../../../runtime/actions/discover.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { switchAccount, switchConnection } from '../../../runtime/actions/switchConnection.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import { CONNECTIONS } from '../../../runtime/lib/keyTable.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { allConnections } from '../../../runtime/state/entries.ts'
import { makeKit, memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const KEY = '@appkit/eip155:connected_connector_id'
const address = (at: number) => sandbox().accounts[at]?.address ?? ''
const keys = (...at: number[]) => at.map((each) => sandbox().accounts[each]?.privateKey ?? '0x')

/** Two wallets with different keys: Alpha has accounts 0 and 1, Beta has 2 and 3. */
function pair(storage = memoryStorage()) {
  const kit = makeKit(sandboxConfig(sandbox()), { storage })
  const alpha = testConnector(sandbox(), { rdns: 'org.alpha', name: 'Alpha', keys: keys(0, 1) })
  const beta = testConnector(sandbox(), { rdns: 'org.beta', name: 'Beta', keys: keys(2, 3) })
  for (const { connector } of [alpha, beta]) register(kit, connector)
  return { kit, storage, alpha, beta }
}
async function both(storage = memoryStorage()) {
  const made = pair(storage)
  await connect(made.kit, made.alpha.connector)
  await connect(made.kit, made.beta.connector)
  return made
}
const ids = (kit: Kit) => allConnections(kit).map(({ connector }) => connector.id)
const shown = (kit: Kit) => kit.state.accounts.eip155
const target = (id: string) => ({ connection: { id: `eip155:${id}` } })

/** Signs with the active account by the active provider. @returns the address that the signature proves */
async function signer(kit: Kit) {
  const { request } = connectionOf(kit, 'eip155')?.provider as {
    request: (asked: { method: string; params: unknown }) => Promise<`0x${string}`>
  }
  const account = shown(kit).address as `0x${string}`
  const signature = await request({ method: 'personal_sign', params: ['0x6869', account] })
  return (await verifyMessage({ address: account, message: 'hi', signature })) ? account : undefined
}

describe('a second wallet', () => {
  it('becomes the active one, and the first stays connected', async () => {
    const { kit, storage } = await both()
    expect(ids(kit)).toEqual(['org.beta', 'org.alpha'])
    expect(shown(kit)).toMatchObject({ address: address(2), connectedWalletInfo: { name: 'Beta' } })
    expect(storage.get(KEY)).toBe('org.beta')
    expect(await signer(kit)).toBe(address(2))
  })

  it('that refuses leaves the first one as it was', async () => {
    const { kit, alpha, beta } = pair()
    await connect(kit, alpha.connector)
    beta.wallet.set({ answer: 'reject' })
    await expect(connect(kit, beta.connector)).rejects.toMatchObject({ code: 4001 })
    expect(ids(kit)).toEqual(['org.alpha'])
    expect(shown(kit)).toMatchObject({ status: 'connected', address: address(0) })
  })

  it('that is connected already becomes active without a prompt', async () => {
    const { kit, alpha } = await both()
    const asked = () => alpha.wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length
    const before = asked()
    await connect(kit, alpha.connector)
    expect(ids(kit)).toEqual(['org.alpha', 'org.beta'])
    expect(shown(kit).address).toBe(address(0))
    expect(asked()).toBe(before)
    expect(await signer(kit)).toBe(address(0))
  })

  it('that withdrew its permission is asked anew', async () => {
    const { kit, alpha, beta } = pair()
    const connector = { ...alpha.connector, provider: { ...alpha.wallet.provider, on: () => undefined } }
    await connect(kit, connector)
    await connect(kit, beta.connector)
    alpha.wallet.disconnect()
    await connect(kit, connector)
    expect(ids(kit)).toEqual(['org.alpha', 'org.beta'])
    expect(alpha.wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(2)
  })

  it('drops what the first one said about its account', async () => {
    const { kit, alpha, beta } = pair()
    await connect(kit, alpha.connector)
    Object.assign(shown(kit), { balance: '7', profileName: 'noah', user: { email: 'noah@example.com' } })
    await connect(kit, beta.connector)
    expect(shown(kit)).toMatchObject({ balance: undefined, profileName: undefined, user: undefined })
  })
})

describe('a wallet behind the active one', () => {
  it('changes nothing of the page with its events, and shows them once it is active', async () => {
    const { kit, alpha } = await both()
    const before = JSON.stringify([shown(kit), kit.state.networks.eip155.caipNetwork])
    alpha.wallet.changeChain(31338)
    alpha.wallet.changeAccount(1)
    await waitFor(() => expect(allConnections(kit)[1]?.shown.accounts[0]?.address).toBe(address(1)))
    expect(allConnections(kit)[1]?.shown.caipNetworkId).toBe('eip155:31338')
    expect(JSON.stringify([shown(kit), kit.state.networks.eip155.caipNetwork])).toBe(before)
    await switchConnection(kit, target('org.alpha'))
    expect(shown(kit).caipAddress).toBe(`eip155:31338:${address(1)}`)
    expect(await signer(kit)).toBe(address(1))
  })

  it('that is on an unlisted network opens nothing until it is active', async () => {
    const { kit, alpha } = await both()
    alpha.wallet.changeChain(424242)
    expect(kit.state.modal.open).toBe(false)
    await switchConnection(kit, target('org.alpha'))
    expect(kit.state).toMatchObject({ modal: { open: true }, router: { view: 'UnsupportedChain' } })
  })

  it('ends by itself without a change of the account', async () => {
    const { kit, alpha } = await both()
    alpha.wallet.disconnect()
    await waitFor(() => expect(ids(kit)).toEqual(['org.beta']))
    expect(shown(kit)).toMatchObject({ status: 'connected', address: address(2) })
  })

  it('is no longer listened to after its end', async () => {
    const { kit, alpha } = await both()
    await disconnect(kit, target('org.alpha'))
    alpha.wallet.set({ revoke: 'fail' })
    alpha.wallet.changeAccount(1)
    alpha.wallet.changeChain(31338)
    expect(ids(kit)).toEqual(['org.beta'])
    expect(shown(kit).caipAddress).toBe(`eip155:31337:${address(2)}`)
  })
})

describe('the end of the active wallet', () => {
  it('makes the next one active: the site disconnects one', async () => {
    const { kit, storage } = await both()
    await disconnect(kit, target('org.beta'))
    expect(ids(kit)).toEqual(['org.alpha'])
    expect(shown(kit)).toMatchObject({ address: address(0), connectedWalletInfo: { name: 'Alpha' } })
    expect(storage.get(KEY)).toBe('org.alpha')
    expect(await signer(kit)).toBe(address(0))
  })

  it('makes the next one active: the wallet ends it', async () => {
    const { kit, beta } = await both()
    beta.wallet.disconnect()
    await waitFor(() => expect(shown(kit).address).toBe(address(0)))
    expect(ids(kit)).toEqual(['org.alpha'])
  })

  it('shows the account that the next one has by then, even if its event was lost', async () => {
    const { kit, alpha, beta } = pair()
    await discover(kit)()
    const deaf = { ...alpha.wallet.provider, on: () => undefined }
    await connect(kit, { ...alpha.connector, provider: deaf })
    await connect(kit, beta.connector)
    alpha.wallet.changeAccount(1)
    await disconnect(kit, target('org.beta'))
    await waitFor(() => expect(shown(kit).address).toBe(address(1)))
  })

  it('leaves nothing behind when all are disconnected', async () => {
    for (const all of [undefined, 'eip155'] as const) {
      const { kit, storage, alpha, beta } = await both()
      await disconnect(kit, all)
      expect(kit.state.connections).toEqual({})
      expect(shown(kit).status).toBe('disconnected')
      expect([storage.get(KEY), storage.get(CONNECTIONS)]).toEqual([undefined, '[]'])
      for (const { wallet } of [alpha, beta])
        expect(wallet.requests.some(({ method }) => method === 'wallet_revokePermissions')).toBe(true)
    }
  })

  it('never shows another wallet on the way to the end of all', async () => {
    const { kit } = await both()
    const seen = new Set<string | undefined>()
    kit.events.on('changed', () => void seen.add(shown(kit).address))
    await disconnect(kit)
    expect(seen).toEqual(new Set([undefined]))
  })
})

describe('switching', () => {
  it('rejects for a wallet that is not connected, or no longer authorises the page', async () => {
    const { kit, alpha } = await both()
    await expect(switchConnection(kit, target('org.gamma'))).rejects.toThrow('Connection not found')
    alpha.wallet.lock()
    await expect(switchConnection(kit, target('org.alpha'))).rejects.toThrow('Connection not found')
    expect(ids(kit)).toEqual(['org.beta'])
    expect(shown(kit).address).toBe(address(2))
  })

  it('ends with the wallet that was chosen last, whichever answers first', async () => {
    const { kit, alpha, beta } = pair()
    const slow = {
      ...alpha.wallet.provider,
      request: async (asked: { method: string }) => {
        if (asked.method === 'eth_accounts') await new Promise((resolve) => setTimeout(resolve, 60))
        return alpha.wallet.provider.request(asked)
      },
    }
    await connect(kit, { ...alpha.connector, provider: slow })
    await connect(kit, beta.connector)
    await Promise.all([switchConnection(kit, target('org.alpha')), switchConnection(kit, target('org.beta'))])
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(ids(kit)).toEqual(['org.beta', 'org.alpha'])
    expect(shown(kit).address).toBe(address(2))
  })

  it('shows a wallet that does not answer as it was last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { kit, alpha, beta } = pair()
      let isSilent = false
      const silent = {
        ...alpha.wallet.provider,
        request: (asked: { method: string }) =>
          isSilent ? new Promise(() => undefined) : alpha.wallet.provider.request(asked),
      }
      await connect(kit, { ...alpha.connector, provider: silent })
      await connect(kit, beta.connector)
      isSilent = true
      const switching = switchConnection(kit, target('org.alpha'))
      await vi.advanceTimersByTimeAsync(3_100)
      await switching
      expect(shown(kit).address).toBe(address(0))
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('accounts of a wallet', () => {
  it('can be switched: requests name the chosen account, and it stays over network changes', async () => {
    const { kit, alpha } = pair()
    await connect(kit, alpha.connector)
    await switchAccount(kit, { address: address(1).toLowerCase() })
    expect(shown(kit)).toMatchObject({ address: address(1), caipAddress: `eip155:31337:${address(1)}` })
    expect(shown(kit).allAccounts.map((each) => each.address)).toEqual([address(1), address(0)])
    expect(await signer(kit)).toBe(address(1))
    alpha.wallet.changeChain(31338)
    expect(shown(kit).caipAddress).toBe(`eip155:31338:${address(1)}`)
  })

  it('follow the wallet when it changes its own active account', async () => {
    const { kit, beta } = pair()
    await connect(kit, beta.connector)
    await switchAccount(kit, { address: address(3) })
    beta.wallet.changeAccount(1)
    await waitFor(() => expect(connectionOf(kit, 'eip155')?.session.accounts[0]?.address).toBe(address(3)))
    beta.wallet.changeAccount(0)
    await waitFor(() => expect(shown(kit).address).toBe(address(2)))
  })

  it('are refused if the wallet does not share them', async () => {
    const { kit } = await both()
    await expect(switchAccount(kit, { address: address(0) })).rejects.toThrow('Account not found')
    await expect(switchAccount(makeKit(), { address: address(0) })).rejects.toThrow('Connection not found')
    expect(shown(kit).address).toBe(address(2))
  })

  it('of a wallet behind the active one can be chosen too, and make it active', async () => {
    const { kit } = await both()
    await switchAccount(kit, { ...target('org.alpha'), address: address(1) })
    expect(ids(kit)).toEqual(['org.alpha', 'org.beta'])
    expect(shown(kit).address).toBe(address(1))
    expect(await signer(kit)).toBe(address(1))
  })
})

describe('after a reload', () => {
  const reload = async ({ storage, alpha, beta }: ReturnType<typeof pair>) => {
    const kit = makeKit(sandboxConfig(sandbox()), { storage })
    for (const { connector } of [alpha, beta]) register(kit, connector)
    await reconnect(kit)
    return kit
  }

  it('both are connected again, with the active one, the chosen account and the times of before', async () => {
    const made = await both()
    await switchAccount(made.kit, { address: address(3) })
    const before = allConnections(made.kit).map((each) => each.shown)
    const kit = await reload(made)
    await waitFor(() => expect(ids(kit)).toEqual(['org.beta', 'org.alpha']))
    expect(allConnections(kit).map((each) => each.shown)).toEqual(before)
    expect(shown(kit).address).toBe(address(3))
    expect(await signer(kit)).toBe(address(3))
    for (const { wallet } of [made.alpha, made.beta])
      expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  it('the next one is active if the active one no longer authorises the page', async () => {
    const made = await both()
    made.beta.wallet.lock()
    const kit = await reload(made)
    expect(ids(kit)).toEqual(['org.alpha'])
    expect(shown(kit)).toMatchObject({ status: 'connected', address: address(0) })
    expect(made.storage.get(KEY)).toBe('org.alpha')
  })

  it('one behind that no longer authorises the page is forgotten', async () => {
    const made = await both()
    made.alpha.wallet.lock()
    const kit = await reload(made)
    await waitFor(() => expect(made.storage.get(CONNECTIONS)).not.toContain('org.alpha'))
    expect(ids(kit)).toEqual(['org.beta'])
  })

  it('the wallet stays where it was if the visitor changed its account meanwhile', async () => {
    const made = pair()
    await connect(made.kit, made.beta.connector)
    await switchAccount(made.kit, { address: address(3) })
    // The visitor changes the order in the wallet: account 3 first, then 2.
    made.beta.wallet.changeAccount(1)
    const kit = await reload(made)
    expect(shown(kit).address).toBe(address(3))
  })

  it('reads the key of an earlier version, which knows one wallet', async () => {
    const made = await both()
    made.storage.remove(CONNECTIONS)
    const kit = await reload(made)
    expect(ids(kit)).toEqual(['org.beta'])
  })

  it('one that does not answer is asked again when the page wakes, and stays stored until then', async () => {
    const made = await both()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let isSilent = true
      const request = (asked: { method: string }) =>
        isSilent ? new Promise(() => undefined) : made.alpha.wallet.provider.request(asked)
      const kit = makeKit(sandboxConfig(sandbox()), { storage: made.storage })
      register(kit, { ...made.alpha.connector, provider: { ...made.alpha.wallet.provider, request } })
      register(kit, made.beta.connector)
      await reconnect(kit)
      await vi.advanceTimersByTimeAsync(5_100)
      expect(ids(kit)).toEqual(['org.beta'])
      expect(made.storage.get(CONNECTIONS)).toContain('org.alpha')
      isSilent = false
      await verify(kit)
      expect(ids(kit)).toEqual(['org.beta', 'org.alpha'])
      expect(shown(kit).address).toBe(address(2))
    } finally {
      vi.useRealTimers()
    }
  })

  it('a disconnect while they resume ends them all', async () => {
    const made = await both()
    const kit = makeKit(sandboxConfig(sandbox()), { storage: made.storage })
    for (const { connector } of [made.alpha, made.beta]) register(kit, connector)
    const resuming = reconnect(kit)
    await disconnect(kit)
    await resuming
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(kit.state.connections).toEqual({})
    expect(made.storage.get(CONNECTIONS)).toBe('[]')
  })
})
