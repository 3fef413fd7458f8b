/** Account names with the real sandbox: lookups, signatures, and registrations. */
import { isHex, verifyMessage, type Hex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { NAME_LIFETIME } from '../../../plugins/names/cache.ts'
import { close as closeModal } from '../../../runtime/actions/close.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { push, reset } from '../../../runtime/state/navigate.ts'
import { open as openModal } from '../../../runtime/actions/open.ts'
import { findView } from '../../../runtime/host/findView.ts'
import { memoryStorage, sandboxConfig, solana } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openNames } from './kit.ts'

const sandbox = useSandbox()
const open = (options?: Parameters<typeof openNames>[1]) => openNames(sandbox(), options)
const NOAH = () => sandbox().accounts[0]?.address ?? ''
const failing = { status: 500, text: 'no JSON' }
const refusing = (description: string) => ({
  status: 400,
  body: { status: 'FAILED', reasons: [{ name: 'name', description }] },
})
let count = 0
const free = () => `fresh-${++count}`

describe('looking up', () => {
  it('a name gives its addresses and attributes [S7.api.14]', async () => {
    const { api, recorder } = await open()
    const profile = await api.resolve('noah.walletkit.id')
    expect(recorder.asked('/v1/profile/account/noah.walletkit.id')).toMatchObject([
      { method: 'GET', query: { apiVersion: '2', projectId: 'unit' } },
    ])
    expect(profile?.addresses['60']).toEqual({ address: NOAH() })
    expect(profile?.attributes[0]?.bio).toBe('Tries everything first')
    expect(await api.resolve('nobody.walletkit.id')).toBeUndefined()
  })

  it('an address gives its names [S7.api.15]', async () => {
    const { api, recorder } = await open()
    expect(await api.reverse(NOAH(), '0xsender')).toEqual(['noah.walletkit.id'])
    expect(recorder.asked(`/v1/profile/reverse/${NOAH()}`)).toMatchObject([
      { method: 'GET', query: { sender: '0xsender', apiVersion: '2' } },
    ])
    // An account without a name is no error.
    expect(await api.reverse('0x000000000000000000000000000000000000dEaD', undefined)).toEqual([])
  })

  it('a part of a name gives names like it [S7.api.16]', async () => {
    const { api, recorder } = await open()
    const found = await api.suggestions('noah', { zone: 'walletkit.id', suffix: '.walletkit.id' })
    expect(found[0]).toEqual({ name: 'noah', registered: true })
    expect(found[1]).toEqual({ name: 'noah-1', registered: false })
    const ali = await api.suggestions('ali', { zone: 'walletkit.id', suffix: '.walletkit.id' })
    expect(ali.length).toBeGreaterThan(0)
    expect(recorder.asked('/v1/profile/suggestions/ali')).toMatchObject([
      { method: 'GET', query: { zone: 'walletkit.id' } },
    ])
  })

  it('asks for the zone of the config [S9.names.01]', async () => {
    const { controller, recorder } = await open({ options: { suffix: '.test.eth', zone: 'my.zone' } })
    recorder.answer('/v1/profile/suggestions/alice', { body: { suggestions: [] } })
    controller.setLabel('alice')
    await expect.poll(() => recorder.asked('/v1/profile/suggestions/alice')).toHaveLength(1)
    expect(recorder.asked('/v1/profile/suggestions/alice')[0]?.query['zone']).toBe('my.zone')
  })

  it('says the fixed text when a service fails without a reason [S8.throw.17] [S8.throw.18] [S8.throw.19]', async () => {
    const { api, recorder } = await open()
    recorder.answer('/v1/profile/account/a.x', failing)
    recorder.answer('/v1/profile/suggestions/ali', failing)
    recorder.answer('/v1/profile/reverse/0x1', failing)
    await expect(api.resolve('a.x')).rejects.toThrow(/^Error resolving name$/)
    await expect(api.suggestions('ali', { zone: 'z', suffix: '.x' })).rejects.toThrow(
      /^Error fetching name suggestions$/,
    )
    await expect(api.reverse('0x1', undefined)).rejects.toThrow(/^Error fetching names for address$/)
  })

  it('says the server’s first reason where there is one [S8.throw.20]', async () => {
    const { api, recorder } = await open()
    for (const path of ['account/a.x', 'suggestions/ali', 'reverse/0x1'])
      recorder.answer(`/v1/profile/${path}`, refusing('Name taken'))
    await expect(api.resolve('a.x')).rejects.toThrow(/^Name taken$/)
    await expect(api.suggestions('ali', { zone: 'z', suffix: '.x' })).rejects.toThrow(/^Name taken$/)
    await expect(api.reverse('0x1', undefined)).rejects.toThrow(/^Name taken$/)
  })
})

