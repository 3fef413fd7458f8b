/** Where a wallet's app is opened (reference 4.3). Text alone: who opens it is `actions/link.ts`. */
import type { Wallet } from '../config.ts'

/** A wallet's link with a pairing in it. */
export type AppLink = {
  /** The wallet's own address, as the relay client keeps it to open the wallet again for a request. */
  href: string
  /** What is opened. */
  redirect: string
}

/**
 * Schemes that do something else than open an app or a web page: they run code, read files, start other programs of the
 * system, or show pages of the browser's own. A directory is somebody else's text.
 */
const REFUSED =
  /^(javascript|data|vbscript|file|blob|filesystem|about|view-source|intent|content|wyciwyg|jar|resource|mailto|tel|sms|wss?|ftp|shell|search|itms-services|chrome(-[a-z]+)?|moz-extension|edge|ms-[a-z0-9-]+|search-ms)$/

/** Printable ASCII without blanks, quotes or brackets: anything else is encoded in a well-formed link. */
const BODY = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/

/** A scheme without its slashes, or with one of them. */
const BARE = /^[a-z][a-z0-9+.-]*:?\/?$/i
const ADDRESS = /^([a-z][a-z0-9+.-]{0,63}):\/\//i
const WEB = /^https?:\/\/[^/]/i

/** A directory's links are short; a longer one was made to be something else. */
const LONGEST = 2048

/**
 * Reads a wallet's link. A scheme without `://` (`trust`, `trust:`, `trust:/`) gets it. `undefined` for what is no address
 * of a web page or an app.
 */
export function readLink(link: unknown): { kind: 'web' | 'app'; base: string } | undefined {
  if (typeof link !== 'string' || !link || link.length > LONGEST || !BODY.test(link)) return undefined
  const full = BARE.test(link) ? `${link.replaceAll('/', '').replaceAll(':', '')}://` : link
  const [, scheme] = ADDRESS.exec(full) ?? []
  if (!scheme || REFUSED.test(scheme.toLowerCase())) return undefined
  const base = full.endsWith('/') ? full : `${full}/`
  if (!URL.canParse(base)) return undefined
  if (!/^https?$/i.test(scheme)) return { kind: 'app', base }
  const { hostname, username, password } = new URL(base)
  return WEB.test(full) && hostname && !username && !password ? { kind: 'web', base } : undefined
}

/**
 * The link that brings a pairing to a wallet. An app's own scheme on Android needs the address encoded twice inside of
 * Telegram, whose web view decodes it once. `undefined` for a link that {@link readLink} refuses.
 */
export function appLink(link: unknown, uri: string, { twice = false } = {}): AppLink | undefined {
  const read = readLink(link)
  if (!read) return undefined
  const once = encodeURIComponent(uri)
  const encoded = twice && read.kind === 'app' ? encodeURIComponent(once) : once
  return { href: read.base, redirect: `${read.base}wc?uri=${encoded}` }
}

/** A wallet that shows web pages in its own browser: the way in on Solana, where its app takes no pairing. */
type PageOpener = {
  ids: readonly string[]
  /** What the wallet puts into the window when it is here. */
  injected: string
  link: (page: URL) => string
}

const OPENERS: readonly PageOpener[] = [
  {
    ids: ['a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', 'app.phantom'],
    injected: 'phantom',
    link: ({ href, origin }) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
  {
    ids: ['1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79', 'com.solflare'],
    injected: 'solflare',
    link: ({ href, origin }) =>
      `https://solflare.com/ul/v1/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
  {
    ids: ['fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa', 'com.coinbase.wallet'],
    injected: 'coinbaseSolana',
    link: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`,
  },
]

/**
 * For Solana: the link that opens `page` inside of the wallet's app, for the wallets that have one and are not already
 * here (spec section 2). By directory id or rdns.
 */
export function pageLink({ id, rdns }: Pick<Wallet, 'id' | 'rdns'>, page: string, here: object): string | undefined {
  const opener = OPENERS.find(({ ids }) => ids.includes(id) || (rdns && ids.includes(rdns)))
  return opener && !(opener.injected in here) && URL.canParse(page) ? opener.link(new URL(page)) : undefined
}
