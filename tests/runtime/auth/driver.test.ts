import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { preferAccount } from '../../../runtime/auth/driver.ts'
import { APPROVE_FIRST } from '../../../runtime/auth/messages.ts'
import { connectorIdKey } from '../../../runtime/lib/keyTable.ts'
import { embeddedKit, SECURE_SITE, signedIn } from '../../support/embedded.ts'
import { ALICE } from '../../support/loginFrame.ts'
import { memoryStorage } from '../../support/kit.ts'
import { connectionStatus } from '../../../runtime/state/setConnection.ts'
import { waitFor } from '../../support/waitFor.ts'

const [EOA, SMART] = ALICE.accounts.map(({ address }) => address)
const STORED = ['EMAIL_LOGIN_USED_KEY', 'EMAIL', 'LAST_USED_CHAIN_KEY', 'SOCIAL_USERNAME'].map(
  (name) => `@appkit-wallet/${name}`,
)

describe('a login', () => {
  it("connects every namespace that it serves, with the user's data", async () => {
    const { kit, frame, storage } = await signedIn({ replies: { GET_USER: { ...ALICE, smartAccountDeployed: true } } })
    const { accounts, networks } = kit.state
    expect([accounts.eip155.status, accounts.solana.status, connectionStatus(kit)]).toEqual(
      Array.from({ length: 3 }, () => 'connected'),
    )
    expect(networks.activeChain).toBe('eip155')
    expect(accounts.eip155.user).toEqual({ email: 'alice@example.com' })
    expect(accounts.eip155.connectedWalletInfo).toMatchObject({ name: 'alice@example.com', identifier: 'ID_AUTH' })
    expect(frame.asked('GET_USER').map(({ payload }) => payload)).toEqual([
      { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', preferredAccountType: 'eoa' },
      { chainId: 1, preferredAccountType: 'smartAccount' },
    ])
    expect(storage.get('@appkit-wallet/EMAIL')).toBe('alice@example.com')
    expect(storage.get('@appkit-wallet/LAST_EMAIL_LOGIN_TIME')).toBeUndefined()
  })

  it('reports whether the smart account is deployed [S3.account.04]', async () => {
    const { kit } = await signedIn({ replies: { GET_USER: { ...ALICE, smartAccountDeployed: true } } })
    expect(kit.state.accounts.eip155.smartAccountDeployed).toBe(true)
    const { kit: other } = await signedIn()
    expect(other.state.accounts.eip155.smartAccountDeployed).toBe(false)
  })

  it('reports email and name of the user [S3.account.07]', async () => {
    const { kit } = await signedIn()
    expect(kit.state.accounts.eip155.user?.email).toBe('alice@example.com')
    const { email: _none, ...nameless } = ALICE
    const { kit: social } = await signedIn({ replies: { GET_USER: { ...nameless, userName: 'alice' } } })
    expect(social.state.accounts.eip155.user).toEqual({ username: 'alice' })
  })

  it('through a social provider is remembered with the provider until it ends [S3.account.18] [S4.disc.05]', async () => {
    const { kit, frame, login, storage } = await embeddedKit()
    const finished = login.finish({ social: 'google', userName: 'alice' })
    frame.ready()
    await finished
    expect(kit.state.accounts.eip155.socialProvider).toBe('google')
    expect(kit.state.accounts.eip155.connectedWalletInfo?.social).toBe('google')
    expect(storage.get('@appkit/connected_social')).toBe('google')
    expect(storage.get('@appkit-wallet/SOCIAL_USERNAME')).toBe('alice')
    await disconnect(kit)
    expect(kit.state.accounts.eip155.socialProvider).toBeUndefined()
    expect(storage.get('@appkit/connected_social')).toBeUndefined()
  })

  it('uses the plain account when the site says so', async () => {
    const { frame } = await signedIn({ config: { defaultAccountTypes: { eip155: 'eoa' } } })
    expect(frame.asked('GET_USER').at(-1)?.payload).toMatchObject({ preferredAccountType: 'eoa' })
  })
})

describe('a logout', () => {
  it('is reported once for all namespaces, and stored data is removed', async () => {
    const { kit, frame, storage } = await signedIn()
    expect(storage.get('@appkit-wallet/EMAIL')).toBeDefined()
    await disconnect(kit, 'solana')
    expect(frame.asked('SIGN_OUT')).toHaveLength(1)
    expect([kit.state.accounts.eip155.status, kit.state.accounts.solana.status]).toEqual([
      'disconnected',
      'disconnected',
    ])
    expect(STORED.map((key) => storage.get(key as `@appkit-wallet/${string}`))).toEqual(STORED.map(() => undefined))
  })

  it('succeeds even if the service rejects it', async () => {
    const { kit, storage } = await signedIn({ replies: { SIGN_OUT: new Error('no') } })
    await disconnect(kit)
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
    expect(storage.get('@appkit-wallet/EMAIL')).toBeUndefined()
  })
})

describe('a reload', () => {
  const reloaded = async (answer: unknown) => {
    const storage = memoryStorage()
    await signedIn({ storage })
    const { kit, frame } = await embeddedKit({ storage, replies: { IS_CONNECTED: answer } })
    const taken = reconnect(kit)
    await waitFor(() => expect(frame.urls).not.toEqual([]))
    frame.ready()
    await taken
    return { kit, storage, frame }
  }

  it('restores the login without a prompt', async () => {
    const { kit } = await reloaded({ isConnected: true })
    expect(kit.state.accounts.eip155).toMatchObject({ status: 'connected', address: EOA })
  })

  it('ends disconnected when the service has no session', async () => {
    for (const answer of [{ isConnected: false }, new Error('down')]) {
      const { kit, storage } = await reloaded(answer)
      expect(kit.state.accounts.eip155.status).toBe('disconnected')
      expect(STORED.map((key) => storage.get(key as `@appkit-wallet/${string}`))).toEqual(STORED.map(() => undefined))
    }
  })
})

it('keeps a switch to the other account type [S3.account.17]', async () => {
  const chosen: { type?: string } = {}
  const { kit, frame, storage } = await signedIn({
    replies: {
      SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) => ({ type: (chosen.type = type), address: SMART }),
      GET_USER: () => (chosen.type === 'smartAccount' ? { ...ALICE, address: SMART } : ALICE),
    },
  })
  expect(kit.state.accounts.eip155.address).toBe(EOA)
  await preferAccount(kit, 'smartAccount')
  expect(frame.asked('SET_PREFERRED_ACCOUNT').map(({ payload }) => payload)).toEqual([{ type: 'smartAccount' }])
  expect(kit.state.accounts.eip155).toMatchObject({ address: SMART, preferredAccountType: 'smartAccount' })
  expect(storage.get('@appkit-wallet/PREFERRED_ACCOUNT_TYPE')).toBe('smartAccount')
})

