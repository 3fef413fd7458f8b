/**
 * Connectors for wallets with an SDK of their own (Coinbase, Safe, Ledger, OKX …), which the site passes in by code.
 */
import { type Connector, CONNECTOR_NAMES } from '../contracts/connector.ts'
import { lazy } from '../lib/lazy.ts'
import { ONE_SECOND } from '../lib/time.ts'
import { within } from '../lib/wait.ts'

export type ExternalWallet = {
  /** `safe`, `ledger`, `coinbaseWallet`, `okx`, or an id of your own. */
  id: string
  /**
   * The name in the list of wallets (default: the id). An id in {@link CONNECTOR_NAMES} always shows the name there.
   */
  name?: string
  /**
   * The wallet's EIP-1193 provider, or a function that loads the SDK and returns one. The function is called once: when
   * the visitor first chooses the wallet, or a stored session resumes. After a failure it is called again.
   */
  provider: object | (() => Promise<object>)
  imageUrl?: string
  /**
   * The wallet's id in the wallet directory. With it, the lists do not show the directory's entry as a second wallet.
   */
  explorerId?: string
}

/**
 * Creates a connector of type EXTERNAL, for `createWalletKit(generated, { connectors: [externalConnector({ … })] })`.
 * Throws a TypeError for a wallet without an id or a provider.
 *
 * @example
 * ```ts
 * import { createWalletKit, externalConnector } from 'walletkit'
 * import { generated } from 'virtual:walletkit'
 *
 * declare const loadSafe: () => Promise<object>
 * const safe = externalConnector({ id: 'safe', provider: loadSafe })
 * const kit = createWalletKit(generated, { connectors: [safe] })
 * ```
 */
export function externalConnector({ id, name, provider, imageUrl, explorerId }: ExternalWallet): Connector {
  if (!id || (typeof provider !== 'object' && typeof provider !== 'function') || provider === null)
    throw new TypeError('externalConnector needs an id and a provider')
  const known: Readonly<Record<string, string | undefined>> = CONNECTOR_NAMES
  const loads = typeof provider === 'function'
  // After a failed load, the next click tries again.
  const load = lazy(async () => (loads ? (provider as () => Promise<object>)() : provider))
  return {
    id,
    name: known[id] ?? name ?? id,
    type: 'EXTERNAL',
    chain: 'eip155',
    chains: [],
    ...(!loads && { provider }),
    ...(imageUrl !== undefined && { imageUrl }),
    ...(explorerId !== undefined && { explorerId }),
    driver: async () => {
      const { default: driver } = await import('../chains/eip155/driver.ts')
      const own = await load()
      const at = (connector: Connector): Connector => ({ ...connector, provider: own })
      return {
        default: {
          connect: (kit, connector, network) => driver.connect(kit, at(connector), network),
          resume: (kit, connector) => driver.resume(kit, at(connector)),
          disconnect: async (kit, connector) => {
            await driver.disconnect(kit, at(connector))
            await within(ONE_SECOND, leave(own)).catch(() => undefined)
          },
          watch: (kit, connector, on) => driver.watch(kit, at(connector), on),
        },
      }
    },
  }
}

/**
 * Ends the session that some SDKs keep themselves (Coinbase, WalletConnect), by their `disconnect` method, which
 * EIP-1193 does not have.
 */
const leave = async (provider: { disconnect?: unknown }) => {
  if (typeof provider.disconnect === 'function') await (provider.disconnect as () => unknown).call(provider)
}
