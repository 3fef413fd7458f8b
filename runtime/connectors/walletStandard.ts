/**
 * Discovers wallets that register by the Wallet Standard (wallet-standard.org). Its protocol consists of two window
 * events, so no library is needed.
 */
import { cleanText } from '../lib/text.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Connector } from '../contracts/connector.ts'
import { isReserved } from '../wallets/reserved.ts'

/** The wallet's own object, as it registered. {@link discoverStandard} has only checked its shape. */
export type StandardWallet = {
  readonly name: string
  readonly icon?: string
  /** The standard's own ids, not CAIP-2: `solana:mainnet`, `bitcoin:regtest`. */
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, unknown>>
  readonly accounts: readonly StandardAccount[]
}

export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** The longest icon (a data URI), in characters. A wallet with a longer one is listed with its first letter instead. */
const ICON_LIMIT = 262_144
/** The most wallets to report, because a script of the page could register any number of them. */
const WALLET_LIMIT = 64
/**
 * Calls `found` with each registered wallet that `serves` the namespace, late ones too. Returns a function that stops
 * it. Only the name identifies a wallet, so the kit ignores a second wallet with that name, whatever script registers
 * it.
 */
export function discoverStandard(
  chain: Namespace,
  serves: (wallet: StandardWallet) => boolean,
  found: (connector: Connector) => void,
  driver: Connector['driver'],
): () => void {
  const seen = new Set<string>()
  const register = (...wallets: unknown[]) => {
    for (const wallet of wallets) {
      const connector = parseWallet(wallet, chain, serves, driver)
      if (!connector || seen.has(connector.id) || seen.size >= WALLET_LIMIT) continue
      seen.add(connector.id)
      found(connector)
    }
    // The standard expects a function that unregisters the wallets. This one does nothing, because requests to a
    // removed wallet fail with their own error.
    return () => {}
  }
  const api = Object.freeze({ register })
  const hear = (event: Event) => {
    try {
      ;(event as CustomEvent<(given: typeof api) => void>).detail(api)
    } catch {
      // Ignore a wallet that fails to register.
    }
  }
  addEventListener('wallet-standard:register-wallet', hear)
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => removeEventListener('wallet-standard:register-wallet', hear)
}

/**
 * Makes a connector of a registered wallet; `undefined` for one that is invalid or does not serve the namespace. Any
 * script of the page can register one. The connector's `provider` is the wallet's own object, because requests must go
 * to that.
 */
function parseWallet(
  value: unknown,
  chain: Namespace,
  serves: (wallet: StandardWallet) => boolean,
  driver: Connector['driver'],
): Connector | undefined {
  try {
    const wallet = value as StandardWallet
    const name = typeof wallet.name === 'string' ? cleanText(wallet.name) : ''
    if (!name || isReserved(name)) return
    if (!Array.isArray(wallet.chains) || !Array.isArray(wallet.accounts) || typeof wallet.features !== 'object') return
    if (!serves(wallet)) return
    const { icon } = wallet
    const imageUrl = typeof icon === 'string' && /^data:image\//.test(icon) && icon.length <= ICON_LIMIT && icon
    return Object.freeze({
      id: name,
      name,
      type: 'ANNOUNCED',
      chain,
      chains: [],
      provider: wallet,
      ...(imageUrl && { imageUrl }),
      info: Object.freeze({ name }),
      driver,
    })
  } catch {
    return
  }
}
