/** Builds the links that open wallets' apps. Pure functions of text; `actions/link.ts` opens the links. */
import type { Wallet } from '../contracts/config.ts'
import { isLoopback } from '../lib/online.ts'
import { DIRECTORY_IDS, type KnownWallet } from './known.ts'
import { COINBASE } from './windowWallets.ts'

/** A wallet's link with a pairing URI in it. */
export type AppLink = {
  /** The wallet's own link; stored for the relay client, which opens the wallet with it again for each request. */
  href: string
  /** The link to open now. */
  redirect: string
}

/**
 * Schemes that no wallet may use, because the browser, the system or another program acts on them: a network share or a
 * terminal would get the pairing URI, and a code editor could install an extension. The wallet directory is untrusted,
 * but any other scheme of a wallet is accepted, because no register of wallets' schemes exists.
 */
const TAKEN =
  /^(about|afp|android-app|anydesk|appstream|apt|blob|chrom.*|cifs|content|cursor|data|dav.*|edge|facetime.*|file.*|firefox|s?ftps?|git.*|googlechromes?|gopher|hcp|help|idea|intent|iterm2?|itms.*|jar|javascript|jetbrains|jnlps?|kiro|ldaps?|macappstores?|mailto|market|microsoft-.*|moz-.*|ms.*-.*|nfs|pycharm|rdp|resource|rustdesk|search.*|shell|shortcuts|slack|smb|sms.*|snap|sourcetree|ssh|steam|subl|svn.*|teamviewer.*|tel.*|txmt|vbscript|view-source|vnc|vscod.*|warp|webcal|webdav.*|webstorm|windsurf|wss?|wyciwyg|x-(?:apple|git|man).*|zed|zoom.*)$/

/** Matches text that has only the characters that RFC 3986 allows in a URI; a well-formed link encodes all others. */
const BODY = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/

/** A scheme alone, or followed by a part of `://`. */
const BARE = /^[a-z][a-z0-9+.-]*:?\/?$/i
const ADDRESS = /^([a-z][a-z0-9+.-]{0,63}):\/\//i
const WEB = /^https?:\/\/[^/]/i
/** What follows an app's scheme: names of places in the app, and no user, port, query or fragment. */
const APP = /^[^:]+:\/\/[\w./-]*$/

/** Real wallet links are short; refuse a longer one as suspicious. */
const LONGEST = 2048

/**
 * Parses a wallet's link, and adds `://` to a scheme without it (`trust`, `trust:`, `trust:/`). Returns `undefined`
 * unless it is the address of an app, or of a web page with https; plain http is for a wallet on this computer.
 */
export function readLink(link: unknown): { kind: 'web' | 'app'; base: string } | undefined {
  if (typeof link !== 'string' || !link || link.length > LONGEST || !BODY.test(link)) return undefined
  const full = BARE.test(link) ? `${link.replaceAll('/', '').replaceAll(':', '')}://` : link
  const [, scheme] = ADDRESS.exec(full) ?? []
  if (!scheme || TAKEN.test(scheme.toLowerCase())) return undefined
  const base = full.endsWith('/') ? full : `${full}/`
  if (!URL.canParse(base)) return undefined
  if (!/^https?$/i.test(scheme)) return APP.test(base) ? { kind: 'app', base } : undefined
  const { protocol, hostname, username, password } = new URL(base)
  const isPrivate = protocol === 'https:' || isLoopback(hostname)
  return WEB.test(full) && isPrivate && hostname && !username && !password ? { kind: 'web', base } : undefined
}

/**
 * The link that passes a pairing URI to a wallet. Telegram's web view on Android decodes the URI once, so an app's own
 * scheme needs it encoded twice there (`twice`). `undefined` for a link that {@link readLink} refuses.
 */
export function appLink(link: unknown, uri: string, { twice = false } = {}): AppLink | undefined {
  const read = readLink(link)
  if (!read) return undefined
  const once = encodeURIComponent(uri)
  const encoded = twice && read.kind === 'app' ? encodeURIComponent(once) : once
  return { href: read.base, redirect: `${read.base}wc?uri=${encoded}` }
}

/**
 * A wallet that opens web pages in its own browser. Solana needs this, because these apps accept no pairing URI there.
 */
type PageOpener = {
  rdns: string
  /**
   * The property of `window` that the wallet sets in its own browser, or as an extension. If the page has this
   * property, it needs no link to the wallet.
   */
  injected: string
  link: (page: URL) => string
}

const OPENERS: Readonly<Partial<Record<KnownWallet, PageOpener>>> = {
  phantom: {
    rdns: 'app.phantom',
    injected: 'phantom',
    link: ({ href, origin }) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
  solflare: {
    rdns: 'com.solflare',
    injected: 'solflare',
    link: ({ href, origin }) =>
      `https://solflare.com/ul/v1/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
  coinbase: {
    rdns: COINBASE.rdns,
    injected: 'coinbaseSolana',
    link: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`,
  },
}

/**
 * For Solana: the link that opens `page` in the wallet's own browser. `undefined` if the wallet has no such link, or if
 * the page runs in that browser already, or has the wallet as an extension. Finds the wallet by directory id or rdns.
 */
export function pageLink({ id, rdns }: Pick<Wallet, 'id' | 'rdns'>, page: string, here: object): string | undefined {
  const opener = Object.entries(OPENERS).find(([wallet, own]) =>
    [DIRECTORY_IDS[wallet as KnownWallet], own.rdns].some((each) => each === id || each === rdns),
  )?.[1]
  return opener && !(opener.injected in here) && URL.canParse(page) ? opener.link(new URL(page)) : undefined
}
