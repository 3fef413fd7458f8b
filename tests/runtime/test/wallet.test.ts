import { verifyMessage, verifyTypedData } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createTestWallet,
  installTestWallet,
  TEST_WALLET,
  type TestWalletOptions,
} from '../../../runtime/test/index.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { announce, stubPage } from '../lib/page.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
stubPage()
afterEach(() => void vi.useRealTimers())

const chains = () => sandbox().chains.map(({ id, rpcUrl }) => ({ id, rpcUrl }))
const create = (options: Partial<TestWalletOptions> = {}) =>
  createTestWallet({
    chains: chains().slice(0, 1),
    keys: sandbox()
      .accounts.slice(0, 2)
      .map(({ privateKey }) => privateKey),
    ...options,
  })
const account = (at: number) => sandbox().accounts[at]?.address ?? '0x'
async function connected(options: Partial<TestWalletOptions> = {}) {
  const wallet = create(options)
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return wallet
}
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('the test wallet', () => {
  it('has a UUID on a page without TLS, whose crypto makes none', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect(create().info.uuid).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('shows nothing before the visitor agrees', async () => {
    const wallet = create()
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(
      await failed(wallet.provider.request({ method: 'personal_sign', params: ['0x00', account(0)] })),
    ).toMatchObject({ code: 4100 })
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([account(0), account(1)])
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([account(0), account(1)])
  })

  it('rejects with 4001, in each shape', async () => {
    const wallet = create({ switches: { answer: 'reject' } })
    const ask = () => failed(wallet.provider.request({ method: 'eth_requestAccounts' }))
    expect(await ask()).toMatchObject({ code: 4001 })
    wallet.set({ refusal: 'plain' })
    expect(await ask()).not.toBeInstanceOf(Error)
    wallet.set({ refusal: 'internal' })
    expect(await ask()).toMatchObject({ code: -32603 })
    expect(wallet.connected()).toBe(false)
  })

  it('delays', async () => {
    const wallet = create({ switches: { delay: 5000 } })
    vi.useFakeTimers()
    const answered = vi.fn()
    void wallet.provider.request({ method: 'eth_requestAccounts' }).then(answered)
    await vi.advanceTimersByTimeAsync(4999)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(answered).toHaveBeenCalled()
  })

  it('never answers until it is settled; a second request to connect is refused meanwhile', async () => {
    const wallet = create({ switches: { answer: 'hold' } })
    const first = wallet.provider.request({ method: 'eth_requestAccounts' })
    await waitFor(() => expect(wallet.pending()).toBe(1))
    expect(await failed(wallet.provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: -32002 })
    wallet.settle('reject')
    expect(await failed(first)).toMatchObject({ code: 4001 })
    const second = wallet.provider.request({ method: 'eth_requestAccounts' })
    await waitFor(() => expect(wallet.pending()).toBe(1))
    wallet.settle('approve')
    expect(await second).toEqual([account(0), account(1)])
  })

  it('answers twice, with another content', async () => {
    const wallet = create({ switches: { twice: true } })
    const seen: unknown[] = []
    void wallet.provider.request({ method: 'eth_requestAccounts' }).then((answer) => seen.push(answer))
    await waitFor(() => expect(seen).toHaveLength(2))
    expect(seen[0]).toEqual([account(0), account(1)])
    expect(seen[1]).not.toEqual(seen[0])
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  it('locks: accounts vanish, and connecting waits for the unlocking', async () => {
    const wallet = await connected()
    const heard = vi.fn()
    wallet.provider.on('accountsChanged', heard)
    wallet.lock()
    expect(heard).toHaveBeenLastCalledWith([])
    const asked = wallet.provider.request({ method: 'eth_requestAccounts' })
    await waitFor(() => expect(wallet.pending()).toBe(1))
    wallet.unlock()
    expect(await asked).toEqual([account(0), account(1)])
  })

  it('changes account and chain, and disconnects, telling the page', async () => {
    const wallet = await connected()
    const heard: [string, unknown][] = []
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
      wallet.provider.on(event, (payload) => heard.push([event, payload]))
    wallet.changeAccount(1)
    wallet.changeChain(31338)
    wallet.changeChain(31338)
    wallet.disconnect()
    expect(heard).toEqual([
      ['accountsChanged', [account(1), account(0)]],
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    // The wallet is on a chain without a node.
    expect(await failed(wallet.provider.request({ method: 'eth_blockNumber' }))).toMatchObject({ code: 4901 })
  })

  it('stops telling who no longer listens', async () => {
    const wallet = await connected()
    const heard = vi.fn()
    wallet.provider.on('accountsChanged', heard).removeListener('accountsChanged', heard)
    wallet.changeAccount(1)
    expect(heard).not.toHaveBeenCalled()
  })

  it('says 4902 to an unknown chain, adds it and moves there', async () => {
    const wallet = await connected()
    const change = () =>
      wallet.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] })
    expect(await failed(change())).toMatchObject({ code: 4902 })
    const chain = {
      chainId: '0x7a6a',
      chainName: 'Two',
      rpcUrls: [chains()[1]?.rpcUrl],
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    }
    await wallet.provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    expect(await wallet.provider.request({ method: 'net_version' })).toBe('31338')
    wallet.changeChain(31337)
    await change()
    expect(wallet.chainId()).toBe(31338)
    wallet.changeChain(31337)
    wallet.forgetChain(31338)
    expect(await failed(change())).toMatchObject({ code: 4902 })
    wallet.set({ switch: 'unsupported' })
    expect(await failed(change())).toMatchObject({ code: -32600, message: 'Chain Id not supported: 0x7a6a' })
  })

  it.each([{}, { chainId: 1 }, { chainId: '0x01' }, { chainId: '0x5', chainName: 'X', rpcUrls: [] }])(
    'refuses to add the chain %j',
    async (chain) => {
      const wallet = await connected()
      expect(
        await failed(wallet.provider.request({ method: 'wallet_addEthereumChain', params: [chain] })),
      ).toMatchObject({ code: -32602 })
    },
  )

  it('signs messages and typed data with its real key', async () => {
    const wallet = await connected()
    const signature = await wallet.provider.request({ method: 'personal_sign', params: ['0x68656c6c6f', account(0)] })
    expect(await verifyMessage({ address: account(0), message: 'hello', signature: signature as `0x${string}` })).toBe(
      true,
    )
    const typed = {
      domain: { name: 'T', version: '1', chainId: 31337 },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Note: [{ name: 'text', type: 'string' }],
      },
      primaryType: 'Note' as const,
      message: { text: 'hi' },
    }
    const signed = await wallet.provider.request({
      method: 'eth_signTypedData_v4',
      params: [account(0), JSON.stringify(typed)],
    })
    expect(
      await verifyTypedData({
        ...typed,
        types: { Note: typed.types.Note },
        address: account(0),
        signature: signed as `0x${string}`,
      }),
    ).toBe(true)
  })

  it('sends transactions that the chain takes, and none for another chain', async () => {
    const wallet = await connected()
    const balance = () => wallet.provider.request({ method: 'eth_getBalance', params: [account(6), 'latest'] })
    const before = BigInt((await balance()) as string)
    const transaction = { from: account(0), to: account(6), value: '0x10', chainId: '0x7a69' }
    const hash = await wallet.provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    await waitFor(async () => expect(BigInt((await balance()) as string) - before).toBe(16n))
    const other = wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ ...transaction, chainId: '0x1' }],
    })
    expect(await failed(other)).toMatchObject({ code: -32602 })
  })

  it('passes the node’s errors on, and refuses what a wallet would', async () => {
    const wallet = await connected()
    expect(await failed(wallet.provider.request({ method: 'eth_nonsense' }))).toMatchObject({ code: -32601 })
    expect(await failed(wallet.provider.request({ method: 'wallet_nonsense' }))).toMatchObject({ code: 4200 })
    expect(await failed(wallet.provider.request({ method: 'constructor' }))).toMatchObject({ code: -32601 })
  })

  it('revokes in the four ways', async () => {
    for (const [revoke, error, left] of [
      ['revoke', undefined, false],
      ['fail', 4200, true],
      ['failAndRevoke', 4200, false],
    ] as const) {
      const wallet = await connected({ switches: { revoke } })
      const outcome = await failed(
        wallet.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
      )
      expect((outcome as { code?: number } | undefined)?.code).toBe(error)
      expect(wallet.connected()).toBe(left)
    }
  })

  it('needs a chain and proper keys', () => {
    expect(() => createTestWallet({ chains: [] })).toThrow('at least one chain')
    expect(() => create({ keys: ['0x12'] })).toThrow('64 hex digits')
    expect(() => create({ chains: [{ id: 1, rpcUrl: 'nowhere' }] })).toThrow('needs a positive integer id')
  })
})

