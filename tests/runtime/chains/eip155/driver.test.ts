import { afterEach, describe, expect, it, vi } from 'vitest'
import { NoAccountError } from '../../../../runtime/errors/unusable.ts'
import driver from '../../../../runtime/chains/eip155/driver.ts'
import { createTestWallet, type TestWalletOptions } from '../../../../runtime/test/index.ts'
import { slowly } from '../../../support/kit.ts'
import { connectorOf, kitOf, methodsOf, networkOf } from './kit.ts'
import { waitFor } from '../../../support/waitFor.ts'

// These URLs lead nowhere: the wallet answers for accounts and chain itself, without a node.
const chains = [
  { id: 31337, rpcUrl: 'http://127.0.0.1:9/' },
  { id: 31338, rpcUrl: 'http://127.0.0.1:9/' },
]
const KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const setUp = (options: Partial<TestWalletOptions> = {}) => {
  const wallet = createTestWallet({ chains, keys: KEYS, ...options })
  return { kit: kitOf(), wallet, connector: connectorOf(wallet.provider) }
}
const fixed = (answers: Record<string, unknown>) =>
  connectorOf({ request: async ({ method }: { method: string }) => answers[method] })
afterEach(() => void vi.useRealTimers())

describe('a wallet that does not report its network', () => {
  const networks = [networkOf(31338, 'http://127.0.0.1:9'), networkOf(31337, 'http://127.0.0.1:9')]
  const slow = (ms: number | undefined) => {
    const { wallet } = setUp()
    return { kit: kitOf({ networks }), connector: connectorOf(slowly(wallet.provider, 'eth_chainId', ms)) }
  }
  const on = () => ({ accounts: vi.fn(), network: vi.fn(), disconnect: vi.fn() })

  it('is connected after 3 s, on the page’s own network', async () => {
    const { kit, connector } = slow(undefined)
    expect(await driver.connect(kit, connector)).toMatchObject({ caipNetworkId: 'eip155:31338' })
  })

  it('moves the page when it reports its network later', async () => {
    const { kit, connector } = slow(3500)
    await driver.connect(kit, connector)
    const [heard, gone] = [on(), on()]
    driver.watch(kit, connector, heard)
    driver.watch(kit, connector, gone)()
    await expect.poll(() => heard.network.mock.calls).toEqual([['eip155:31337']])
    expect(gone.network).not.toHaveBeenCalled()
  })

  it("has no time limit for the visitor's approval", async () => {
    const { wallet } = setUp({ switches: { answer: 'hold' } })
    const asked = driver.connect(kitOf({ networks }), connectorOf(wallet.provider))
    const first = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 3500, 'still open'))])
    expect(first).toBe('still open')
    wallet.settle('approve')
    expect(await asked).toMatchObject({ caipNetworkId: 'eip155:31337' })
  })
})

