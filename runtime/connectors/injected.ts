/** The wallet behind `window.ethereum`, of which no more is known than that it is there. */
import type { Connector } from './connector.ts'

/** Calls `found` when the page has such a wallet, now or once it says that it is ready; returns what stops it. */
export function discoverInjected(found: (connector: Connector) => void, driver: Connector['driver']): () => void {
  const look = () => {
    const provider = injectedProvider()
    if (provider)
      found({ id: 'injected', name: 'Browser Wallet', type: 'INJECTED', chain: 'eip155', chains: [], provider, driver })
  }
  look()
  addEventListener('ethereum#initialized', look)
  return () => removeEventListener('ethereum#initialized', look)
}

/** `window.ethereum` if it can be asked anything. Reading it may throw where several wallets fight over the name. */
export function injectedProvider(): object | undefined {
  try {
    const { ethereum } = globalThis as { ethereum?: { request?: unknown } }
    return typeof ethereum?.request === 'function' ? ethereum : undefined
  } catch {
    return
  }
}
