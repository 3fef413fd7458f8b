/**
 * Discovers wallets that register by the Wallet Standard (wallet-standard.org). The protocol is two window events,
 * which this handles without a library.
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

/** Characters of an icon's data URI; the row shows a letter instead of a larger icon. */
const ICON_LIMIT = 262_144
/** A script of the page could register wallets without end. */
const WALLET_LIMIT = 64
/**
 * Directory ids by wallet name, because these wallets give nothing else to identify them. With the id, a directory's
 * row and the site's include and exclude lists match the installed wallet.
 */
const EXPLORER_IDS: Readonly<Record<string, string>> = {
  phantom: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  solflare: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  backpack: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  coin98: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
  'magic eden': '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
  bitget: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  frontier: '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
  xverse: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
  leather: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
  metamask: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  trust: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  okx: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  coinbase: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
}

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
    // The standard expects a function that unregisters. Nothing to do: a wallet that is gone fails its requests and
    // reports that itself.
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
 * Any script of the page can register, so this drops what does not fit. It keeps the wallet object unchanged, for later
 * requests.
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
    const key = name.toLowerCase().replace(/ wallet$/, '')
    const explorerId = Object.hasOwn(EXPLORER_IDS, key) && EXPLORER_IDS[key]
    return Object.freeze({
      id: name,
      name,
      type: 'ANNOUNCED',
      chain,
      chains: [],
      provider: wallet,
      ...(imageUrl && { imageUrl }),
      ...(explorerId && { explorerId }),
      info: Object.freeze({ name }),
      driver,
    })
  } catch {
    return
  }
}