describe('the cache of names', () => {
  it('keeps an address’s names with the time, by CAIP-10 address [S3.cache.03]', async () => {
    const { controller, storage } = await open()
    const before = Date.now()
    await controller.reverse(NOAH())
    const held = JSON.parse(storage.get('@appkit/ens_cache') ?? '{}') as Record<string, { timestamp: number }>
    const entry = held[`eip155:31337:${NOAH()}`]
    expect(entry).toMatchObject({ value: ['noah.walletkit.id'] })
    expect(entry?.timestamp).toBeGreaterThanOrEqual(before)
  })

  it('answers for five minutes, and no longer [S9.cache.03]', async () => {
    const { controller, recorder } = await open()
    const path = `/v1/profile/reverse/${NOAH()}`
    const now = vi.spyOn(Date, 'now')
    const start = 1_790_000_000_000
    try {
      now.mockReturnValue(start)
      expect(await controller.reverse(NOAH())).toEqual(['noah.walletkit.id'])
      now.mockReturnValue(start + NAME_LIFETIME - 1)
      expect(await controller.reverse(NOAH())).toEqual(['noah.walletkit.id'])
      expect(recorder.asked(path)).toHaveLength(1)
      now.mockReturnValue(start + NAME_LIFETIME)
      await controller.reverse(NOAH())
      expect(recorder.asked(path)).toHaveLength(2)
    } finally {
      now.mockRestore()
    }
    expect(NAME_LIFETIME).toBe(300_000)
  })

  it('takes whatever storage holds for nothing', async () => {
    for (const held of ['no JSON', '7', '{"x":null}', `{"eip155:31337:${NOAH()}":{"timestamp":1e99,"value":["x"]}}`]) {
      const storage = memoryStorage()
      storage.set('@appkit/ens_cache', held)
      const { controller } = await open({ storage })
      expect(await controller.reverse(NOAH())).toEqual(['noah.walletkit.id'])
    }
  })

  it('is not asked outside of eip155', async () => {
    const { controller, kit, recorder } = await open()
    kit.state.networks.activeChain = 'solana'
    expect(await controller.reverse(NOAH())).toEqual([])
    expect(recorder.asked(`/v1/profile/reverse/${NOAH()}`)).toEqual([])
  })
})

describe('typing', () => {
  it('asks once it rests, and drops what an older text gave', async () => {
    const { controller, recorder, state } = await open()
    for (const text of ['n', 'no', 'noa', 'noah', 'noahs', 'noah']) controller.setLabel(text)
    expect(state.availability).toBe('checking')
    await expect.poll(() => state.availability).toBe('taken')
    expect(recorder.asked('/v1/profile/suggestions/noah')).toHaveLength(1)
    expect(recorder.asked('/v1/profile/suggestions/noahs')).toHaveLength(0)
    expect(state.suggestions.map(({ registered }) => registered)).toContain(false)
    const label = free()
    controller.setLabel(label)
    await expect.poll(() => state.availability).toBe('free')
  })

  it('asks nothing for what can be no name', async () => {
    const { controller, recorder, state } = await open()
    for (const text of ['abc', 'al ice', 'al_ice']) controller.setLabel(text)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(recorder.asked().filter(({ path }) => path.includes('suggestions'))).toEqual([])
    expect(state.availability).toBe('unknown')
  })

  it('says what failed, in the server’s words', async () => {
    const { controller, recorder, state } = await open()
    recorder.answer('/v1/profile/suggestions/alice', failing)
    controller.setLabel('alice')
    await expect.poll(() => state.error).toBe('Error fetching name suggestions')
    recorder.answer('/v1/profile/suggestions/alice', refusing('Come back later'))
    controller.setLabel('alice')
    await expect.poll(() => state.error).toBe('Come back later')
  })

  it('says that the service does not know the network, and does not call each name free', async () => {
    const { controller, recorder, state } = await open()
    recorder.answer('/v1/supported-chains', { body: { http: ['eip155:1'], ws: [] } })
    controller.setLabel('alice')
    await expect.poll(() => state.availability).not.toBe('checking')
    expect([state.availability, state.error]).toEqual(['failed', 'Network not found'])
  })

  it('says what failed in the visitor’s language; the server’s own words stay as they are', async () => {
    const messages = { 'error.NAME_SUGGESTIONS': 'Keine Vorschläge', 'error.NAME_DECLINED': 'Signatur abgelehnt' }
    const { controller, recorder, state, wallet, kit } = await open({ config: { messages } })
    recorder.answer('/v1/profile/suggestions/alice', failing)
    controller.setLabel('alice')
    await expect.poll(() => state.error).toBe('Keine Vorschläge')
    recorder.answer('/v1/profile/suggestions/alice', refusing('Come back later'))
    controller.setLabel('alice')
    await expect.poll(() => state.error).toBe('Come back later')
    wallet.set({ answer: 'reject' })
    await expect(controller.register()).rejects.toThrow(/^Signature declined$/)
    expect(state.error).toBe('Signatur abgelehnt')
    expect(kit.state.toast.open).toBe(false)
  })
})

