/** Remote sessions from the pairing to the disconnect, over a real relay with a real wallet. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyMessage } from 'viem'
import { close } from '../../../runtime/actions/close.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { aim, invite, inviteAnew, pairingFailure } from '../../../runtime/actions/pair.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { recentWallets } from '../../../runtime/wallets/recent.ts'
import { DEEPLINK_CHOICE } from '../../../runtime/lib/keyTable.ts'
import { memoryStorage as pageStorage, slowly, testConnector } from '../../support/kit.ts'
import { closePage, type Page, useRemote } from '../../support/remote.ts'
import { memoryStorage } from '../../support/remoteWallet.ts'
import { until } from '../../sandbox/peers.ts'
import { connectionStatus } from '../../../runtime/state/setConnection.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { allConnections } from '../../../runtime/state/entries.ts'
import { connect } from '../../../runtime/actions/connect.ts'

const { sandbox, page, wallet, show, connected, provider, atEnd } = useRemote()
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Waits without timers, while data of sockets arrives. */
const turnsUntil = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

describe('a pairing', () => {
  it('is a wc: URI that expires in four minutes, and is dropped when the modal closes [S3.conn.01] [S3.conn.02] [S4.modal.04]', async () => {
    const { kit } = await page()
    const { connection } = kit.state
    expect(await show(kit)).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    expect(connection.wcPairingExpiry).toBeGreaterThan(Date.now() + 230_000)
    expect(connection.wcPairingExpiry).toBeLessThanOrEqual(Date.now() + 240_000)
    expect(connectionStatus(kit)).toBe('disconnected')
    close(kit)
    expect(connection.wcUri).toBeUndefined()
    expect(connection.wcPairingExpiry).toBeUndefined()
  })

  it('is shared by two concurrent requests, and replaced when a new one is requested', async () => {
    const { kit } = await page()
    const first = await show(kit)
    await Promise.all([invite(kit), invite(kit)])
    expect(kit.state.connection.wcUri).toBe(first)
    await inviteAnew(kit)
    expect(kit.state.connection.wcUri).toMatch(/^wc:/)
    expect(kit.state.connection.wcUri).not.toBe(first)
  })

  it('lives for as long as the site configures [S4.pairing.04]', async () => {
    const { kit } = await page(undefined, { lifetime: 11_000 })
    const first = await show(kit)
    expect(kit.state.connection.wcPairingExpiry).toBeLessThanOrEqual(Date.now() + 11_000)
    // With less than ten seconds left, a pairing counts as expired.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await invite(kit)
    expect(kit.state.connection.wcUri).not.toBe(first)
  })

  it('that cannot be made reports the failure, blocks nothing, and is made on the next try', async () => {
    sandbox().relay.refuse(true)
    sandbox().relay.drop()
    const { kit } = await page()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = show(kit)
    close(kit)
    expect(kit.state.modal.open).toBe(false)
    await turnsUntil(() => sandbox().relay.report().dials.length > 0)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(kit.state.connection.wcError).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await asked
    expect(kit.state.connection).toMatchObject({ wcError: true, wcUri: undefined })
    expect(pairingFailure(kit).reason).toBe('unreachable')
    sandbox().relay.refuse(false)
    expect(await show(kit)).toMatch(/^wc:/)
    expect(kit.state.connection.wcError).toBe(false)
  })
})

