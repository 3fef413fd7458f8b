/**
 * The data with which a page finds a wallet and opens its app, by the name of the wallet's function in the libraries
 * without "Wallet": `rainbow` for `rainbowWallet`. Links, rdns and directory ids are those that the wallets publish.
 */
import type { JsonObject } from '../../schema/pieces.ts'
import { DIRECTORY_IDS } from '../../runtime/wallets/known.ts'

type Row = { name: string; id?: string; rdns?: string; link?: string; homepage?: string }

const WALLETS: Record<string, Row> = {
  rainbow: {
    name: 'Rainbow',
    id: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
    rdns: 'me.rainbow',
    link: 'rainbow://',
    homepage: 'https://rainbow.me',
  },
  metaMask: {
    name: 'MetaMask',
    id: DIRECTORY_IDS.metamask,
    rdns: 'io.metamask',
    link: 'metamask://',
    homepage: 'https://metamask.io',
  },
  coinbase: {
    name: 'Coinbase Wallet',
    id: DIRECTORY_IDS.coinbase,
    rdns: 'com.coinbase.wallet',
    homepage: 'https://www.coinbase.com/wallet',
  },
  trust: {
    name: 'Trust Wallet',
    id: DIRECTORY_IDS.trust,
    rdns: 'com.trustwallet.app',
    link: 'trust://',
    homepage: 'https://trustwallet.com',
  },
  ledger: {
    name: 'Ledger Live',
    id: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
    link: 'ledgerlive://',
    homepage: 'https://www.ledger.com/ledger-live',
  },
  zerion: {
    name: 'Zerion',
    id: 'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18',
    rdns: 'io.zerion.wallet',
    link: 'zerion://',
    homepage: 'https://zerion.io',
  },
  uniswap: {
    name: 'Uniswap Wallet',
    id: 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a',
    link: 'uniswap://',
    homepage: 'https://wallet.uniswap.org',
  },
  rabby: {
    name: 'Rabby Wallet',
    id: '18388be9ac2d02726dbac9777c96efaac06d744b2f6d580fccdd4127a6d01fd1',
    rdns: 'io.rabby',
    homepage: 'https://rabby.io',
  },
  phantom: { name: 'Phantom', id: DIRECTORY_IDS.phantom, rdns: 'app.phantom', homepage: 'https://phantom.com' },
  okx: {
    name: 'OKX Wallet',
    id: DIRECTORY_IDS.okx,
    rdns: 'com.okex.wallet',
    link: 'okex://main',
    homepage: 'https://web3.okx.com',
  },
  imToken: {
    name: 'imToken',
    id: 'ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef',
    link: 'imtokenv2://',
    homepage: 'https://token.im',
  },
  tokenPocket: {
    name: 'TokenPocket',
    id: '20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66',
    rdns: 'pro.tokenpocket',
    link: 'tpoutside://',
    homepage: 'https://www.tokenpocket.pro',
  },
  bitget: {
    name: 'Bitget Wallet',
    id: DIRECTORY_IDS.bitget,
    rdns: 'com.bitget.web3',
    link: 'bitkeep://',
    homepage: 'https://web3.bitget.com',
  },
  safepal: {
    name: 'SafePal',
    id: '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150',
    link: 'safepalwallet://',
    homepage: 'https://www.safepal.com',
  },
  oneInch: {
    name: '1inch Wallet',
    id: 'c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576',
    link: 'oneinch://',
    homepage: 'https://1inch.io/wallet',
  },
  kraken: {
    name: 'Kraken Wallet',
    id: '18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277',
    link: 'krakenwallet://',
    homepage: 'https://www.kraken.com/wallet',
  },
  argent: {
    name: 'Argent',
    id: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
    link: 'argent://app',
    homepage: 'https://www.argent.xyz',
  },
  binance: {
    name: 'Binance Wallet',
    id: '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
    rdns: 'com.binance.wallet',
    homepage: 'https://www.binance.com/web3wallet',
  },
  coin98: { name: 'Coin98 Wallet', id: DIRECTORY_IDS.coin98, rdns: 'com.coin98', homepage: 'https://coin98.com' },
  frontier: {
    name: 'Frontier Wallet',
    id: DIRECTORY_IDS.frontier,
    rdns: 'xyz.frontier.wallet',
    link: 'frontier://',
    homepage: 'https://www.frontier.xyz',
  },
  bybit: { name: 'Bybit Wallet', rdns: 'com.bybit', homepage: 'https://www.bybit.com/web3' },
  ronin: {
    name: 'Ronin Wallet',
    rdns: 'com.roninchain.wallet',
    link: 'roninwallet://',
    homepage: 'https://wallet.roninchain.com',
  },
  subWallet: { name: 'SubWallet', rdns: 'app.subwallet', link: 'subwallet://', homepage: 'https://www.subwallet.app' },
  omni: { name: 'Omni', link: 'omni://', homepage: 'https://omni.app' },
  zeal: { name: 'Zeal', rdns: 'app.zeal', link: 'zeal://', homepage: 'https://zeal.app' },
  core: { name: 'Core', rdns: 'app.core.extension', homepage: 'https://core.app' },
  brave: { name: 'Brave Wallet', rdns: 'com.brave.wallet', homepage: 'https://brave.com/wallet' },
  frame: { name: 'Frame', rdns: 'sh.frame', homepage: 'https://frame.sh' },
  talisman: { name: 'Talisman', rdns: 'xyz.talisman', homepage: 'https://talisman.xyz' },
  enkrypt: { name: 'Enkrypt', rdns: 'com.enkrypt', homepage: 'https://www.enkrypt.com' },
  taho: { name: 'Taho', homepage: 'https://taho.xyz' },
  oneKey: { name: 'OneKey', rdns: 'so.onekey.app.wallet', homepage: 'https://onekey.so' },
  gate: { name: 'Gate Wallet', rdns: 'io.gate.wallet', link: 'gtweb3wallet://', homepage: 'https://www.gate.io/web3' },
  backpack: { name: 'Backpack', id: DIRECTORY_IDS.backpack, homepage: 'https://backpack.app' },
  solflare: { name: 'Solflare', id: DIRECTORY_IDS.solflare, homepage: 'https://solflare.com' },
  xverse: { name: 'Xverse', id: DIRECTORY_IDS.xverse, homepage: 'https://www.xverse.app' },
  leather: { name: 'Leather', id: DIRECTORY_IDS.leather, homepage: 'https://leather.io' },
}

/** Other names for the same wallet. */
const ALIASES: Record<string, string> = {
  metamask: 'metaMask',
  '1inch': 'oneInch',
  frameWallet: 'frame',
  ready: 'argent',
}

/** The wallet as an entry of `wallets.custom`; undefined when this table does not have it. */
export function walletEntry(name: string): JsonObject | undefined {
  const key = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name
  const row = key !== undefined && Object.hasOwn(WALLETS, key) ? WALLETS[key] : undefined
  if (!row || key === undefined) return undefined
  const { id = key, rdns, link, homepage } = row
  return {
    id,
    name: row.name,
    ...(homepage !== undefined && { homepage }),
    ...(link !== undefined && { mobile_link: link }),
    ...(rdns !== undefined && { rdns }),
  }
}
