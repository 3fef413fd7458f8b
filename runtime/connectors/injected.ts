/**
 * Discovers wallets that put a provider into the window: `window.ethereum`, which does not say which wallet it is, and
 * wallets with a window property of their own.
 */
import { CONNECTOR_NAMES, type Connector } from '../contracts/connector.ts'
import type { WindowWallet } from '../wallets/windowWallets.ts'

/**
 * Calls `found` for the wallet in `window.ethereum`, as "Browser Wallet", and for each of `named` whose property
 * exists. Does so now, and again on the event with which a late wallet reports that it is ready; `found` may get the
 * same wallet twice. Returns a function that stops listening.
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
 * The provider in a property of `window`; `undefined` if its value has no function `request`. Reading the property may
 * throw when several wallets compete for it.
 */
export function injectedProvider(name = 'ethereum'): object | undefined {
  try {
    const provider = (globalThis as unknown as Record<string, { request?: unknown } | undefined>)[name]
    return typeof provider?.request === 'function' ? provider : undefined
  } catch {
    return
  }
}
