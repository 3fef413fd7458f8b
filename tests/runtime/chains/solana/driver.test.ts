import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import driver from '../../../../runtime/chains/solana/driver.ts'
import { parseAccounts } from '../../../../runtime/chains/solana/standard.ts'
import type { SessionEvents } from '../../../../runtime/contracts/connector.ts'
import { connectorOf, devnet, kitOf, local, mainnet } from './kit.ts'
import { createStandardWallet, FIRST, KEYS, SECOND, THIRD } from './wallet.ts'

type Options = Parameters<typeof createStandardWallet>[0]
const setUp = (options: Options = {}, networks = [mainnet(), devnet()]) => {
  const made = createStandardWallet(options)
  return { ...made, kit: kitOf(networks), connector: connectorOf(made.wallet) }
}
const eoa = (...addresses: string[]) => addresses.map((address) => ({ address, type: 'eoa' }))

describe('connect', () => {
  it('returns accounts, network and our own provider', async () => {
    const { kit, connector, methods } = setUp()
    const session = await driver.connect(kit, connector)
    expect(session).toMatchObject({ accounts: eoa(FIRST, SECOND), caipNetworkId: mainnet().caipNetworkId })
    expect(session).not.toHaveProperty('approvedCaipNetworkIds')
    expect(session.provider).toMatchObject({ address: FIRST })
    expect(methods()).toEqual(['connect'])
    // Connecting again returns the same object, because apps keep it.
    expect((await driver.connect(kit, connector)).provider).toBe(session.provider)
  })

  it("keeps the page's network when the wallet serves it", async () => {
    const { kit, connector } = setUp({ chains: ['solana:devnet', 'solana:mainnet'] })
    kit.state.networks.solana.caipNetwork = devnet()
    expect((await driver.connect(kit, connector)).caipNetworkId).toBe(devnet().caipNetworkId)
  })

  it('uses the first network that the wallet serves, and lists the served ones', async () => {
    const { kit, connector } = setUp({ chains: ['solana:devnet'] })
    expect(await driver.connect(kit, connector)).toMatchObject({
      caipNetworkId: devnet().caipNetworkId,
      approvedCaipNetworkIds: [devnet().caipNetworkId],
    })
  })

  it('treats a network of any other genesis as a local one', async () => {
    const { kit, connector } = setUp({ chains: ['solana:localnet'] }, [mainnet(), local()])
    expect((await driver.connect(kit, connector)).caipNetworkId).toBe(local().caipNetworkId)
  })

  it('rejects a wallet without an account on any of the networks, and names the reason', async () => {
    const { kit, connector } = setUp({ chains: ['solana:testnet'] })
    await expect(driver.connect(kit, connector)).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
      message: 'Test wallet has no account on Solana, Solana Devnet',
    })
  })

  it('omits accounts that do not serve the network', async () => {
    const { kit, wallet, connector, accountOf } = setUp()
    const [first, second] = KEYS.slice(0, 2).map((key, at) => accountOf(key, at ? wallet.chains : ['solana:testnet']))
    wallet.features['standard:connect'] = { connect: async () => ({ accounts: [first, second] }) }
    expect((await driver.connect(kit, connector)).accounts).toEqual(eoa(SECOND))
  })

  it('reads the accounts from the wallet when its answer has none', async () => {
    const { kit, wallet, connector, change } = setUp()
    change({ keys: KEYS.slice(2, 3) })
    wallet.features['standard:connect'] = { connect: async () => undefined }
    expect((await driver.connect(kit, connector)).accounts).toEqual(eoa(THIRD))
  })

  it('throws a rejection unchanged', async () => {
    const { kit, connector, switches } = setUp()
    switches.refuse = true
    await expect(driver.connect(kit, connector)).rejects.toMatchObject({ code: 4001 })
  })

  it('reports a wallet that shares no Solana account', async () => {
    const { kit, wallet, connector } = setUp({ keys: [] })
    await expect(driver.connect(kit, connector)).rejects.toThrow('Test wallet shares no Solana account')
    const bitcoin = { address: FIRST, publicKey: KEYS[0]?.publicKey.toBytes(), chains: ['bitcoin:mainnet'] }
    wallet.features['standard:connect'] = { connect: async () => ({ accounts: [bitcoin] }) }
    await expect(driver.connect(kit, connector)).rejects.toThrow('Test wallet shares no Solana account')
  })
})

describe('resume', () => {
  it('asks silently', async () => {
    const { kit, connector, asked } = setUp()
    expect((await driver.resume(kit, connector))?.accounts).toEqual(eoa(FIRST, SECOND))
    expect(asked).toEqual([['connect', { silent: true }]])
  })

  it('restores nothing when the wallet no longer authorises the page, however it reports that', async () => {
    const { kit, connector, switches } = setUp()
    switches.authorised = false
    expect(await driver.resume(kit, connector)).toBeUndefined()
    switches.refuse = true
    expect(await driver.resume(kit, connector)).toBeUndefined()
  })

  it('throws an error that is not a rejection', async () => {
    const { kit, wallet, connector } = setUp()
    wallet.features['standard:connect'] = { connect: () => Promise.reject(new Error('locked up')) }
    await expect(driver.resume(kit, connector)).rejects.toThrow('locked up')
  })
})