describe('installed in a page', () => {
  const install = (options: Partial<Parameters<typeof installTestWallet>[0]> = {}) =>
    installTestWallet({ chains: chains(), ...options })
  const listen = () => {
    const heard: { info: { name: string; rdns: string; icon: string }; provider: unknown }[] = []
    addEventListener('eip6963:announceProvider', (event) =>
      heard.push((event as CustomEvent<(typeof heard)[number]>).detail),
    )
    return heard
  }

  it('announces itself now and when asked, named as what it is', () => {
    const heard = listen()
    const wallet = install()
    dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toHaveLength(2)
    expect(heard[1]?.info).toMatchObject({ name: 'Test wallet', rdns: 'org.walletkit.test' })
    expect(heard[1]?.info.icon).toMatch(/^data:image\/svg\+xml,/)
    expect(heard[1]?.provider).toBe(wallet.provider)
    wallet.uninstall()
    dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toHaveLength(2)
  })

  it('is window.ethereum if asked for, and may be late', () => {
    vi.useFakeTimers()
    const heard = listen()
    const wallet = install({ as: 'both', late: 3000 })
    vi.advanceTimersByTime(2999)
    expect([heard.length, (globalThis as { ethereum?: unknown }).ethereum]).toEqual([0, undefined])
    vi.advanceTimersByTime(1)
    expect([heard.length, (globalThis as { ethereum?: unknown }).ethereum]).toEqual([1, wallet.provider])
    wallet.uninstall()
    expect((globalThis as { ethereum?: unknown }).ethereum).toBeUndefined()
  })

  it('puts its handle on the page only if asked to', () => {
    const hidden = install()
    expect(globalThis.__walletkitTest).toBeUndefined()
    const wallet = install({ expose: true })
    expect(globalThis.__walletkitTest?.[TEST_WALLET.rdns]).toBe(wallet)
    hidden.uninstall()
    wallet.uninstall()
    expect(globalThis.__walletkitTest?.[TEST_WALLET.rdns]).toBeUndefined()
  })

  it('remembers the permission over a reload, unless told not to', async () => {
    const wallet = install()
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    wallet.changeChain(31338)
    wallet.uninstall()
    const reloaded = install()
    expect([reloaded.connected(), reloaded.chainId()]).toEqual([true, 31338])
    expect(install({ remember: false }).connected()).toBe(false)
    reloaded.disconnect()
    expect(install().connected()).toBe(false)
  })

  it('does not mind other wallets', () => {
    install()
    expect(() => announce({ name: 'Other', rdns: 'io.other' }, {})).not.toThrow()
  })
})

