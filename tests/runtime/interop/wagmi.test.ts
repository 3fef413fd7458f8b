import * as wagmi3 from '@wagmi/core'
import { parseEther, verifyMessage } from 'viem'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as wagmi2 from 'wagmi-core-2'
import * as firstOf2 from 'wagmi-core-2.10'
import type { WalletKit } from '../../../runtime/index.ts'
import { toChains } from '../../../runtime/interop/viem.ts'
import { walletkitConnector } from '../../../runtime/interop/wagmi.ts'
import { asked, balanceOf, freshAddress, makeInstance } from '../../support/instance.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const address = (at: number) => sandbox().accounts[at]?.address

it('has the shape of a wagmi connector', () => {
  type Own = ReturnType<typeof walletkitConnector>
  expectTypeOf<Own>().toExtend<wagmi3.CreateConnectorFn>()
  expectTypeOf<Own>().toExtend<wagmi2.CreateConnectorFn>()
  expectTypeOf<Own>().toExtend<firstOf2.CreateConnectorFn>()
})

it('names no type of viem, because wagmi may use another copy of it', () => {
  // A type of viem's chain holds functions that take viem's clients, whose types change with each version.
  type Names<T> = Exclude<keyof T, 'id' | 'name' | 'nativeCurrency' | 'rpcUrls' | 'blockExplorers' | 'testnet'>
  expectTypeOf<Names<ReturnType<typeof toChains>[number]>>().toBeNever()
  type Own = ReturnType<ReturnType<typeof walletkitConnector>>
  expectTypeOf<Names<Awaited<ReturnType<Own['switchChain']>>>>().toBeNever()
})

/** Configures wagmi as in the README's example. */
const wagmiOf = (kit: WalletKit, { createConfig, http }: typeof wagmi3) => {
  const chains = toChains(kit)
  return createConfig({
    chains,
    connectors: [walletkitConnector(kit)],
    transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
    multiInjectedProviderDiscovery: false,
  })
}

/** wagmi 3 has other names for two functions of wagmi 2. Here both have those of wagmi 3. */
const named = ({ getAccount, watchAccount, ...rest }: typeof wagmi2 | typeof firstOf2) =>
  ({ getConnection: getAccount, watchConnection: watchAccount, ...rest }) as unknown as typeof wagmi3

