import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frameUrl } from '../../../runtime/auth/frame.ts'
import { emailRule, emailRules, embeddedWallet } from '../../../runtime/auth/wallet.ts'
import { makeKit, memoryStorage } from '../../support/kit.ts'
import { embeddedKit, SECURE_SITE, signedIn } from '../../support/embedded.ts'
import { ALICE, loginFrame, type Replies } from '../../support/loginFrame.ts'
import { waitFor } from '../../support/waitFor.ts'

const make = (replies: Replies = {}) => {
  const storage = memoryStorage()
  const kit = makeKit({ services: { secureSite: SECURE_SITE } }, { storage })
  const frame = loginFrame(kit, replies)
  return { kit, frame, storage, wallet: embeddedWallet(kit) }
}
/** Calls `ask`, and lets the frame load. */
const asked = <T>(frame: { ready: () => void }, ask: () => Promise<T>): Promise<T> => {
  const answer = ask()
  frame.ready()
  return answer
}
const PREFIX = '@appkit-wallet/'

describe(`the frame's address`, () => {
  it('contains eip155:1 when there is no network [S2.frame.05] [S9.chain.01]', () => {
    expect(frameUrl(make().kit).search).toContain('chainId=eip155%3A1')
    expect(frameUrl(make().kit, 'eip155:137').searchParams.get('chainId')).toBe('eip155:137')
  })

  it('enables logging unless the site disables it [S9.frame.01]', () => {
    const logged = (enableAuthLogger?: boolean) => {
      const config = {
        services: { secureSite: SECURE_SITE },
        ...(enableAuthLogger !== undefined && { enableAuthLogger }),
      }
      return frameUrl(makeKit(config)).searchParams.get('enableLogger')
    }
    expect([logged(), logged(true), logged(false)]).toEqual(['true', 'true', 'false'])
  })

  it('is loaded when it is first needed, and once', async () => {
    const { frame, wallet } = make({ GET_CHAIN_ID: { chainId: 1 } })
    expect(frame.urls).toEqual([])
    await asked(frame, () => wallet.ask('GET_CHAIN_ID'))
    await wallet.ask('GET_CHAIN_ID')
    expect(frame.urls).toEqual([
      `${SECURE_SITE}/sdk?projectId=unit&chainId=eip155%3A1&version=html-wagmi-undefined&enableLogger=true`,
    ])
  })
})

describe('a ready frame', () => {
  it("receives the site's identity [S3.dapp.01] [S3.dapp.02]", () => {
    const metadata = {
      name: 'Site',
      description: 'Sells',
      url: 'https://site.example',
      icons: ['https://site.example/i'],
    }
    const kit = makeKit({ services: { secureSite: SECURE_SITE }, metadata, sdkVersion: 'v', sdkType: 't' })
    const frame = loginFrame(kit)
    void embeddedWallet(kit)
      .ask('GET_CHAIN_ID')
      .catch(() => undefined)
    frame.ready()
    expect(frame.sent[0]).toMatchObject({
      type: '@w3m-app/SYNC_DAPP_DATA',
      payload: { metadata, sdkVersion: 'v', sdkType: 't', projectId: 'unit' },
    })
  })

  it('receives the theme, and every change of it [S3.theme.02] [S3.theme.03]', async () => {
    const { kit, frame, wallet } = make()
    kit.state.theme.variables['--wk-accent'] = 'red'
    void wallet.ask('GET_CHAIN_ID').catch(() => undefined)
    frame.ready()
    const themes = () => frame.asked('SYNC_THEME').map(({ payload }) => payload)
    expect(themes()).toEqual([
      {
        themeMode: 'light',
        themeVariables: { '--wk-accent': 'red' },
        w3mThemeVariables: { '--w3m-accent': 'red', '--w3m-background': '#ffffff' },
      },
    ])
    kit.state.theme.mode = 'dark'
    await waitFor(() => expect(themes()).toHaveLength(2))
    expect(themes()[1]).toMatchObject({ themeMode: 'dark', w3mThemeVariables: { '--w3m-background': '#17181c' } })
  })
})

