/** The form of a case of the wallet list, and the directory and wallets that the cases use. */
import type { Config, Wallet } from '../../../runtime/contracts/config.ts'
import type { Namespace } from '../../../runtime/lib/namespace.ts'

export type WalletCase = {
  title: string
  /** Options that are merged over those of a site with a relay and a directory. */
  config?: Config
  /** Wallets that announce themselves on eip155 (EIP-6963). */
  announced?: { name: string; rdns: string }[]
  /** A wallet that only sets `window.ethereum`. */
  injected?: boolean
  /** Wallets that register themselves on Solana. */
  solana?: { id: string; name: string }[]
  /** Wallets that the site's code adds with their own SDK. */
  external?: { id: string; name?: string }[]
  /** The recent wallets in storage, newest first. A string is stored unchanged. */
  recent?: Partial<Wallet>[] | string
  device?: 'android' | 'iphone'
  relay?: false
  directory?: false
  /** The site has no chain adapter, so only WalletConnect sessions. */
  basic?: true
  /** The site also offers email and social logins. */
  methods?: true
  namespace?: Namespace
  /** The expected rows in order, as `Name [Tag]`. `{ behind }`: a button opens the list. */
  rows: string[] | { behind: string[] }
}

export const EVM = 'eip155:31337'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const wallet = (name: string, more: Partial<Wallet> = {}): Wallet => ({
  id: name.toLowerCase(),
  name,
  chains: [EVM],
  mobile_link: `${name.toLowerCase()}://`,
  homepage: `https://${name.toLowerCase()}.example`,
  ...more,
})

/** Eleven of these wallets support an EVM network: the row All Wallets counts them. */
export const DIRECTORY: readonly Wallet[] = [
  wallet('Amber', { rdns: 'example.amber' }),
  wallet('Birch', { rdns: 'example.birch' }),
  wallet('Cedar', { mobile_link: null, webapp_link: 'https://app.cedar.example' }),
  wallet('Fox', { rdns: 'io.metamask' }),
  wallet('Delta', { mobile_link: null, rdns: 'example.delta', chrome_store: 'https://extensions.example/delta' }),
  wallet('Ember'),
  wallet('Grove', { chains: [EVM, SOLANA] }),
  wallet('Heron', { chains: [SOLANA] }),
  wallet('Iris'),
  wallet('Jade'),
  wallet('Kelp'),
  wallet('Larch'),
]

export const AMBER = { name: 'Amber', rdns: 'example.amber' }
export const NORTHSTAR = { name: 'Northstar', rdns: 'example.northstar' }
export const HARBOR = { name: 'Harbor', rdns: 'example.harbor' }
export const TERN = { name: 'Tern', rdns: 'example.tern' }
export const KELP = { id: 'kelp', name: 'Kelp' }
export const JADE = { id: 'jade', name: 'Jade' }
export const HOUSE = { id: 'house', name: 'House', homepage: 'https://house.example' }
export const SHED = { id: 'shed', name: 'Shed', rdns: 'example.shed' }
export const COINBASE = { id: 'coinbaseWallet' }
export const LIST = [
  wallet('Own', { rdns: 'example.own' }),
  wallet('Pine', { rdns: 'example.pine' }),
  wallet('Quill', { mobile_link: null }),
]

export const CODE = 'WalletConnect [QR code]'
/** The row All Wallets when all eleven wallets are counted, and when one is missing. */
export const ALL = 'All Wallets [10+]'
export const TEN = 'All Wallets [10]'
export const wallets = (lists: Config['wallets'], more: Config = {}): Config => ({ ...more, wallets: lists ?? {} })
export const order = (...connectorTypeOrder: string[]): Config => ({ connectorTypeOrder })
export const features = (own: Config['features']): Config => ({ features: own ?? {} })