describe.each([
  ['3', wagmi3],
  ['2.22, the last of wagmi 2', named(wagmi2)],
  ['2.10, the oldest that walletkit allows', named(firstOf2)],
])('@wagmi/core %s', (_version, wagmi) => {
  const {
    connect,
    createConfig,
    disconnect,
    getConnection,
    http,
    reconnect,
    sendTransaction,
    signMessage,
    switchChain,
    watchConnection,
  } = wagmi
  const setup = (...options: Parameters<typeof makeInstance> extends [unknown, ...infer R] ? R : never) => {
    const made = makeInstance(sandbox(), ...options)
    const config = wagmiOf(made.kit, wagmi)
    const [connector] = config.connectors
    return { ...made, config, connector }
  }
  /** A wagmi config without connectors: it gets the kit's connector with `connect`. */
  const bare = () => {
    const made = makeInstance(sandbox())
    const chains = toChains(made.kit)
    const transports = Object.fromEntries(chains.map(({ id }) => [id, http()]))
    return { ...made, config: createConfig({ chains, transports, multiInjectedProviderDiscovery: false }) }
  }

  describe('connect', () => {
    it('takes the account that the kit has, and asks the wallet nothing more', async () => {
      const { kit, wallet, config, connector, connect: connectKit } = setup()
      await connectKit()
      await waitFor(() => expect(getConnection(config).status).toBe('connected'))
      await disconnect(config)
      await kit.connect('org.walletkit.test')
      await waitFor(() => expect(getConnection(config).status).toBe('connected'))
      expect(getConnection(config)).toMatchObject({
        address: address(0),
        chainId: 31337,
        connector: { id: 'walletkit' },
      })
      expect(asked(wallet, 'eth_requestAccounts')).toHaveLength(2)
      await expect(connect(config, { connector })).rejects.toThrow('already connected')
    })

    it('connects with what connect() answers, on the network asked for', async () => {
      const { kit, wallet, config, connect: connectKit } = bare()
      await connectKit()
      const connector = walletkitConnector(kit)
      const { accounts, chainId } = await connect(config, { connector, chainId: 31338 })
      expect(accounts[0]).toBe(address(0))
      expect(chainId).toBe(31338)
      expect(asked(wallet, 'eth_requestAccounts')).toHaveLength(1)
    })

    // Older versions know only the addresses of accounts.
    it.skipIf(wagmi.version.startsWith('2.10.'))('connects with the capabilities of each account', async () => {
      const { kit, config, connect: connectKit } = bare()
      await connectKit()
      const capable = await connect(config, { connector: walletkitConnector(kit), withCapabilities: true })
      expect(capable.accounts[0]).toEqual({ address: address(0), capabilities: {} })
    })

    it('stays connected where the visitor refuses the network that was asked for', async () => {
      const { kit, wallet, config, connect: connectKit } = bare()
      await connectKit()
      wallet.set({ answer: 'reject' })
      const connector = walletkitConnector(kit)
      await expect(connect(config, { connector, chainId: 31338 })).resolves.toMatchObject({ chainId: 31337 })
      expect(getConnection(config)).toMatchObject({ status: 'connected', chainId: 31337 })
    })

    it('shows a wallet that was connected before wagmi was there', async () => {
      const { kit, connect: connectKit } = makeInstance(sandbox())
      await connectKit()
      const config = wagmiOf(kit, wagmi)
      await waitFor(() => expect(getConnection(config).address).toBe(address(0)))
    })

    it('reconnects without a prompt, and is not authorised while nobody is connected', async () => {
      const { config, connector, wallet, connect: connectKit } = setup()
      await expect(connector.isAuthorized()).resolves.toBe(false)
      await expect(connector.getProvider()).resolves.toBeUndefined()
      await expect(connector.connect({ isReconnecting: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
      await connectKit()
      const prompts = asked(wallet, 'eth_requestAccounts').length
      const [connection] = await reconnect(config)
      expect(connection).toMatchObject({ accounts: expect.arrayContaining([address(0)]) as unknown, chainId: 31337 })
      expect(asked(wallet, 'eth_requestAccounts')).toHaveLength(prompts)
    })
  })

  it('signs', async () => {
    const { config, connect: connectKit } = setup()
    await connectKit()
    const signature = await signMessage(config, { message: 'Hello' })
    const signer = getConnection(config).address ?? '0x'
    await expect(verifyMessage({ address: signer, message: 'Hello', signature })).resolves.toBe(true)
  })

  it('sends, and the receiver has it', async () => {
    const { config, connect: connectKit } = setup()
    await connectKit()
    const to = freshAddress()
    await sendTransaction(config, { to, value: parseEther('0.01') })
    const [chain] = sandbox().chains
    await waitFor(async () => expect(await balanceOf(chain?.rpcUrl ?? '', to)).toBe(10n ** 16n))
  })

  describe('network', () => {
    it('switches through wagmi, and the kit follows', async () => {
      const { kit, wallet, config, connect: connectKit } = setup()
      await connectKit()
      await expect(switchChain(config, { chainId: 31338 })).resolves.toMatchObject({ id: 31338 })
      expect(config.state.chainId).toBe(31338)
      expect(kit.getCaipNetwork()?.caipNetworkId).toBe('eip155:31338')
      expect(asked(wallet, 'wallet_switchEthereumChain')).toHaveLength(1)
    })

    it('follows the kit and the wallet, an unlisted network included', async () => {
      const { kit, wallet, config, connect: connectKit } = setup()
      await connectKit()
      await kit.switchNetwork('eip155:31338')
      await waitFor(() => expect(getConnection(config).chainId).toBe(31338))
      wallet.changeChain(31337)
      await waitFor(() => expect(getConnection(config).chainId).toBe(31337))
      wallet.changeChain(5)
      await waitFor(() => expect(getConnection(config).chainId).toBe(5))
    })

    it('throws what wagmi knows: a refusal, a failure, an unlisted chain', async () => {
      const { wallet, config, connector, connect: connectKit } = setup()
      await connectKit()
      wallet.set({ answer: 'reject' })
      await expect(switchChain(config, { chainId: 31338 })).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
      wallet.set({ answer: 'approve', switch: 'unknown', add: 'fail' })
      await expect(switchChain(config, { chainId: 31338 })).rejects.toMatchObject({ name: 'SwitchChainError' })
      await expect(connector.switchChain?.({ chainId: 5 })).rejects.toMatchObject({ name: 'SwitchChainError' })
    })
  })

  it('follows the selected account', async () => {
    const { wallet, config, connect: connectKit } = setup()
    await connectKit()
    const seen: (string | undefined)[] = []
    const stop = watchConnection(config, { onChange: (now) => void seen.push(now.address) })
    wallet.changeAccount(1)
    await waitFor(() => expect(seen.at(-1)).toBe(address(1)))
    stop()
  })

  describe('disconnect', () => {
    it('through wagmi: the kit and the wallet forget', async () => {
      const { kit, wallet, config, connect: connectKit } = setup()
      await connectKit()
      await disconnect(config)
      expect(getConnection(config).status).toBe('disconnected')
      expect(kit.getAccount().isConnected).toBe(false)
      expect(wallet.connected()).toBe(false)
    })

    it.each(['kit', 'wallet'] as const)('through the %s: wagmi follows', async (side) => {
      const { kit, wallet, config, connect: connectKit } = setup()
      await connectKit()
      await waitFor(() => expect(getConnection(config).status).toBe('connected'))
      if (side === 'kit') await kit.disconnect()
      else wallet.disconnect()
      await waitFor(() => expect(getConnection(config).status).toBe('disconnected'))
    })

    it('and again, ten times, with each change told once', async () => {
      const { kit, wallet, connect: connectKit } = makeInstance(sandbox())
      const told: string[] = []
      const connector = walletkitConnector(kit)({
        chains: toChains(kit),
        emitter: { emit: (name) => void told.push(name) },
      })
      await connector.setup()
      for (let round = 1; round <= 10; round++) {
        await connectKit()
        await waitFor(() => expect(told.at(-1)).toBe('connect'))
        wallet.changeAccount(round)
        await waitFor(() => expect(told.at(-1)).toBe('change'))
        await kit.disconnect()
        await waitFor(() => expect(told.at(-1)).toBe('disconnect'))
      }
      expect(told).toEqual(Array.from({ length: 10 }, () => ['connect', 'change', 'disconnect']).flat())
    })
  })
})
