/** Wallets that put a provider into the window: `window.ethereum`, of which no more is known than that it is there, and named ones. */
import { CONNECTOR_NAMES, type Connector } from './connector.ts'

/** A wallet with a name of its own in the window. */
export type NamedWallet = {
  id: string
  /** What the row says where the id does not bring its own name. */
  name?: string
  /** What it announces itself by, where it does: the same wallet is offered once. */
  rdns: string
  /** Where its provider is in the window. */
  injected: string
}

/** Calls `found` when the page has such a wallet, now or once it says that it is ready; returns what stops it. */
export function discoverInjected(
  found: (connector: Connector) => void,
  driver: Connector['driver'],
  named: readonly NamedWallet[] = [],
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

/** What the window holds there if it can be asked anything. Reading it may throw where several wallets fight over the name. */
export function injectedProvider(name = 'ethereum'): object | undefined {
  try {
    const provider = (globalThis as unknown as Record<string, { request?: unknown } | undefined>)[name]
    return typeof provider?.request === 'function' ? provider : undefined
  } catch {
    return
  }
}