describe('a registration', () => {
  it('signs and posts, and the name is the account’s [S7.api.17] [S4.names.01] [S4.names.07]', async () => {
    const { controller, state, kit, posts, signed, view, profileName, tracked } = await open()
    const label = free()
    const name = `${label}.walletkit.id`
    controller.setLabel(label.toUpperCase())
    const registering = controller.register()
    // This has changed at once, before the wallet was asked.
    expect([state.loading, view(), kit.state.router.history.length]).toEqual([true, 'RegisterAccountNameSuccess', 1])
    expect(signed()).toEqual([])
    await registering
    expect(state.loading).toBe(false)
    const [post, ...more] = posts()
    expect(more).toEqual([])
    const body = post?.body as { coin_type: number; address: Hex; message: string; signature: Hex }
    expect(Object.keys(body).sort()).toEqual(['address', 'coin_type', 'message', 'signature'])
    expect(body.coin_type).toBe((0x80000000 | 31337) >>> 0)
    const { name: said, attributes, timestamp } = JSON.parse(body.message) as Record<string, unknown>
    expect([said, attributes]).toEqual([name, {}])
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(30)
    expect(isHex(body.signature) && (await verifyMessage(body))).toBe(true)
    expect([profileName(), view(), state.registration?.step]).toEqual([name, 'RegisterAccountNameSuccess', 'done'])
    expect(await controller.reverse(body.address)).toEqual([name])
    expect(tracked.filter(({ event }) => /NAME/.test(event))).toEqual([
      { event: 'REGISTER_NAME_INITIATED', properties: { isSmartAccount: false, ensName: name } },
      { event: 'REGISTER_NAME_SUCCESS', properties: { isSmartAccount: false, ensName: name } },
    ])
    // Ask the sandbox itself.
    const reply = await fetch(`${sandbox().url}/v1/profile/account/${name}?projectId=p`)
    expect(((await reply.json()) as { addresses: object }).addresses).toMatchObject({
      [String(body.coin_type)]: { address: body.address },
    })
  })

  it.each([
    { status: 200, text: 'done' },
    { status: 201, body: {} },
    { status: 204, text: '' },
  ])('takes any 2xx for a yes: %o [S7.api.17]', async (reply) => {
    const { controller, recorder, profileName } = await open()
    recorder.answer('/v1/profile/account', reply)
    const label = free()
    controller.setLabel(label)
    await controller.register()
    expect(profileName()).toBe(`${label}.walletkit.id`)
  })

  it('goes under the suffix of the config [S1.names.02]', async () => {
    const { controller, recorder, posts, profileName } = await open({ options: { suffix: '.test.eth' } })
    recorder.answer('/v1/profile/account', { status: 200 })
    expect(controller.options.suffix).toBe('.test.eth')
    controller.setLabel('alice')
    await controller.register()
    const { message } = posts()[0]?.body as { message: string }
    expect([(JSON.parse(message) as { name: string }).name, profileName()]).toEqual([
      'alice.test.eth',
      'alice.test.eth',
    ])
  })

  it('that is refused rethrows the server’s reason, and leads back with what was typed [S4.names.06] [S4.names.07]', async () => {
    const { controller, recorder, state, view, kit, profileName, tracked } = await open()
    recorder.answer('/v1/profile/account', refusing('Taken'))
    controller.setLabel('alice')
    await expect(controller.register()).rejects.toThrow(/^Taken$/)
    expect([state.loading, state.error, state.label, view()]).toEqual([false, 'Taken', 'alice', 'RegisterAccountName'])
    expect(kit.state.router.history.map((each) => each.view)).toEqual(['Account', 'RegisterAccountName'])
    expect(profileName()).toBeUndefined()
    expect(tracked.at(-1)).toMatchObject({ event: 'REGISTER_NAME_ERROR', properties: { error: 'Taken' } })
  })

  it('of a taken name is refused by the service itself', async () => {
    const { controller, view } = await open()
    controller.setLabel('noah')
    await expect(controller.register()).rejects.toThrow('noah.walletkit.id is already taken')
    expect(view()).toBe('RegisterAccountName')
  })

  it('that is not signed is not posted', async () => {
    const { controller, wallet, posts, state, view } = await open()
    wallet.set({ answer: 'reject' })
    controller.setLabel(free())
    await expect(controller.register()).rejects.toThrow('Signature declined')
    expect(posts()).toEqual([])
    expect([state.loading, view()]).toEqual([false, 'RegisterAccountName'])
  })

  it('that fails after the visitor closed the modal leaves the screen that is shown by then, and says why', async () => {
    const { controller, recorder, kit, posts, view } = await open()
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    recorder.answer('/v1/profile/account', () => held.then(() => refusing('Taken')))
    controller.setLabel('alice')
    const registering = controller.register().catch((error: unknown) => error)
    await expect.poll(() => posts()).toHaveLength(1)
    closeModal(kit)
    // The visitor opens it again a moment later.
    await new Promise((resolve) => setTimeout(resolve))
    openModal(kit, { view: 'Account' })
    push(kit.state.router, 'Networks')
    answer()
    expect(await registering).toEqual(new Error('Taken'))
    expect([view(), kit.state.modal.open]).toEqual(['Networks', true])
    expect(kit.state.toast).toMatchObject({ open: true, message: 'Taken', variant: 'error' })
    // The form has the name and the reason when it opens again.
    expect(controller.state).toMatchObject({ label: 'alice', error: 'Taken' })
  })

  it('is not shown as that of another network, which became active before the service answered', async () => {
    const { controller, kit, posts, recorder, state } = await open()
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    recorder.answer('/v1/profile/account', () => held.then(() => ({ status: 200, body: {} })))
    controller.setLabel(free())
    const registering = controller.register()
    await expect.poll(() => posts()).toHaveLength(1)
    await switchNetwork(kit, 'eip155:31338')
    answer()
    await registering
    expect([state.registration?.step, state.own]).toEqual(['done', undefined])
  })

  it('is made once, however often it is pressed', async () => {
    const { controller, posts, signed } = await open()
    controller.setLabel(free())
    await Promise.all([controller.register(), controller.register()])
    expect([posts().length, signed().length]).toEqual([1, 1])
  })
})

