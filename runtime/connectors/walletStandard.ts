/** Wallets that register by the Wallet Standard (wallet-standard.org). The protocol is two window events, read directly. */
import { cleanText } from '../lib/text.ts'
import type { Namespace } from '../lib/namespace.ts'
import { CONNECTOR_IDS, CONNECTOR_NAMES, type Connector } from './connector.ts'

/** The wallet's own object, as it registered; only {@link discoverStandard}'s test of its shape was made. */
export type StandardWallet = {
  readonly name: string
  readonly icon?: string
  /** In the standard's words, not CAIP-2: `solana:mainnet`, `bitcoin:regtest`. */
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

/** An icon larger than this is not shown, and the row falls back to a letter. */
const ICON_LIMIT = 262_144
/** A page may register without end (reliability P25). */
const WALLET_LIMIT = 64
/** Names of ours that no wallet of the page may take the place of. */
const RESERVED = new Set(
  [...Object.values(CONNECTOR_IDS), ...Object.values(CONNECTOR_NAMES)].map((name) => name.toLowerCase()),
)

/**
 * Calls `found` with each registered wallet that `serves` the namespace, the late ones too; returns what stops it. A
 * wallet has no id but its name: a second one of that name, whoever registers it, changes nothing.
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
    // What unregisters them: a wallet that went away answers nothing, and says so itself.
    return () => {}
  }
  const api = Object.freeze({ register })
  const hear = (event: Event) => {
    try {
      ;(event as CustomEvent<(given: typeof api) => void>).detail(api)
    } catch {
      // A wallet that fails to register is none.
    }
  }
  addEventListener('wallet-standard:register-wallet', hear)
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => removeEventListener('wallet-standard:register-wallet', hear)
}

/** Any script of the page can register: what does not fit is dropped. The wallet itself is kept as it is, and asked later. */
function parseWallet(
  value: unknown,
  chain: Namespace,
  serves: (wallet: StandardWallet) => boolean,
  driver: Connector['driver'],
): Connector | undefined {
  try {
    const wallet = value as StandardWallet
    const name = typeof wallet.name === 'string' ? cleanText(wallet.name) : ''
    if (!name || RESERVED.has(name.toLowerCase())) return
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