describe('disconnect', () => {
  it('notifies the wallet, and closes the provider', async () => {
    const { kit, connector, methods } = setUp()
    const { provider } = await driver.connect(kit, connector)
    await driver.disconnect(kit, connector)
    expect(methods()).toEqual(['connect', 'disconnect'])
    const held = provider as { address?: string; signMessage: (message: Uint8Array) => Promise<unknown> }
    expect(held.address).toBeUndefined()
    await expect(held.signMessage(new Uint8Array(1))).rejects.toMatchObject({ code: 4900 })
    expect(methods()).toEqual(['connect', 'disconnect'])
  })

  it.each([
    ['lacks it', undefined],
    ['refuses', { disconnect: () => Promise.reject(new Error('no')) }],
    [
      'throws at once',
      {
        disconnect: () => {
          throw new Error('no')
        },
      },
    ],
  ])('succeeds with a wallet that %s', async (_what, feature) => {
    const { kit, wallet, connector } = setUp()
    wallet.features['standard:disconnect'] = feature
    await expect(driver.disconnect(kit, connector)).resolves.toBeUndefined()
  })

  it('waits at most a second for a wallet that never answers', async () => {
    vi.useFakeTimers()
    const { kit, wallet, connector } = setUp()
    wallet.features['standard:disconnect'] = { disconnect: () => new Promise(() => {}) }
    const gone = driver.disconnect(kit, connector)
    await vi.advanceTimersByTimeAsync(1000)
    await expect(gone).resolves.toBeUndefined()
    vi.useRealTimers()
  })
})

describe('watch', () => {
  const watched = async (options: Options = {}, networks = [mainnet(), devnet()]) => {
    const made = setUp(options, networks)
    const session = await driver.connect(made.kit, made.connector)
    const told: [string, unknown?][] = []
    const on: SessionEvents = {
      accounts: (accounts) => void told.push(['accounts', accounts]),
      network: (id) => void told.push(['network', id]),
      approved: (ids) => void told.push(['approved', ids]),
      disconnect: () => void told.push(['disconnect']),
    }
    made.kit.state.networks.solana.approvedCaipNetworkIds = session.approvedCaipNetworkIds && [
      ...session.approvedCaipNetworkIds,
    ]
    return { ...made, told, stop: driver.watch(made.kit, made.connector, on), session }
  }

  it('reports account changes', async () => {
    const { change, told, session } = await watched()
    change({ keys: KEYS.slice(1) })
    expect(told).toEqual([['accounts', [SECOND, THIRD]]])
    expect(session.provider).toMatchObject({ address: SECOND })
  })

  it('disconnects when the last account disappears', async () => {
    const { change, told, session } = await watched()
    change({ keys: [] })
    expect(told).toEqual([['disconnect']])
    expect(session.provider).toMatchObject({ address: undefined })
  })

  it('reports networks that the wallet drops, and those that return', async () => {
    const { change, told, kit } = await watched()
    change({ chains: ['solana:devnet'] })
    expect(told).toEqual([
      ['approved', [devnet().caipNetworkId]],
      ['accounts', [FIRST, SECOND]],
      ['network', devnet().caipNetworkId],
    ])
    told.length = 0
    kit.state.networks.solana.approvedCaipNetworkIds = [devnet().caipNetworkId]
    change({ chains: ['solana:devnet', 'solana:mainnet'] })
    expect(told).toContainEqual(['approved', [mainnet().caipNetworkId, devnet().caipNetworkId]])
    told.length = 0
    change({ chains: [] })
    expect(told).toEqual([['disconnect']])
  })

  it('keeps its state when a wallet sends invalid data', async () => {
    const { kit, wallet, connector } = setUp()
    let tell: (change: unknown) => void = () => {}
    wallet.features['standard:events'] = { on: (_event: string, listener: typeof tell) => ((tell = listener), {}) }
    await driver.connect(kit, connector)
    const told: unknown[] = []
    const note = (value?: unknown) => void told.push(value)
    const stop = driver.watch(kit, connector, { accounts: note, network: note, disconnect: note })
    fc.assert(
      fc.property(
        fc.anything().filter((change) => !Array.isArray((change as { accounts?: unknown } | null)?.accounts)),
        (change) => {
          told.length = 0
          tell(change)
          expect(told.flat().every((each) => each === FIRST || each === SECOND)).toBe(true)
        },
      ),
    )
    expect(() => stop()).not.toThrow()
  })

  it('stops listening on request', async () => {
    const { change, told, stop, listening } = await watched()
    expect(listening()).toBe(1)
    stop()
    expect(listening()).toBe(0)
    change({ keys: [] })
    expect(told).toEqual([])
  })
})

describe('accounts', () => {
  it("are the wallet's own objects, each once, and only with matching address and key", () => {
    const { accountOf } = createStandardWallet()
    const [first, second] = KEYS.map((key) => accountOf(key))
    const other = { ...second, publicKey: first?.publicKey }
    const parsed = parseAccounts([first, { ...first }, other, second])
    expect(parsed?.map(({ address }) => address)).toEqual([FIRST, SECOND])
    expect(parsed?.[0]).toBe(first)
    expect(parseAccounts({ length: 1, 0: first })).toBeUndefined()
  })

  it('of any shape are parsed or omitted', () => {
    const { accountOf } = createStandardWallet()
    const valid = KEYS.map((key) => accountOf(key))
    const near = fc.constantFrom(...valid).chain((account) =>
      fc.record({
        address: fc.oneof(fc.constant(account.address), fc.anything()),
        publicKey: fc.oneof(fc.constant(account.publicKey), fc.anything(), fc.uint8Array()),
        chains: fc.oneof(fc.constant(account.chains), fc.anything()),
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.oneof(near, fc.anything()))), (value) => {
        for (const { address } of parseAccounts(value) ?? []) expect([FIRST, SECOND, THIRD]).toContain(address)
      }),
    )
  })
})
