/**
 * Discovers wallets that put a provider into the window: `window.ethereum`, which does not say which wallet it is, and
 * wallets with a window property of their own.
 */
import { CONNECTOR_NAMES, type Connector } from '../contracts/connector.ts'
import type { WindowWallet } from '../wallets/windowWallets.ts'

/**
 * Calls `found` for each such wallet, now and once a wallet reports that it is ready. Returns a function that stops it.
 */
export function discoverInjected(
  found: (connector: Connector) => void,
  driver: Connector['driver'],
  named: readonly WindowWallet[] = [],
): () => void {
  const shared = { type: 'INJECTED', chain: 'eip155', chains: [], driver } as const
  const look = () => {
    const provider = injectedProvider()
    if (provider) found({ ...shared, id: 'injected', name: 'Browser Wallet', provider })
    for (const { id, name = CONNECTOR_NAMES[id] ?? id, rdns, injected } of named) {
      const own = injectedProvider(injected)
      if (own) found({ ...shared, id, name, provider: own, info: { rdns, name } })
    }
  }
  look()
  addEventListener('ethereum#initialized', look)
  return () => removeEventListener('ethereum#initialized', look)
}

/**
 * The provider in a window property; `undefined` if it cannot take requests. Reading the property may throw when
 * several wallets compete for it.
 */
export function injectedProvider(name = 'ethereum'): object | undefined {
  try {
    const provider = (globalThis as unknown as Record<string, { request?: unknown } | undefined>)[name]
    return typeof provider?.request === 'function' ? provider : undefined
  } catch {
    return
  }
}
