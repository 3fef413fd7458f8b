import type { Chain } from '../../contracts/chain.ts'
import { parseCaipNetworkId } from '../../lib/caip.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { isAuthority, isUri } from '../grammar.ts'
import { readerOfUrls } from '../verify/reader.ts'
import { type Reader, type Verifiers, verifiersOf } from '../verify/verifier.ts'
import { COOKIE_NAME, type CookieOptions, type CookieSettings } from './cookie.ts'
import { memoryStore, type Store } from './store/memory.ts'

/** The verifiers of every namespace, for servers. A page's build lists only those of its networks, to stay small. */
export const allVerifiers = {
  eip155: () => import('../verify/eip155.ts'),
  solana: () => import('../verify/solana.ts'),
  polkadot: () => import('../verify/polkadot.ts'),
  bip122: () => import('../verify/bip122.ts'),
} satisfies Verifiers

export type SiwxServerOptions = {
  /** The domains that messages may name, in the form of `location.host`: `app.example`, `localhost:5173`. */
  domain: string | readonly string[]
  /** The exact URI that messages must name. If absent, any URI of an allowed origin is accepted. */
  uri?: string
  /** Origins whose pages may send requests. Default: each domain with `https://`; `localhost` also with `http://`. */
  origins?: readonly string[]
  /** Accepted networks (CAIP-2); default: all whose signatures can be verified. */
  chains?: readonly CaipNetworkId[]
  /** Chain families from outside this package, whose accounts may sign in: what `defineChain` returned. */
  families?: readonly Pick<Chain, 'namespace' | 'verifier'>[]
  /**
   * The statement that messages must contain; if absent, they must contain none. A function decides for each message.
   */
  statement?: string | ((statement: string | undefined) => boolean)
  /** Resources that messages may name; default: none. A function decides for each resource. */
  resources?: readonly string[] | ((resource: string) => boolean)
  /** The longest a session lasts, in seconds (default 7 days). A message's own expiration may end it earlier. */
  expiration?: number
  /** How long a nonce can be used, and how old a message may be, in seconds (default 600). */
  nonceLifetime?: number
  /** RPC URLs by eip155 network (CAIP-2). Without them, contract accounts cannot sign in. */
  rpc?: Readonly<Partial<Record<CaipNetworkId, string | readonly string[]>>>
  /** Default: {@link memoryStore}, which works for a single process only. */
  store?: Store
  cookie?: CookieOptions
  /** The prefix of the server's paths, as the page requests them, including any mount (default `/siwx`). */
  path?: string
  /** Returns ms since 1970 (default `Date.now`). */
  clock?: () => number
  /** Receives the error that caused an `unavailable` response. */
  onError?: (error: unknown) => void
}

/** The validated options, with defaults. */
export type Settings = {
  domains: readonly string[]
  uri: string | undefined
  origins: readonly string[]
  chains: readonly string[] | undefined
  isStatement: (statement: string | undefined) => boolean
  isResource: (resource: string) => boolean
  expiration: number
  nonceLifetime: number
  readerOf: (chainId: CaipNetworkId) => Reader | undefined
  verifiers: Verifiers
  store: Store
  cookie: CookieSettings
  path: string
  clock: () => number
  onError: (error: unknown) => void
}

const WEEK = 7 * 24 * 3_600

/** Throws an Error that names the invalid option. */
export function toSettings(options: SiwxServerOptions): Settings {
  const domains = typeof options.domain === 'string' ? [options.domain] : [...options.domain]
  must(
    domains.length > 0 && domains.every(isAuthority),
    'domain: name authorities such as "app.example", without https://',
  )
  const { uri, statement, resources = [], chains, cookie = {}, clock = Date.now, path = '/siwx' } = options
  must(uri === undefined || isUri(uri), 'uri: this is not a URI')
  const origins = options.origins ?? domains.flatMap(originsOf)
  must(origins.every(isOrigin), 'origins: name origins such as "https://app.example", without a path')
  must(!chains || chains.every((chain) => parseCaipNetworkId(chain)), 'chains: name CAIP-2 ids such as "eip155:1"')
  must(/^(\/[A-Za-z0-9._~-]+)*$/.test(path), 'path: begin with a slash, end with none')
  const { expiration = WEEK, nonceLifetime = 600 } = options
  must(isSeconds(expiration) && isSeconds(nonceLifetime), 'expiration, nonceLifetime: whole seconds, at least 1')
  const {
    name = COOKIE_NAME,
    secure = !domains.every(isLocal),
    sameSite = 'Lax',
    partitioned = false,
    maxAge,
    domain,
  } = cookie
  must(/^[A-Za-z0-9._-]+$/.test(name), 'cookie.name: letters, digits, ".", "_" and "-"')
  must(secure || (sameSite !== 'None' && !partitioned && !/^__(Host|Secure)-/.test(name)), 'cookie: this needs secure')
  must(maxAge === undefined || isSeconds(maxAge), 'cookie.maxAge: whole seconds, at least 1')
  must(domain === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain), 'cookie.domain: write "example.com"')
  must(domain === undefined || !name.startsWith('__Host-'), 'cookie.name: "__Host-" permits no domain')
  const readers = new Map<string, Reader>()
  for (const [chain, urls] of Object.entries(options.rpc ?? {})) {
    const { namespace, reference } = parseCaipNetworkId(chain) ?? {}
    must(namespace === 'eip155' && /^[1-9]\d*$/.test(reference ?? ''), `rpc: "${chain}" is not an eip155 network`)
    readers.set(chain, readerOfUrls(typeof urls === 'string' ? [urls] : [...(urls ?? [])], reference ?? ''))
  }
  return {
    domains,
    uri,
    origins,
    chains,
    isStatement: typeof statement === 'function' ? statement : (said) => said === statement,
    isResource: typeof resources === 'function' ? resources : (named) => resources.includes(named),
    expiration,
    nonceLifetime,
    readerOf: (chainId) => readers.get(chainId),
    verifiers: { ...allVerifiers, ...verifiersOf(options.families ?? []) },
    store: options.store ?? memoryStore({ clock }),
    cookie: { name, secure, sameSite, partitioned, maxAge, domain },
    path,
    clock,
    onError: options.onError ?? (() => {}),
  }
}

function must(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`createSiwxServer: ${what}`)
}

const isSeconds = (value: number) => Number.isInteger(value) && value >= 1

/** Hosts that browsers treat as secure without a certificate. */
const isLocal = (domain: string) => /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(domain)

/** Origins in the form that browsers send, without the scheme's default port. */
const originsOf = (domain: string) =>
  ['https', ...(isLocal(domain) ? ['http'] : [])].map((scheme) => originOf(`${scheme}://${domain}`) ?? '')

const isOrigin = (text: string) => text !== 'null' && originOf(text) === text

function originOf(url: string): string | undefined {
  try {
    return new URL(url).origin
  } catch {
    return undefined
  }
}