describe('a frame that fails to load', () => {
  it(`rejects waiting requests with 'Unable to load email login dependency', and the next request loads another`, async () => {
    const { frame, wallet } = make({ GET_CHAIN_ID: { chainId: 1 } })
    const waiting = wallet.ask('GET_CHAIN_ID')
    frame.fail()
    await expect(waiting).rejects.toThrow('Unable to load email login dependency')
    expect(await asked(frame, () => wallet.ask('GET_CHAIN_ID'))).toEqual({ chainId: 1 })
    expect(frame.urls).toHaveLength(2)
  })
})

describe('an email login', () => {
  it('sends the address and resolves with the next step [S7.frame.05]', async () => {
    const { frame, wallet } = make({ CONNECT_EMAIL: { action: 'VERIFY_OTP' } })
    expect(await asked(frame, () => wallet.connectEmail({ email: 'a@b.co' }))).toEqual({ action: 'VERIFY_OTP' })
    expect(frame.asked('CONNECT_EMAIL')[0]?.payload).toEqual({ email: 'a@b.co' })
    // The part before the @ belongs to its server: the page changes nothing in an address.
    const other = make({ CONNECT_EMAIL: { action: 'CONNECT' } })
    const typed = "Mira.O'Neil+shop@Mail.Example.co"
    expect(await asked(other.frame, () => other.wallet.connectEmail({ email: typed }))).toEqual({ action: 'CONNECT' })
    expect(other.frame.asked('CONNECT_EMAIL')[0]?.payload).toEqual({ email: typed })
  })

  it('can be requested once in 30 s, and reports the remaining wait in whole seconds [S5.email.03] [S5.email.04]', async () => {
    const { kit, frame, wallet, storage } = make({ CONNECT_EMAIL: { action: 'VERIFY_OTP' } })
    let now = 1_000_000
    emailRules(kit).now = () => now
    await asked(frame, () => wallet.connectEmail({ email: 'a@b.co' }))
    expect(storage.get(`${PREFIX}LAST_EMAIL_LOGIN_TIME`)).toBe('1000000')
    for (const [later, text] of [
      [1, 'Please try again after 30 seconds'],
      [10_000, 'Please try again after 20 seconds'],
      [10_500, 'Please try again after 20 seconds'],
      [29_999, 'Please try again after 1 seconds'],
      [-86_400_000, 'Please try again after 30 seconds'],
    ] as const) {
      now = 1_000_000 + later
      await expect(wallet.connectEmail({ email: 'a@b.co' })).rejects.toMatchObject({
        code: 'EMAIL_COOLDOWN',
        message: text,
      })
    }
    expect(frame.asked('CONNECT_EMAIL')).toHaveLength(1)
    now = 1_030_000
    await wallet.connectEmail({ email: 'a@b.co' })
    expect(frame.asked('CONNECT_EMAIL')).toHaveLength(2)
  })

  it('can be limited by another rule [S5.email.05]', async () => {
    const { kit, frame, wallet } = make({ CONNECT_EMAIL: { action: 'VERIFY_OTP' } })
    expect([emailRule(undefined, 5), emailRule(0, 30_000), emailRule(0, 29_001)]).toEqual([0, 0, 1])
    emailRules(kit).rule = () => 7
    await expect(wallet.connectEmail({ email: 'a@b.co' })).rejects.toThrow('Please try again after 7 seconds')
    emailRules(kit).rule = () => 0
    await asked(frame, () => wallet.connectEmail({ email: 'a@b.co' }))
    await wallet.connectEmail({ email: 'a@b.co' })
    expect(frame.asked('CONNECT_EMAIL')).toHaveLength(2)
  })

  it('causes no wait for an invalid address', async () => {
    const { wallet, storage } = make()
    await expect(wallet.connectEmail({ email: 'abc' })).rejects.toThrow('expected email')
    expect(storage.keys()).toEqual([])
  })

  it('causes no wait for an address that only the service refuses, nor when the frame does not load', async () => {
    const { kit, frame, wallet, storage } = make({ CONNECT_EMAIL: new Error('Invalid email') })
    let now = 1_000_000
    emailRules(kit).now = () => now
    await expect(asked(frame, () => wallet.connectEmail({ email: 'alice@site.c' }))).rejects.toThrow('Invalid email')
    frame.replies.CONNECT_EMAIL = { action: 'VERIFY_OTP' }
    await wallet.connectEmail({ email: 'alice@site.co' })
    // After another refusal the wait goes on: the service may have counted the request.
    now += 30_000
    frame.replies.CONNECT_EMAIL = new Error('Something went wrong')
    await expect(wallet.connectEmail({ email: 'alice@site.co' })).rejects.toThrow('Something went wrong')
    expect(storage.get(`${PREFIX}LAST_EMAIL_LOGIN_TIME`)).toBe('1030000')
    const other = make()
    const failed = other.wallet.connectEmail({ email: 'alice@site.co' })
    other.frame.fail()
    await expect(failed).rejects.toThrow('Unable to load email login dependency')
    expect(other.storage.keys()).toEqual([])
  })
})