describe('connect', () => {
  it('gives accounts, network and provider', async () => {
    const { kit, wallet, connector } = setUp()
    const session = await driver.connect(kit, connector)
    expect(session).toEqual({
      accounts: [
        { address: FIRST, type: 'eoa' },
        { address: SECOND, type: 'eoa' },
      ],
      caipNetworkId: 'eip155:31337',
      provider: wallet.provider,
    })
    expect(methodsOf(wallet)).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  it('keeps the wallet on its current network', async () => {
    const { kit, wallet, connector } = setUp({ chainId: 99 })
    expect((await driver.connect(kit, connector)).caipNetworkId).toBe('eip155:99')
    expect(methodsOf(wallet)).not.toContain('wallet_switchEthereumChain')
  })

  it.each(['error', 'plain', 'internal'] as const)('throws a rejection unchanged: %s', async (refusal) => {
    const { kit, connector } = setUp({ switches: { answer: 'reject', refusal } })
    await expect(driver.connect(kit, connector)).rejects.toMatchObject({ message: 'User rejected the request.' })
  })

  it('uses the first of two answers', async () => {
    const { kit, connector } = setUp({ switches: { twice: true } })
    expect((await driver.connect(kit, connector)).accounts[0]?.address).toBe(FIRST)
  })

  it('returns each address once with its checksum, and reads any format of a chain id', async () => {
    for (const [chainId, id] of [
      ['0x89', 137],
      ['137', 137],
      [137, 137],
      [137n, 137],
    ] as const) {
      const connector = fixed({ eth_requestAccounts: [FIRST.toLowerCase(), FIRST], eth_chainId: chainId })
      const session = await driver.connect(kitOf(), connector)
      expect(session.caipNetworkId).toBe(`eip155:${id}`)
      expect(session.accounts).toEqual([{ address: FIRST, type: 'eoa' }])
    }
  })

  it.each([
    [undefined, '0x1'],
    ['0x', '0x1'],
    [[FIRST.slice(0, -1)], '0x1'],
    [[FIRST, 7], '0x1'],
    [{ 0: FIRST, length: 1 }, '0x1'],
    [[FIRST], undefined],
    [[FIRST], '0x'],
    [[FIRST], '-1'],
    [[FIRST], 0],
    [[FIRST], 1.5],
    [[FIRST], '0xffffffffffffffffff'],
    [[FIRST], { chainId: 1 }],
  ])('rejects %j on %j with a clear error', async (accounts, chainId) => {
    const connector = fixed({ eth_requestAccounts: accounts, eth_chainId: chainId })
    await expect(driver.connect(kitOf(), connector)).rejects.toThrow(/^eth_\w+ was answered with /)
  })

  // The first is how the provider of Safe's SDK refuses a method.
  it.each([undefined, -32601, -32004, 4200])(
    'reads the accounts of a wallet without a prompt of its own: %s',
    async (code) => {
      const request = async ({ method }: { method: string }) => {
        if (method === 'eth_accounts') return [FIRST]
        if (method === 'eth_chainId') return '0x1'
        throw Object.assign(new Error(`"${method}" not implemented`), code !== undefined && { code })
      }
      expect(await driver.connect(kitOf(), connectorOf({ request }))).toMatchObject({
        accounts: [{ address: FIRST }],
        caipNetworkId: 'eip155:1',
      })
    },
  )

  it.each([4001, 4100, -32002, -32603])('takes no account from a wallet that refuses its prompt: %s', async (code) => {
    const error = Object.assign(new Error('No'), { code })
    const request = async ({ method }: { method: string }) => {
      if (method === 'eth_requestAccounts') throw error
      return method === 'eth_accounts' ? [FIRST] : '0x1'
    }
    await expect(driver.connect(kitOf(), connectorOf({ request }))).rejects.toBe(error)
  })

  it('says that the wallet shares no account when it answers with an empty list', async () => {
    const connector = fixed({ eth_requestAccounts: [], eth_chainId: '0x1' })
    await expect(driver.connect(kitOf(), connector)).rejects.toBeInstanceOf(NoAccountError)
  })

  it.each([undefined, null, 'x', {}, { request: 1 }])('rejects the provider %j', async (provider) => {
    await expect(driver.connect(kitOf(), connectorOf(provider))).rejects.toThrow('The wallet has no EIP-1193 provider')
  })
})

describe('resume', () => {
  it('restores what the wallet still authorises, without a prompt', async () => {
    const { kit, wallet, connector } = setUp()
    expect(await driver.resume(kit, connector)).toBeUndefined()
    await driver.connect(kit, connector)
    wallet.set({ answer: 'reject' })
    expect((await driver.resume(kit, connector))?.accounts[0]?.address).toBe(FIRST)
    wallet.lock()
    expect(await driver.resume(kit, connector)).toBeUndefined()
    expect(methodsOf(wallet).filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
  })
})

describe('disconnect', () => {
  it.each([
    ['revoke', false],
    ['fail', true],
    ['failAndRevoke', false],
  ] as const)('succeeds when the wallet does: %s', async (revoke, stillThere) => {
    const { kit, wallet, connector } = setUp({ switches: { revoke } })
    await driver.connect(kit, connector)
    await expect(driver.disconnect(kit, connector)).resolves.toBeUndefined()
    expect(wallet.connected()).toBe(stillThere)
  })

  it('waits at most a second for a wallet that never answers', async () => {
    const { kit, connector } = setUp({ switches: { revoke: 'hold' } })
    vi.useFakeTimers()
    const done = vi.fn()
    void driver.disconnect(kit, connector).then(done)
    await vi.advanceTimersByTimeAsync(999)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalled()
  })

  it('succeeds when the provider throws immediately', async () => {
    const connector = connectorOf({
      request: () => {
        throw new Error('gone')
      },
    })
    await expect(driver.disconnect(kitOf(), connector)).resolves.toBeUndefined()
  })
})

describe('watch', () => {
  const watched = async (options?: Partial<TestWalletOptions>) => {
    const { kit, wallet, connector } = setUp(options)
    await driver.connect(kit, connector)
    const on = { accounts: vi.fn(), network: vi.fn(), disconnect: vi.fn() }
    return { wallet, on, stop: driver.watch(kit, connector, on) }
  }

  it('reports accounts, network and disconnection', async () => {
    const { wallet, on } = await watched()
    wallet.changeAccount(1)
    expect(on.accounts).toHaveBeenLastCalledWith([SECOND, FIRST])
    wallet.changeChain(31338)
    expect(on.network).toHaveBeenLastCalledWith('eip155:31338')
    wallet.lock()
    expect(on.disconnect).toHaveBeenCalledTimes(1)
  })

  it('treats a wallet with a lost connection as disconnected only when it no longer authorises the page', async () => {
    const { wallet, on } = await watched()
    wallet.emit('disconnect', { code: 1013 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(on.disconnect).not.toHaveBeenCalled()
    wallet.disconnect()
    await waitFor(() => expect(on.disconnect).toHaveBeenCalled())
  })

  it('ignores invalid account lists and chain ids', async () => {
    const { wallet, on } = await watched()
    for (const payload of [undefined, null, 'x', [7], [FIRST, ''], {}]) wallet.emit('accountsChanged', payload)
    for (const payload of [undefined, null, 'main', -1, {}, '0x']) wallet.emit('chainChanged', payload)
    expect([on.accounts, on.network, on.disconnect].map((each) => each.mock.calls.length)).toEqual([0, 0, 0])
    wallet.emit('chainChanged', 1)
    expect(on.network).toHaveBeenCalledWith('eip155:1')
  })

  it('reports nothing after it stops, even if a check is pending', async () => {
    const { wallet, on, stop } = await watched()
    wallet.emit('disconnect', undefined)
    stop()
    wallet.changeAccount(1)
    wallet.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([on.accounts, on.network, on.disconnect].map((each) => each.mock.calls.length)).toEqual([0, 0, 0])
  })

  it('accepts a provider without events', () => {
    const stop = driver.watch(kitOf(), connectorOf({ request: async () => null }), {
      accounts: vi.fn(),
      network: vi.fn(),
      disconnect: vi.fn(),
    })
    expect(stop).not.toThrow()
  })
})