describe('a registration needs', () => {
  const refused = async (opened: Awaited<ReturnType<typeof open>>, text: string) => {
    reset(opened.kit.state.router, 'RegisterAccountName')
    opened.controller.setLabel('alice')
    await expect(opened.controller.register()).rejects.toThrow(new RegExp(`^${text}$`))
    expect(opened.posts()).toEqual([])
    expect(opened.signed()).toEqual([])
    expect([opened.state.error, opened.state.loading, opened.view()]).toEqual([text, false, 'RegisterAccountName'])
  }

  it('an active network [S5.names.03] [S8.throw.15]', async () => {
    const opened = await open()
    opened.kit.state.networks.eip155.caipNetwork = undefined
    await refused(opened, 'Network not found')
  })
  it('a network that the service knows', async () => {
    const opened = await open()
    opened.recorder.answer('/v1/supported-chains', { body: { http: ['eip155:1'], ws: [] } })
    opened.controller.setLabel('alice')
    await expect(opened.controller.register()).rejects.toThrow(/^Network not found$/)
    expect([opened.posts(), opened.signed()]).toEqual([[], []])
  })
  it('an address [S5.names.04] [S8.throw.16]', async () => {
    await refused(await open({ by: 'nobody' }), 'Address or auth connector not found')
  })
  it('the email or social wallet [S5.names.05] [S8.throw.16]', async () => {
    await refused(await open({ by: 'wallet' }), 'Address or auth connector not found')
  })
  it('a chain id below 2^31 [S5.names.06]', async () => {
    const opened = await open()
    const { caipNetwork } = opened.kit.state.networks.eip155
    if (caipNetwork) caipNetwork.id = 2147483648
    await refused(opened, 'Invalid chainId')
  })
})

describe('the views', () => {
  it.each([
    ['register-account-name', 'RegisterAccountName'],
    ['register-account-name-success', 'RegisterAccountNameSuccess'],
  ])('%s is another name of %s', async (alias, view) => {
    const { kit } = await open()
    expect(findView(kit, alias)?.view).toBe(findView(kit, view)?.view)
    expect(findView(kit, alias)).toBeDefined()
    openModal(kit, { view: alias })
    expect(kit.state.modal.open).toBe(true)
  })
})

it('a name that the account has already is shown, and asked for once', async () => {
  const { controller, state, profileName, recorder } = await open()
  await controller.fetchOwn()
  await controller.fetchOwn()
  expect(state.own?.[0]).toBe('noah.walletkit.id')
  expect(profileName()).toBe('noah.walletkit.id')
  expect(recorder.asked(`/v1/profile/reverse/${NOAH()}`)).toHaveLength(1)
})

it('a site whose networks hold no eip155 looks nothing up', async () => {
  const { api, recorder } = await open({
    config: { networks: [solana()], services: sandboxConfig(sandbox()).services ?? {} },
    by: 'nobody',
  })
  expect(await api.resolve('noah.walletkit.id')).toBeUndefined()
  expect(recorder.asked()).toEqual([])
})