describe('a change of email', () => {
  it(`sets the new address in the account and in storage [S4.embed.06] [S4.embed.07] [S7.frame.22]`, async () => {
    const { kit, frame, login, storage } = await signedIn({
      replies: { UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'n@x.io' } },
    })
    expect(await login.updateEmailSecondaryOtp('123456')).toBe('n@x.io')
    expect(frame.asked('UPDATE_EMAIL_SECONDARY_OTP')[0]?.payload).toEqual({ otp: '123456' })
    expect(kit.state.accounts.eip155.user?.email).toBe('n@x.io')
    expect(storage.get(`${PREFIX}EMAIL`)).toBe('n@x.io')
    expect(storage.get(`${PREFIX}EMAIL_LOGIN_USED_KEY`)).toBe('true')
  })

  it('needs two codes [S7.frame.20] [S7.frame.21]', async () => {
    const { frame, login } = await signedIn({
      replies: { UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' }, UPDATE_EMAIL_PRIMARY_OTP: undefined },
    })
    expect(await login.updateEmail('n@x.io')).toBe('VERIFY_PRIMARY_OTP')
    await login.updateEmailPrimaryOtp('111111')
    expect(frame.asked('UPDATE_EMAIL')[0]?.payload).toEqual({ email: 'n@x.io' })
    expect(frame.asked('UPDATE_EMAIL_PRIMARY_OTP')[0]?.payload).toEqual({ otp: '111111' })
  })
})

