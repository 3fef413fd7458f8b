/** Finds the Bitcoin wallets in this browser: Wallet Standard wallets, and those that set a property of `window`. */
import type { Connector } from '../../contracts/connector.ts'
import { discoverStandard } from '../../connectors/walletStandard.ts'
import type { Discovery } from '../../contracts/chain.ts'
import { satsConnectOf, servesBitcoin } from './serves.ts'

const driver: Connector['driver'] = async () => ({ default: (await import('./forms/index.ts')).standard })

/** The properties of `window` in which `window.ts` finds wallets. */
const PROPERTIES = ['XverseProviders', 'LeatherProvider', 'unisat', 'okxwallet', 'btc_providers']

/** When to read `window` again, in ms: extensions emit no event when they appear, and some appear after page load. */
const LOOKS = [100, 300, 1000, 2000, 4000, 8000]
/** The maximum number of wallets to list, because any script on the page can register any number of them. */
const LIMIT = 64

/**
 * Reports the Bitcoin wallets in this browser: those present now, and those that appear later. A wallet that sets a
 * property of `window` is found only if it appears within 8 s or before the page's `load` event. A wallet that is found
 * in two ways, such as by the Wallet Standard and in `window`, is reported once, with the connector that was found
 * first.
 */
export default function discover({ found, enableInjected, enableAnnounced }: Discovery): () => void {
  const names = new Set<string>()
  const wallets = new Set<unknown>()
  const offer = (connector: Connector, wallet: unknown = connector.provider) => {
    const name = connector.name.toLowerCase().replace(/ wallet$/, '')
    if (names.has(name) || wallets.has(wallet) || names.size >= LIMIT) return
    names.add(name)
    wallets.add(wallet)
    found(connector)
  }
  const stops: (() => void)[] = []
  if (enableAnnounced) {
    const announced = (connector: Connector) =>
      offer(connector, satsConnectOf(connector.provider as Parameters<typeof satsConnectOf>[0]) ?? connector.provider)
    stops.push(discoverStandard('bip122', servesBitcoin, announced, driver))
  }
  if (enableInjected) {
    let stopped = false
    // Most visitors have no wallet that sets a property of `window`, so load the code that reads such wallets only if
    // there is one. If the code cannot be loaded, the next look tries again.
    const look = () => {
      if (!PROPERTIES.some((name) => name in globalThis)) return
      void import('./window.ts').then(
        ({ readWindow }) => stopped || readWindow(globalThis).forEach((connector) => offer(connector)),
        () => undefined,
      )
    }
    look()
    addEventListener('load', look)
    const timers = LOOKS.map((time) => setTimeout(look, time))
    stops.push(() => {
      stopped = true
      removeEventListener('load', look)
      timers.forEach(clearTimeout)
    })
  }
  return () => stops.forEach((stop) => stop())
}