describe('on Telegram and iOS Safari', () => {
  const IOS =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  beforeEach(() => vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0', onLine: true }))

  const kept = async (become: () => void) => {
    const { kit } = await page()
    become()
    const first = await show(kit)
    expect(connectionStatus(kit)).toBe('connecting')
    close(kit)
    expect(await show(kit)).toBe(first)
  }

  it('a pending pairing counts as connecting and outlives the modal: Telegram [S4.pairing.01]', () =>
    kept(() => vi.stubGlobal('TelegramWebviewProxy', {})))

  it('a pending pairing counts as connecting and outlives the modal: iOS Safari [S4.pairing.02]', () =>
    kept(() => vi.stubGlobal('navigator', { userAgent: IOS, onLine: true })))

  it('an unexpired pairing is reused, an expired one never [S4.pairing.03]', async () => {
    vi.stubGlobal('navigator', { userAgent: IOS, onLine: true })
    const { kit } = await page(undefined, { lifetime: 11_000 })
    const first = await show(kit)
    close(kit)
    expect(await show(kit)).toBe(first)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    close(kit)
    expect(await show(kit)).not.toBe(first)
  })
})

describe('a wallet', () => {
  it('that approves is connected: account, network, wallet info and event are set, and the modal closes [S3.ctype.05] [S3.conn.06]', async () => {
    const opened = await page()
    const { kit, events, account } = opened
    const buffering: boolean[] = []
    const { subscribe } = await import('valtio/vanilla')
    atEnd(subscribe(kit.state.connection, () => void buffering.push(kit.state.connection.buffering), true))
    await connected(opened, await wallet({ policy: 'approve' }))
    expect(connectionOf(kit, 'eip155')?.connector).toMatchObject({
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
    })
    expect(account().address).toBe(sandbox().accounts[0]?.address)
    expect(account().connectedWalletInfo?.name).toBe('Sandbox wallet')
    expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:31337')
    expect(kit.state.networks.eip155).toMatchObject({
      approvedCaipNetworkIds: ['eip155:31337', 'eip155:31338'],
      supportsAllNetworks: false,
    })
    await until(() => !kit.state.modal.open, 'the modal to close')
    expect(events.find(({ event }) => event === 'CONNECT_SUCCESS')?.properties).toEqual({
      method: 'qrcode',
      name: 'Sandbox wallet',
    })
    expect(buffering).toContain(true)
    expect(kit.state.connection.buffering).toBe(false)
  })

  it('that declines leaves an error, and the visitor can try again [S3.conn.05]', async () => {
    const { kit, events } = await page()
    const remote = await wallet({ policy: 'reject' })
    await remote.pair(await show(kit))
    await until(() => kit.state.connection.wcError, 'the refusal')
    expect(pairingFailure(kit).reason).toBe('declined')
    expect(kit.state.connection.wcUri).toBeUndefined()
    expect(kit.state.modal.open).toBe(true)
    expect(events.map(({ event }) => event)).toContain('CONNECT_ERROR')
    remote.setPolicy('approve')
    await remote.pair(await show(kit))
    await until(() => kit.state.accounts.eip155.status === 'connected', 'the session')
  })

  it('opened by a link is remembered together with its app [S3.conn.03]', async () => {
    const opened = await page()
    const chosen = { id: 'phone', name: 'Phone wallet', mobile_link: 'phone://' }
    aim(opened.kit, { platform: 'mobile', wallet: chosen })
    const uri = await show(opened.kit)
    opened.kit.state.connection.wcLinking = { href: 'phone://', name: 'Phone wallet' }
    await (await wallet({ policy: 'approve' })).pair(uri)
    await until(() => opened.account().status === 'connected', 'the session')
    await until(() => recentWallets(opened.kit).length > 0, 'the recent wallet')
    expect(recentWallets(opened.kit)[0]).toMatchObject({ id: 'phone' })
    expect(JSON.parse(opened.kit.storage.get(DEEPLINK_CHOICE) ?? '')).toEqual({
      href: 'phone://',
      name: 'Phone wallet',
    })
    expect(opened.events.find(({ event }) => event === 'CONNECT_SUCCESS')?.properties).toEqual({
      method: 'mobile',
      name: 'Phone wallet',
    })
  })

  it('signs, reads come from the node, and approved networks switch without a prompt', async () => {
    const opened = await page()
    await connected(opened, await wallet({ policy: 'approve' }))
    const { request } = provider(opened)
    const [address] = (await request({ method: 'eth_accounts' })) as [`0x${string}`]
    const signature = (await request({ method: 'personal_sign', params: ['0x6869', address] })) as `0x${string}`
    expect(await verifyMessage({ address, message: 'hi', signature })).toBe(true)
    expect(await request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(
      BigInt((await request({ method: 'eth_getBalance', params: [address, 'latest'] })) as string),
    ).toBeGreaterThan(0n)
    const moved: unknown[] = []
    ;(provider(opened) as unknown as { on: (event: string, hear: (id: unknown) => void) => void }).on(
      'chainChanged',
      (id) => moved.push(id),
    )
    await switchNetwork(opened.kit, 'eip155:31338')
    expect(opened.kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:31338')
    expect(await request({ method: 'eth_chainId' })).toBe('0x7a6a')
    expect(moved).toEqual(['0x7a6a'])
  })

  it('that changes its chain, changes its accounts or ends the session updates the page', async () => {
    const opened = await page()
    const remote = await wallet({ policy: 'approve' })
    await connected(opened, remote)
    await remote.switchChain('eip155:31338')
    await until(() => opened.kit.state.networks.eip155.caipNetwork?.id === 31338, 'the chain')
    await remote.setAccounts(2)
    await until(() => opened.account().allAccounts.length === 2, 'the accounts')
    await remote.disconnect()
    await until(() => opened.account().status === 'disconnected', 'the end')
    expect(opened.kit.state.connections).toEqual({})
  })

  it('that answers after the modal was closed is connected', async () => {
    const opened = await page()
    const uri = await show(opened.kit)
    const remote = await wallet()
    await remote.pair(uri)
    await remote.next()
    close(opened.kit)
    await remote.approve()
    await until(() => opened.account().status === 'connected', 'the session')
    expect(opened.kit.state.modal.open).toBe(false)
  })

  it('that scanned a code before its renewal is still connected', async () => {
    const opened = await page()
    const remote = await wallet()
    await remote.pair(await show(opened.kit))
    await remote.next()
    await inviteAnew(opened.kit)
    await remote.approve()
    await until(() => opened.account().status === 'connected', 'the session')
    expect(opened.kit.state.connection).toMatchObject({ wcUri: undefined, wcError: false })
    expect(connectionStatus(opened.kit)).toBe('connected')
  })

  it('that answers after another wallet connected changes nothing', async () => {
    const opened = await page()
    const [first, second] = [await wallet({ policy: 'approve' }), await wallet()]
    await second.pair(await show(opened.kit))
    await second.next()
    await inviteAnew(opened.kit)
    await first.pair(opened.kit.state.connection.wcUri ?? '')
    await until(() => opened.account().status === 'connected', 'the session')
    // The page no longer listens to this pairing, so the wallet gets no acknowledgement.
    void second.approve().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const address = opened.account().address
    await provider(opened).request({ method: 'personal_sign', params: ['0x6869', address] })
    expect(first.sessions().length).toBe(1)
  })

  it('joins a wallet of this browser that is connected already, and leaves it active when it ends', async () => {
    const opened = await page()
    const { connector, wallet: injected } = testConnector(sandbox(), {
      keys: [sandbox().accounts[4]?.privateKey ?? '0x'],
    })
    await connect(opened.kit, connector)
    const address = opened.account().address
    const remote = await wallet({ policy: 'approve' })
    await remote.pair(await show(opened.kit))
    const ids = () => allConnections(opened.kit).map((each) => each.connector.id)
    await expect.poll(ids).toEqual(['walletConnect', connector.id])
    expect(opened.account().address).toBe(sandbox().accounts[0]?.address)
    await provider(opened).request({ method: 'personal_sign', params: ['0x6869', opened.account().address] })
    expect(injected.requests.some(({ method }) => method === 'personal_sign')).toBe(false)
    await remote.disconnect()
    await expect.poll(ids).toEqual([connector.id])
    expect(opened.account()).toMatchObject({ status: 'connected', address })
    await provider(opened).request({ method: 'personal_sign', params: ['0x6869', address] })
    expect(injected.requests.some(({ method }) => method === 'personal_sign')).toBe(true)
  })

  it('that answers after a wallet of this browser connected changes nothing', async () => {
    const opened = await page()
    const remote = await wallet()
    await remote.pair(await show(opened.kit))
    await remote.next()
    const { connector } = testConnector(sandbox(), { keys: [sandbox().accounts[4]?.privateKey ?? '0x'] })
    await connect(opened.kit, connector)
    await remote.approve()
    await expect.poll(() => remote.sessions().length).toBe(0)
    expect(allConnections(opened.kit).map((each) => each.connector.id)).toEqual([connector.id])
    expect(opened.account().address).toBe(sandbox().accounts[4]?.address)
  })

  it('that answers while a wallet of this browser is being asked changes nothing, unless that was asked before', async () => {
    const opened = await page()
    const { wallet: injected, connector: found } = testConnector(sandbox())
    const silent = { ...found, provider: slowly(injected.provider, 'eth_requestAccounts', undefined) }
    const [first, second] = [await wallet(), await wallet({ policy: 'approve' })]
    await first.pair(await show(opened.kit))
    await first.next()
    void connect(opened.kit, silent)
    await first.approve()
    await expect.poll(() => first.sessions().length).toBe(0)
    await inviteAnew(opened.kit)
    await second.pair(opened.kit.state.connection.wcUri ?? '')
    await until(() => opened.account().status === 'connected', 'the session')
  })

  it('is connected also while the stored session of another wallet, which does not answer, is being resumed', async () => {
    const opened = await page()
    // As at the start of a page that knows this session from storage.
    opened.kit.state.accounts.solana.status = 'connecting'
    const remote = await wallet({ policy: 'approve' })
    await remote.pair(await show(opened.kit))
    await until(() => opened.account().status === 'connected', 'the session')
    expect(remote.sessions().length).toBe(1)
  })

  it('takes the place of an earlier remote session, whose wallet learns that it is over', async () => {
    const opened = await page()
    const [first, second] = [
      await wallet({ policy: 'approve' }),
      await wallet({ policy: 'approve', keys: [sandbox().accounts[4]?.privateKey ?? '0x'] }),
    ]
    await connected(opened, first)
    await second.pair(await show(opened.kit))
    await until(() => opened.account().address === sandbox().accounts[4]?.address, 'the second wallet')
    await until(() => first.sessions().length === 0, 'the end of the first session')
    expect(allConnections(opened.kit)).toHaveLength(1)
    await provider(opened).request({ method: 'personal_sign', params: ['0x6869', opened.account().address] })
    expect(second.sessions()).toHaveLength(1)
  })

  it('receives a session delete when the page disconnects', async () => {
    const opened = await page()
    const remote = await wallet({ policy: 'approve' })
    await connected(opened, remote)
    await disconnect(opened.kit)
    await until(() => remote.sessions().length === 0, 'the goodbye')
    expect(opened.account().status).toBe('disconnected')
    expect(await show(opened.kit)).toMatch(/^wc:/)
  })
})

describe('after a reload', () => {
  it('the session is restored without a request to the wallet, and still signs', async () => {
    const storages = { page: pageStorage(), client: memoryStorage() }
    const before = await page(storages)
    const remote = await wallet({ policy: 'approve' })
    await connected(before, remote)
    await switchNetwork(before.kit, 'eip155:31338')
    const after = await page(storages)
    expect(after.account().status).toBe('connecting')
    await reconnect(after.kit)
    expect(after.account()).toMatchObject({ status: 'connected', address: before.account().address })
    expect(after.kit.state.networks.eip155.caipNetwork?.id).toBe(31338)
    const address = after.account().address as `0x${string}`
    const signature = await provider(after).request({ method: 'personal_sign', params: ['0x6869', address] })
    expect(await verifyMessage({ address, message: 'hi', signature: signature as `0x${string}` })).toBe(true)
  })

  it('the session of a site without adapters is restored too', async () => {
    const storages = { page: pageStorage(), client: memoryStorage() }
    const before = await page(storages, {}, { basic: true })
    await connected(before, await wallet({ policy: 'approve' }))
    const after = await page(storages, {}, { basic: true })
    expect(after.account().status).toBe('connecting')
    await reconnect(after.kit)
    expect(after.account()).toMatchObject({ status: 'connected', address: before.account().address })
  })

  it('a session that the wallet ended in the meantime is cleared, and a new one can be made', async () => {
    const storages = { page: pageStorage(), client: memoryStorage() }
    const before = await page(storages)
    const remote = await wallet({ policy: 'approve' })
    await connected(before, remote)
    await closePage(before.clients)
    await remote.disconnect()
    const after = await page(storages)
    await reconnect(after.kit)
    await until(() => after.account().status === 'disconnected', 'the end')
    await connected(after, remote)
  })
})

describe('when the relay connection drops', () => {
  const sign = async (opened: Page) => {
    const address = opened.account().address as `0x${string}`
    const signature = await provider(opened).request({ method: 'personal_sign', params: ['0x6869', address] })
    return verifyMessage({ address, message: 'hi', signature: signature as `0x${string}` })
  }

  it('repeatedly, the session survives and the wallet still signs', async () => {
    const opened = await page()
    await connected(opened, await wallet({ policy: 'approve' }))
    for (let at = 0; at < 3; at++) {
      sandbox().relay.drop(at % 2 ? 1001 : 1006)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await sign(opened)).toBe(true)
    }
    expect(opened.account().status).toBe('connected')
  }, 60_000)
})