describe('the other login methods', () => {
  it("are a device, a code and a provider's address [S7.frame.06] [S7.frame.07] [S7.frame.12]", async () => {
    const { kit, frame, login } = await embeddedKit({
      replies: {
        CONNECT_DEVICE: undefined,
        CONNECT_OTP: undefined,
        GET_SOCIAL_REDIRECT_URI: { uri: `${SECURE_SITE}/social/google` },
      },
    })
    await asked(frame, () => login.connectDevice())
    expect(frame.asked('CONNECT_DEVICE')[0]).not.toHaveProperty('payload')
    await login.connectOtp('123456')
    expect(frame.asked('CONNECT_OTP')[0]?.payload).toEqual({ otp: '123456' })
    const wallet = embeddedWallet(kit)
    expect(await wallet.getSocialRedirectUri('google')).toBe(`${SECURE_SITE}/social/google`)
    expect(frame.asked('GET_SOCIAL_REDIRECT_URI')[0]?.payload).toEqual({ provider: 'google' })
  })

  describe('a social login', () => {
    afterEach(() => void vi.unstubAllGlobals())
    const BACK = `${SECURE_SITE}/back?x=1`

    /** Begins a login by popup, with a fake window, on a page that gets the events of a browser. */
    async function begin(end: unknown) {
      const { frame, login } = await embeddedKit({
        replies: { CONNECT_SOCIAL: end, GET_SOCIAL_REDIRECT_URI: { uri: `${SECURE_SITE}/social/google` } },
      })
      const page = new EventTarget()
      vi.stubGlobal('window', page)
      const popup = { closed: false, location: { href: '' }, close: vi.fn() }
      const ended = asked(frame, () => login.connectSocial('google', popup as unknown as Window))
      await expect.poll(() => popup.location.href).toBe(`${SECURE_SITE}/social/google`)
      const data = { resultUri: BACK }
      page.dispatchEvent(Object.assign(new Event('message'), { data, origin: SECURE_SITE, source: popup }))
      return { frame, ended }
    }

    it('passes the final address on, and returns the user that the frame names [S7.frame.08]', async () => {
      const { frame, ended } = await begin(ALICE)
      expect(await ended).toEqual(ALICE)
      expect(frame.asked('CONNECT_SOCIAL').map(({ payload }) => payload)).toEqual([{ uri: BACK }])
    })

    it('fails with the frame’s own text [S7.frame.08]', async () => {
      const { ended } = await begin(new Error('Nobody of that name'))
      await expect(ended).rejects.toThrow('Nobody of that name')
    })
  })

  it('with Farcaster returns an address and a name [S7.frame.09] [S7.frame.10]', async () => {
    const { frame, login } = await embeddedKit({
      replies: { GET_FARCASTER_URI: { url: 'https://farcaster.example/1' }, CONNECT_FARCASTER: { userName: 'alice' } },
    })
    expect(await asked(frame, () => login.getFarcasterUri())).toBe('https://farcaster.example/1')
    expect(await login.connectFarcaster()).toEqual({ userName: 'alice' })
    expect(frame.asked('GET_FARCASTER_URI')).toHaveLength(1)
    expect(frame.asked('CONNECT_FARCASTER')).toHaveLength(1)
  })

  it('with Farcaster fails with the frame’s own text [S7.frame.09] [S7.frame.10]', async () => {
    const { frame, login } = await embeddedKit({
      replies: { GET_FARCASTER_URI: new Error('Farcaster is down'), CONNECT_FARCASTER: new Error('Nobody scanned it') },
    })
    await expect(asked(frame, () => login.getFarcasterUri())).rejects.toThrow('Farcaster is down')
    await expect(login.connectFarcaster()).rejects.toThrow('Nobody scanned it')
  })
})

