/**
 * `walletkit/wagmi`: a wagmi connector for a kit. The kit holds the only session: a change in the modal, in the wallet
 * or through wagmi shows on both sides. The types here copy wagmi's types, so that this package can be used without
 * `@wagmi/core` and `wagmi`. They use no type of viem, because wagmi may use another copy of viem.
 */
import { SwitchChainError, UserRejectedRequestError } from 'viem'
import type { Eip1193Provider } from '../chains/eip155/provider.ts'
import { isUserRejection, readMessage } from '../errors/rejection.ts'
import type { WalletKit } from '../kit/instance.ts'
import type { KitChain } from './viem.ts'
import { type EvmSession, notConnected, sessionOf, watchSession } from './session.ts'

type Address = `0x${string}`
type Connected = { accounts: readonly Address[]; chainId: number }
type WithCapabilities = { address: Address; capabilities: Record<string, unknown> }

/** The parts of wagmi's connector context that this connector uses. */
export type ConnectorContext = {
  readonly chains: readonly [KitChain, ...KitChain[]]
  readonly emitter: {
    emit(event: 'connect', data: Connected): void
    emit(event: 'change', data: Partial<Connected>): void
    emit(event: 'disconnect'): void
  }
}

export type WalletKitConnector = {
  readonly id: 'walletkit'
  readonly name: string
  readonly type: 'walletkit'
  setup: () => Promise<void>
  /**
   * Returns the connected accounts. While none is connected, opens the modal and waits for the visitor; with
   * `isReconnecting` it rejects with `NOT_CONNECTED` instead. Rejects with viem's `UserRejectedRequestError` when the
   * visitor closes the modal. If the switch to `chainId` fails, the account stays connected on its network.
   */
  connect: <W extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: W | boolean | undefined
  }) => Promise<{ accounts: W extends true ? readonly WithCapabilities[] : readonly Address[]; chainId: number }>
  disconnect: () => Promise<void>
  getAccounts: () => Promise<readonly Address[]>
  getChainId: () => Promise<number>
  /** The wallet's own EIP-1193 provider; `undefined` while no account is connected. */
  getProvider: () => Promise<Eip1193Provider | undefined>
  isAuthorized: () => Promise<boolean>
  /** Switches the kit's network. Throws viem's `SwitchChainError` or `UserRejectedRequestError`. */
  switchChain: (parameters: { chainId: number }) => Promise<KitChain>
  onAccountsChanged: (accounts: string[]) => void
  onChainChanged: (chainId: string) => void
  onDisconnect: (error?: Error) => void
}

/**
 * The wagmi connector of a kit, for
 * `createConfig({ connectors: [walletkitConnector(kit)], multiInjectedProviderDiscovery: false })`.
 *
 * @example
 * ```ts
 * import { createConfig, http } from '@wagmi/core'
 * import { toChains } from 'walletkit/viem'
 * import { walletkitConnector } from 'walletkit/wagmi'
 *
 * const chains = toChains(kit)
 * const config = createConfig({
 *   chains,
 *   connectors: [walletkitConnector(kit)],
 *   multiInjectedProviderDiscovery: false,
 *   transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
 * })
 * ```
 */
export function walletkitConnector(kit: WalletKit): (context: ConnectorContext) => WalletKitConnector {
  return ({ chains, emitter }) => {
    /** The session that wagmi last got from an event or a result: only what differs from it is emitted. */
    let told: EvmSession | undefined
    /**
     * How many `connect` and `disconnect` calls from wagmi are running. wagmi uses their results, so the connector
     * emits no events until they end.
     */
    let verbs = 0
    let asking: Promise<EvmSession> | undefined

    const tell = () => {
      const now = sessionOf(kit)
      if (verbs) return
      const before = told
      told = now
      if (!now) return before && emitter.emit('disconnect')
      const { addresses: accounts, chainId } = now
      if (!before) return emitter.emit('connect', { accounts, chainId })
      const change = changeOf(before, now)
      if (Object.keys(change).length) emitter.emit('change', change)
    }

    const connector: WalletKitConnector = {
      id: 'walletkit',
      name: 'walletkit',
      type: 'walletkit',

      setup: async () => {
        watchSession(kit, tell)
        // wagmi has no store yet while it calls `setup`, so wait before the first event.
        await resumed(kit)
        tell()
      },

      connect: async ({ chainId, isReconnecting, withCapabilities } = {}) => {
        verbs++
        try {
          await resumed(kit)
          if (!sessionOf(kit) && !isReconnecting) await (asking ??= askVisitor(kit).finally(() => (asking = undefined)))
          if (chainId !== undefined && sessionOf(kit) && chainId !== sessionOf(kit)?.chainId)
            await connector.switchChain({ chainId }).catch(() => undefined)
          const session = sessionOf(kit)
          if (!session) throw notConnected()
          told = session
          const accounts = withCapabilities
            ? session.addresses.map((address): WithCapabilities => ({ address, capabilities: {} }))
            : session.addresses
          return { accounts: accounts as never, chainId: session.chainId }
        } finally {
          verbs--
        }
      },

      disconnect: async () => {
        verbs++
        try {
          await kit.disconnect('eip155')
          told = undefined
        } finally {
          verbs--
          // If the wallet fails to disconnect, the kit nevertheless ends the session. wagmi only sees the error, so
          // emit the event.
          tell()
        }
      },

      getAccounts: async () => sessionOf(kit)?.addresses ?? [],
      getChainId: async () => Number(kit.getCaipNetwork('eip155')?.id ?? chains[0].id),
      getProvider: async () => {
        await resumed(kit)
        return sessionOf(kit)?.provider
      },
      isAuthorized: async () => {
        await resumed(kit)
        return sessionOf(kit) !== undefined
      },

      switchChain: async ({ chainId }) => {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new SwitchChainError(new Error(`Chain ${chainId} is not configured`))
        await kit.switchNetwork(`eip155:${chainId}`).catch((error: unknown) => {
          const cause = error instanceof Error ? error : new Error(readMessage(error))
          throw isUserRejection(error) ? new UserRejectedRequestError(cause) : new SwitchChainError(cause)
        })
        tell()
        return chain
      },

      // Nothing to do: the kit listens to the wallet itself, and only wagmi's type requires these methods.
      onAccountsChanged: tell,
      onChainChanged: tell,
      onDisconnect: tell,
    }
    return connector
  }
}

/** The payload of wagmi's `change` event: the accounts and the network, if they differ from the previous session. */
const changeOf = (before: EvmSession, { addresses: accounts, chainId }: EvmSession): Partial<Connected> => ({
  ...(before.addresses.join() !== accounts.join() && { accounts }),
  ...(before.chainId !== chainId && { chainId }),
})

/** Resolves once the kit has resumed or dropped its stored session. */
function resumed(kit: WalletKit): Promise<void> | void {
  if (typeof window === 'undefined' || kit.getState().initialized) return
  return new Promise((resolve) => {
    const stop = kit.subscribeState(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/** Opens the modal. Resolves with the wallet that the visitor connects; rejects when the visitor closes the modal. */
async function askVisitor(kit: WalletKit): Promise<EvmSession> {
  await kit.open({ view: 'Connect', namespace: 'eip155' })
  return new Promise((resolve, reject) => {
    const look = () => {
      const session = sessionOf(kit)
      if (!session && kit.isOpen()) return
      stops.forEach((stop) => stop())
      if (session) resolve(session)
      else reject(new UserRejectedRequestError(new Error('The modal was closed')))
    }
    const stops = [kit.subscribeAccount(look, 'eip155'), kit.subscribeState(look)]
    look()
  })
}
