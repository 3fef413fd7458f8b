/** A third-party plugin learns and decides nothing that was not granted to it. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestClose } from '../../../runtime/actions/close.ts'
import type { AnyPlugin, Permissions } from '../../../runtime/contracts/definePlugin.ts'
import { ANSWER_LIMIT, resolveName } from '../../../runtime/data/resolveName.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { loadPluginView } from '../../../runtime/host/load.ts'
import { SETUP_TIME } from '../../../runtime/host/setUp.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { slotItems } from '../../../runtime/state/slotItems.ts'
import { makeKit } from '../../support/kit.ts'

const A = `0x${'a'.repeat(40)}` as const
const B = `0x${'b'.repeat(40)}` as const

const plugin = (id: string, rest: Partial<AnyPlugin> = {}): AnyPlugin => ({ id, feature: id, engine: '^0.1', ...rest })
const guest = (id: string, rest: Partial<AnyPlugin> = {}) => plugin(id, { guest: true, ...rest })

describe('a plugin learns who the person is only with the permission for it', () => {
  const account = (own: AnyPlugin) => {
    const kit = makeKit({})
    kit.state.networks.activeChain = 'eip155'
    setAccount(kit.state.accounts, 'eip155', {
      status: 'connected',
      address: A,
      caipAddress: `eip155:1:${A}`,
      allAccounts: [
        { address: A, type: 'eoa' },
        { address: B, type: 'smartAccount' },
      ],
      profileName: 'noah.eth',
      profileImage: 'https://img.test/noah.png',
      user: { email: 'noah@mail.test' },
      farcasterUrl: 'https://farcaster.test/login?token=1',
      connectedWalletInfo: { name: 'noah@mail.test', identifier: 'AUTH', social: 'google' },
    })
    return { kit, read: createPluginKit(kit, own).account() }
  }
  const asking = (identity: NonNullable<Permissions['identity']>) =>
    account(guest('tip', { permissions: { identity } })).read

  it('nothing identifies the person to a plugin that was granted nothing', () => {
    const { read } = account(guest('tip'))
    expect(JSON.stringify(read)).not.toMatch(/noah|mail\.test|farcaster|bbbb/)
    expect(read).toMatchObject({
      address: A,
      allAccounts: [{ address: A }],
      connectedWalletInfo: { identifier: 'AUTH' },
    })
  })

  it('each kind of identity gives that kind only', () => {
    expect(asking(['email'])).toMatchObject({
      connectedWalletInfo: { name: 'noah@mail.test' },
      profileName: undefined,
      allAccounts: [{ address: A }],
    })
    expect(asking(['profile'])).toMatchObject({
      connectedWalletInfo: { name: '' },
      profileName: 'noah.eth',
      profileImage: 'https://img.test/noah.png',
    })
    expect(asking(['accounts'])).toMatchObject({
      allAccounts: [{ address: A }, { address: B }],
      profileName: undefined,
    })
  })

  it('a plugin of walletkit reads them all, and the name of a wallet is no identity', () => {
    expect(account(plugin('own')).read).toMatchObject({
      connectedWalletInfo: { name: 'noah@mail.test' },
      profileName: 'noah.eth',
      allAccounts: [{ address: A }, { address: B }],
    })
    const { kit } = account(guest('tip'))
    setAccount(kit.state.accounts, 'eip155', { connectedWalletInfo: { name: 'MetaMask', identifier: 'io.metamask' } })
    expect(createPluginKit(kit, guest('tip')).account().connectedWalletInfo?.name).toBe('MetaMask')
    for (const name of ['noah@mail.test', `Account ${A}`, A.slice(0, 12)]) {
      setAccount(kit.state.accounts, 'eip155', { connectedWalletInfo: { name, identifier: 'wallet' } })
      expect(createPluginKit(kit, guest('tip')).account().connectedWalletInfo?.name).toBe('')
    }
  })

  it('neither the contacts nor whom the account has paid is told without it', async () => {
    const { kit } = account(guest('tip'))
    const refused = 'Plugin "tip" did not declare the identity contacts in its permissions'
    expect(() => createPluginKit(kit, guest('tip')).contacts.list()).toThrow(refused)
    await expect(createPluginKit(kit, guest('tip')).counterparties()).rejects.toThrow(refused)
    const granted = createPluginKit(kit, guest('tip', { permissions: { identity: ['contacts'] } }))
    expect(granted.contacts.list()).toEqual([])
    expect(await granted.counterparties()).toEqual([])
  })

  it('neither a login nor another name for the account is possible without it', async () => {
    const { kit } = account(guest('tip'))
    const services = guest('tip', { permissions: { services: ['secureSite'] } })
    await expect(createPluginKit(kit, services).login()).rejects.toThrow(
      'Plugin "tip" did not declare the identity email in its permissions',
    )
    expect(() => createPluginKit(kit, guest('tip')).setProfileName('Bank')).toThrow(
      'Plugin "tip" did not declare the identity profile in its permissions',
    )
    expect(kit.state.accounts.eip155.profileName).toBe('noah.eth')
    createPluginKit(kit, guest('tip', { permissions: { identity: ['profile'] } })).setProfileName('Noah')
    expect(kit.state.accounts.eip155.profileName).toBe('Noah')
  })
})

describe('a resolver of a third party answers only for what it was granted, after our own', () => {
  afterEach(() => void vi.useRealTimers())
  type Answer = { address: string; name?: string } | undefined
  const names = (resolve: (name: string) => Answer | Promise<Answer>, order = 1): Pick<AnyPlugin, 'slots'> => ({
    slots: { names: [{ key: 'names', order, load: async () => ({ default: async (name: string) => resolve(name) }) }] },
  })
  const kitWith = (...plugins: AnyPlugin[]) => makeKit({}, { plugins })
  const all = () => ({ address: B })

  it('answers no name without a suffix, and no name of another suffix', async () => {
    const kit = kitWith(
      guest('none', names(all)),
      guest('tips', { ...names(all), permissions: { names: ['tips.id'] } }),
    )
    expect(await resolveName(kit, 'noah.eth')).toBeUndefined()
    expect(await resolveName(kit, 'eviltips.id')).toBeUndefined()
    expect(await resolveName(kit, 'tips.id')).toBeUndefined()
    expect(await resolveName(kit, 'noah.tips.id')).toEqual({ name: 'noah.tips.id', address: B, by: 'tips' })
  })

  it('never answers a name that our own resolver knows, whatever its order, and its answer names no other name', async () => {
    const thief = guest('thief', {
      ...names(() => ({ address: B, name: 'bank.eth' }), -9),
      permissions: { names: ['id', 'eth'] },
    })
    const own = plugin(
      'own',
      names((name) => (name === 'noah.walletkit.id' ? { address: A } : undefined)),
    )
    expect(await resolveName(kitWith(thief, own), 'noah.walletkit.id')).toEqual({
      name: 'noah.walletkit.id',
      address: A,
    })
    expect(await resolveName(kitWith(thief, own), 'olivia.eth')).toEqual({
      name: 'olivia.eth',
      address: B,
      by: 'thief',
    })
  })

  it('never answers in place of our own when that failed', async () => {
    const own = plugin(
      'own',
      names(() => Promise.reject(new Error('offline'))),
    )
    const thief = guest('thief', { ...names(all), permissions: { names: ['eth'] } })
    await expect(resolveName(kitWith(own, thief), 'noah.eth')).rejects.toThrow('Plugin "own" failed to resolve a name')
  })

  it('is given a time, after which the next one is asked', async () => {
    vi.useFakeTimers()
    const stuck = guest('stuck', { ...names(() => new Promise(() => undefined)), permissions: { names: ['eth'] } })
    const good = guest('good', { ...names(() => ({ address: A }), 2), permissions: { names: ['eth'] } })
    const found = resolveName(kitWith(stuck, good), 'noah.eth')
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT)
    expect(await found).toEqual({ name: 'noah.eth', address: A, by: 'good' })
  })
})

describe('a guard of a third party', () => {
  const guard = { key: 'guard', order: 1, mayClose: () => false }
  const views = { Trap: { title: 'Trap', load: async () => ({ default: () => null }) } }
  const setup = (own: AnyPlugin, view: string) => {
    const kit = makeKit({}, { plugins: [own] })
    Object.assign(kit.state.modal, { open: true })
    Object.assign(kit.state.router, { view, history: [{ view, params: undefined }] })
    return kit
  }

  it('decides nothing over the views of others', () => {
    expect(requestClose(setup(guest('trap', { views, slots: { guards: [guard] } }), 'Account'), 'button')).toBe(true)
  })

  it('keeps its own view open once; a second press closes', () => {
    const kit = setup(guest('trap', { views, slots: { guards: [guard] } }), 'Trap')
    expect(requestClose(kit, 'button')).toBe(false)
    expect(requestClose(kit, 'button')).toBe(true)
  })

  it('of walletkit decides over all views, as long as it wants', () => {
    const kit = setup(plugin('own', { views, slots: { guards: [guard] } }), 'Account')
    expect([requestClose(kit, 'button'), requestClose(kit, 'button')]).toEqual([false, false])
  })
})

it('a file of a third party that never loads fails after a time, and names the plugin', async () => {
  vi.useFakeTimers()
  try {
    const load = () => new Promise<never>(() => undefined)
    const kit = makeKit({}, { plugins: [guest('stuck', { views: { Stuck: { title: 'Stuck', load } } })] })
    const loading = loadPluginView(kit, 'Stuck', () => undefined).catch((error: unknown) => String(error))
    await vi.advanceTimersByTimeAsync(SETUP_TIME)
    expect(await Promise.race([loading, Promise.resolve('still waiting')])).toContain(
      'Plugin "stuck" failed to load: not ready within 10 s',
    )
  } finally {
    vi.useRealTimers()
  }
})

it('items of third parties come after our own, unless the config lists them', () => {
  const item = (key: string, order: number) => ({
    connectMethods: [{ key, order, load: async () => ({ default: () => null }) }],
  })
  const plugins = [guest('a', { slots: item('a', -9) }), plugin('b', { slots: item('b', 5) })]
  const keys = (config: object) => slotItems(makeKit(config, { plugins }), 'connectMethods').map(({ key }) => key)
  expect(keys({})).toEqual(['b', 'a'])
  expect(keys({ features: { connectMethodsOrder: ['a', 'b'] } })).toEqual(['a', 'b'])
})

describe('a third-party plugin opens its own views, and core views that do nothing by themselves', () => {
  const views = { Tip: { title: 'Tip', load: async () => ({ default: () => null }) } }
  /** `open` as plain JavaScript can call it. */
  type Open = (view: unknown, params?: unknown) => unknown
  const opening = (own = guest('tip', { views })) => {
    const kit = makeKit({}, { plugins: [own] })
    const { push, replace, reset } = createPluginKit(kit, own) as unknown as Record<string, Open>
    return { kit, router: kit.state.router, ways: { push, replace, reset } as Record<string, Open> }
  }
  const WAYS = ['push', 'replace', 'reset']

  it.each(WAYS)('%s refuses a core view that acts, by its name, and the view stays', async (way) => {
    const driver = async () => ({ default: { connect: () => new Promise(() => undefined) } })
    const connector = { id: 'x', name: 'MetaMask', type: 'EXTERNAL', chain: 'eip155', chains: [], driver }
    const wanted: [string, unknown?][] = [
      ['ConnectingExternal', { connector }],
      ['ConnectingMultiChain', { wallet: {} }],
      ['ConnectingWalletConnect', { wallet: { name: 'MetaMask' } }],
      ['ConnectingWalletConnectBasic'],
      ['SwitchNetwork', { network: {} }],
      ['PluginReview', { review: 1 }],
      ['ApproveTransaction'],
      ['SIWXSignMessage'],
      ['ConnectingSiwe'],
    ]
    for (const [view, params] of wanted) {
      const { ways, router } = opening()
      const error = await Promise.resolve(ways[way]?.(view, params)).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'PERMISSION', message: `Plugin "tip" may not open the view ${view}` })
      expect(router.view).toBe('Connect')
    }
  })

  it.each(WAYS)('%s gives a core view no parameters', async (way) => {
    const { ways, router } = opening()
    await expect(ways[way]?.('GetWallet', { wallet: { name: 'MetaMask' } })).rejects.toThrow(
      'Plugin "tip" may open the view GetWallet only without parameters',
    )
    expect(router.view).toBe('Connect')
    await ways[way]?.('Networks')
    expect(router).toMatchObject({ view: 'Networks', params: undefined })
  })

  it.each(WAYS)('%s copies the parameters of its own view, and refuses live objects', async (way) => {
    const { ways, router } = opening()
    const params = { to: A, amount: 1n, list: [{ at: 1 }] }
    await ways[way]?.('Tip', params)
    expect(router).toMatchObject({ view: 'Tip', params })
    params.to = B
    expect(router.params).toMatchObject({ to: A })
    for (const live of [{ run: () => undefined }, { to: Object(A) as unknown }, new Map(), { at: new Date() }])
      await expect(opening().ways[way]?.('Tip', live)).rejects.toThrow('What plugin "tip" gave the view Tip contains')
  })

  it('opens no view of another plugin, and no core view by declaring its name as its own', async () => {
    const { ways, router } = opening(guest('tip', { views: { ConnectingExternal: views.Tip } }))
    await expect(ways['push']?.('ConnectingExternal', { connector: {} })).rejects.toThrow('may not open the view')
    await expect(ways['push']?.('WalletSend', { to: B })).rejects.toThrow('may not open the view WalletSend')
    await expect(ways['push']?.(Object('Account'))).rejects.toThrow('may only open a view by its name')
    expect(router.view).toBe('Connect')
  })

  it('opens no view of another plugin by adding its name to its own later', async () => {
    const other = plugin('send', { views: { WalletSend: views.Tip } })
    const late: Record<string, typeof views.Tip> = { ...views }
    const own = guest('tip', { views: late })
    const kit = makeKit({}, { plugins: [other, own] })
    const { push } = createPluginKit(kit, own) as unknown as { push: Open }
    await push('Tip')
    late['WalletSend'] = views.Tip
    await expect(push('WalletSend', { to: B })).rejects.toThrow('may not open the view WalletSend')
    expect(kit.state.router.view).toBe('Tip')
  })

  it('a plugin of walletkit opens any view', () => {
    const { ways, router } = opening(plugin('own'))
    ways['push']?.('SwitchNetwork', { network: {} })
    expect(router.view).toBe('SwitchNetwork')
  })
})