describe('a session request', () => {
  it('returns whether the session is live, with the last token [S7.frame.14]', async () => {
    const { frame, wallet } = make({ IS_CONNECTED: { isConnected: true } })
    expect(await asked(frame, () => wallet.isConnected())).toBe(true)
    frame.say({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'secret' } })
    expect(await wallet.isConnected()).toBe(true)
    expect(frame.asked('IS_CONNECTED').map(({ payload }) => payload)).toEqual([{}, { token: 'secret' }])
    wallet.stored.loggedIn({ email: 'a@b.co' })
    frame.replies.IS_CONNECTED = { isConnected: false }
    expect(await wallet.isConnected()).toBe(false)
    expect([wallet.stored.loginUsed(), wallet.stored.email()]).toEqual([false, undefined])
  })

  it('returns the network, the user and the smart accounts [S7.frame.11] [S7.frame.15] [S7.frame.17]', async () => {
    const { frame, wallet } = make({
      GET_CHAIN_ID: { chainId: 137 },
      GET_USER: ALICE,
      INIT_SMART_ACCOUNT: { address: '0x1', isDeployed: true },
    })
    expect(await asked(frame, () => wallet.ask('GET_CHAIN_ID'))).toEqual({ chainId: 137 })
    expect(await wallet.getUser()).toEqual(ALICE)
    expect(await wallet.getUser({ chainId: 137, preferredAccountType: 'eoa' })).toEqual(ALICE)
    expect(frame.asked('GET_USER').map(({ payload }) => payload)).toEqual([
      {},
      { chainId: 137, preferredAccountType: 'eoa' },
    ])
    expect(await wallet.ask('INIT_SMART_ACCOUNT')).toEqual({ address: '0x1', isDeployed: true })
  })

  it('returns the smart-account networks, kept in state and comma-joined in storage [S7.frame.16] [S3.persist.06] [S3.netstate.03]', async () => {
    const { kit, frame, wallet, storage } = make({
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1, 10, 8453] },
    })
    expect(await asked(frame, () => wallet.getSmartAccountEnabledNetworks())).toEqual([1, 10, 8453])
    expect(storage.get(`${PREFIX}SMART_ACCOUNT_ENABLED_NETWORKS`)).toBe('1,10,8453')
    expect(kit.state.networks.eip155.smartAccountEnabledNetworks).toEqual([1, 10, 8453])
    expect(kit.state.networks.solana.smartAccountEnabledNetworks).toEqual([])
  })

  it('returns no networks when that fails [S4.embed.13]', async () => {
    const { kit, frame, wallet, storage } = make({ GET_SMART_ACCOUNT_ENABLED_NETWORKS: new Error('no') })
    storage.set(`${PREFIX}SMART_ACCOUNT_ENABLED_NETWORKS`, '1,10')
    kit.state.networks.eip155.smartAccountEnabledNetworks = [1, 10]
    expect(await asked(frame, () => wallet.getSmartAccountEnabledNetworks())).toEqual([])
    expect(storage.get(`${PREFIX}SMART_ACCOUNT_ENABLED_NETWORKS`)).toBe('')
    expect(kit.state.networks.eip155.smartAccountEnabledNetworks).toEqual([])
  })

  it.each(['eoa', 'smartAccount'] as const)('returns the active account type: %s [S7.frame.18]', async (type) => {
    const { frame, wallet } = make({ SET_PREFERRED_ACCOUNT: { type, address: '0x1' } })
    expect(await asked(frame, () => wallet.setPreferredAccount(type))).toEqual({ type, address: '0x1' })
    expect(frame.asked('SET_PREFERRED_ACCOUNT').map(({ payload }) => payload)).toEqual([{ type }])
    const refused = make({ SET_PREFERRED_ACCOUNT: new Error('no') })
    expect(await asked(refused.frame, () => refused.wallet.setPreferredAccount(type))).toBeUndefined()
    expect(refused.frame.asked('SET_PREFERRED_ACCOUNT').map(({ payload }) => payload)).toEqual([{ type }])
  })

  it('returns the plain account when that fails [S4.embed.14]', async () => {
    const { frame, wallet } = make({ SET_PREFERRED_ACCOUNT: new Error('no') })
    const done = vi.fn()
    await asked(frame, () => wallet.setPreferredAccount('smartAccount', done))
    expect(done.mock.calls).toEqual([['eoa']])
  })

  it('can reload the frame [S7.frame.25]', async () => {
    const { frame, wallet } = make({ RELOAD: undefined })
    await asked(frame, () => wallet.ask('RELOAD'))
    expect(frame.asked('RELOAD')).toHaveLength(1)
  })
})

it('signs out, and removes stored data [S7.frame.13]', async () => {
  const { frame, wallet, storage } = make({ SIGN_OUT: undefined })
  wallet.stored.loggedIn({ email: 'a@b.co', userName: 'alice' })
  wallet.stored.setLastChain('eip155:1')
  expect(storage.keys()).toHaveLength(4)
  await asked(frame, () => wallet.signOut())
  expect(storage.keys()).toEqual([])
})

describe('a social login that takes too long', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('warns the developer, and rejects', async () => {
    const { kit, frame, wallet } = make()
    const slow = expect(wallet.ask('CONNECT_SOCIAL', { uri: 'https://x.example' })).rejects.toThrow(
      'Something went wrong',
    )
    frame.ready()
    await vi.advanceTimersByTimeAsync(30_000)
    await slow
    expect(JSON.stringify(kit.state.alert)).toContain('Social Login Timed Out')
  })
})