describe('batches', () => {
  const batching = () => connected({ batch: sandbox().smartAccounts.implementation })
  const ask = (wallet: ReturnType<typeof create>, method: string, params: unknown[]) =>
    wallet.provider.request({ method, params })
  const batch = (...calls: unknown[]) => [{ version: '2.0.0', from: account(0), chainId: '0x7a69', calls }]

  it('are one transaction, and the wallet says beforehand that it can', async () => {
    const wallet = await batching()
    expect(await ask(wallet, 'wallet_getCapabilities', [account(0)])).toMatchObject({
      '0x7a69': { atomic: { status: 'supported' } },
    })
    const to = ['0x00000000000000000000000000000000000b0001', '0x00000000000000000000000000000000000b0002']
    const { id } = (await ask(
      wallet,
      'wallet_sendCalls',
      batch(...to.map((each) => ({ to: each, value: '0x3' }))),
    )) as {
      id: string
    }
    // The batch is pending until a block includes it.
    const status = () => ask(wallet, 'wallet_getCallsStatus', [id])
    await expect.poll(status).toMatchObject({ id, status: 200, atomic: true })
    for (const each of to) expect(await ask(wallet, 'eth_getBalance', [each, 'latest'])).toBe('0x3')
  })

  it('are refused by the visitor, without a right, for another chain, and in a wrong form', async () => {
    const wallet = await batching()
    const fails = (params: unknown[]) => failed(ask(wallet, 'wallet_sendCalls', params))
    expect(await fails(batch())).toMatchObject({ code: -32602 })
    expect(await fails(batch({ to: '0x1' }))).toMatchObject({ code: -32602 })
    expect(await fails(batch({ to: account(1), value: '5' }))).toMatchObject({ code: -32602 })
    expect(await fails([{ ...batch({ to: account(1) })[0], chainId: '0x1' }])).toMatchObject({ code: -32602 })
    expect(await fails([{ ...batch({ to: account(1) })[0], from: account(3) }])).toMatchObject({ code: 4100 })
    wallet.set({ answer: 'reject' })
    expect(await fails(batch({ to: account(1) }))).toMatchObject({ code: 4001 })
    expect(await failed(ask(wallet, 'wallet_getCallsStatus', ['0x12']))).toMatchObject({ code: 5730 })
    expect(await failed(ask(await connected(), 'wallet_sendCalls', batch({ to: account(1) })))).toMatchObject({
      code: 4200,
    })
  })
})
