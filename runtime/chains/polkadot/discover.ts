/** Finds extensions that add themselves to `window.injectedWeb3` (the protocol of polkadot-js, read directly). */
import { discoverAnnounced } from '../../connectors/announced.ts'
import type { Connector } from '../../contracts/connector.ts'
import { isReserved } from '../../wallets/reserved.ts'
import { cleanText } from '../../lib/text.ts'
import type { Discovery } from '../../contracts/chain.ts'

const driver = () => import('./driver.ts')

/** When to read `window` again, in ms: extensions emit no event when they appear, and some appear after page load. */
const LOOKS = [100, 300, 1000, 2000, 4000, 8000]
/** The maximum number of wallets to list, because any script on the page can inject any number of them. */
const LIMIT = 64

/** Display names of wallets whose key in `injectedWeb3` is not their name. */
const NAMES: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova-wallet': 'Nova Wallet',
  'fearless-wallet': 'Fearless Wallet',
  polkagate: 'PolkaGate',
  enkrypt: 'Enkrypt',
}

/** Reports one connector for each extension: those present now, and those that appear within 8 s or before `load`. */
export default function discover({ found, enableInjected }: Discovery): () => void {
  if (!enableInjected) return () => {}
  const seen = new Set<string>()
  // This protocol has no icons. Many of its wallets also announce themselves on EVM chains with an icon, so use that
  // icon.
  const icons = new Map<string, string>()
  const stop = discoverAnnounced(({ name, imageUrl }) => {
    if (imageUrl !== undefined) icons.set(name.toLowerCase(), imageUrl)
  }, driver)
  const look = () => {
    for (const connector of readInjected((globalThis as { injectedWeb3?: unknown }).injectedWeb3)) {
      if (seen.has(connector.id) || seen.size >= LIMIT) continue
      seen.add(connector.id)
      const imageUrl = icons.get(connector.name.toLowerCase())
      found(imageUrl === undefined ? connector : Object.freeze({ ...connector, imageUrl }))
    }
  }
  look()
  addEventListener('load', look)
  const timers = LOOKS.map((time) => setTimeout(look, time))
  return () => {
    stop()
    removeEventListener('load', look)
    timers.forEach(clearTimeout)
  }
}

/**
 * Makes connectors of the entries in `injectedWeb3`. Skips invalid entries, because any script of the page can write
 * there. Does not call the extensions: the driver calls them when the visitor connects.
 */
export function readInjected(injected: unknown): Connector[] {
  return keysOf(injected).flatMap((key): Connector[] => {
    try {
      const provider = (injected as Record<string, { enable?: unknown; connect?: unknown }>)[key]
      const name = NAMES[key] ?? cleanText(key)
      if (!name || isReserved(key) || isReserved(name)) return []
      if (typeof provider?.enable !== 'function' && typeof provider?.connect !== 'function') return []
      const id = key.slice(0, 128)
      return [Object.freeze({ id, name, type: 'ANNOUNCED', chain: 'polkadot', chains: [], provider, driver })]
    } catch {
      return []
    }
  })
}

function keysOf(value: unknown): string[] {
  try {
    return typeof value === 'object' && value !== null ? Object.keys(value) : []
  } catch {
    return []
  }
}