describe('a page that returns from a provider', () => {
  const returning = async (answer: unknown) => {
    vi.stubGlobal('location', new URL(`https://site.example/?result_uri=${SECURE_SITE}/social/result`))
    vi.stubGlobal('history', {
      state: null,
      replaceState: (_: unknown, __: string, href: string) => void (location.href = href),
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const storage = memoryStorage()
    for (const namespace of ['eip155', 'solana'] as const) storage.set(connectorIdKey(namespace), 'ID_AUTH')
    storage.set('@appkit/connected_namespaces', 'eip155,solana')
    storage.set('@appkit/connection_status', 'connected')
    storage.set('@appkit/connected_social', 'google')
    const { kit, frame } = await embeddedKit({ storage, replies: { CONNECT_SOCIAL: answer } })
    return { kit, frame, storage }
  }
  const back = async (answer: unknown) => {
    const { kit, frame } = await returning(answer)
    const told: unknown[] = []
    kit.events.on('track', ({ event, properties, plugin }) => {
      const isOfLogin = plugin === 'socials' || event === 'CONNECT_SUCCESS'
      if (isOfLogin) told.push([event, properties, kit.state.accounts.eip155.status])
    })
    const taken = reconnect(kit)
    await expect.poll(() => frame.urls.length).toBe(1)
    frame.ready()
    await taken
    return { kit, told, frame }
  }

  it('is logged in, with one event for all namespaces', async () => {
    const { kit, told, frame } = await back({ ...ALICE, userName: 'Alice' })
    expect([kit.state.accounts.eip155.status, kit.state.accounts.solana.status]).toEqual(['connected', 'connected'])
    expect(frame.asked('CONNECT_SOCIAL')).toHaveLength(1)
    expect(told).toEqual([
      ['SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: 'google' }, 'connecting'],
      ['CONNECT_SUCCESS', { method: 'email', name: 'google' }, 'connecting'],
      ['SOCIAL_LOGIN_SUCCESS', { provider: 'google' }, 'connecting'],
    ])
  })

  it('and then has to be approved by mail is logged in, however long the visitor takes to open the mail', async () => {
    const answers: unknown[] = [new Error(APPROVE_FIRST), ALICE]
    const { kit, frame, storage } = await returning(() => answers.shift())
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const taken = reconnect(kit)
    await vi.advanceTimersByTimeAsync(0)
    frame.ready()
    await vi.advanceTimersByTimeAsync(100_000)
    await taken
    expect([kit.state.accounts.eip155.status, kit.state.toast.message]).toEqual(['disconnected', APPROVE_FIRST])
    frame.answer('CONNECT_DEVICE')
    await vi.advanceTimersByTimeAsync(1_000)
    const { eip155, solana } = kit.state.accounts
    expect([eip155.status, eip155.address, solana.status]).toEqual(['connected', EOA, 'connected'])
    expect(eip155.socialProvider).toBe('google')
    expect([kit.state.networks.activeChain, kit.state.toast.open]).toEqual(['eip155', false])
    expect(storage.get('@appkit/connection_status')).toBe('connected')
  })

  it('by a stranger’s link, with a result that is not its own, keeps the login that it has', async () => {
    const { kit, frame, storage } = await returning(new Error('This login was started elsewhere.'))
    storage.set('@appkit-wallet/EMAIL_LOGIN_USED_KEY', 'true')
    const taken = reconnect(kit)
    await expect.poll(() => frame.urls.length).toBe(1)
    frame.ready()
    await taken
    const { eip155, solana } = kit.state.accounts
    expect([eip155.status, eip155.address, solana.status]).toEqual(['connected', EOA, 'connected'])
  })

  it('with a result that the service rejects reports a failure', async () => {
    const { kit, told } = await back(new Error('Used already'))
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
    expect(told).toEqual([['SOCIAL_LOGIN_ERROR', { provider: 'google' }, 'connecting']])
  })
})
