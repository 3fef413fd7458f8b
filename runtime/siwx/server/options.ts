import { parseCaipNetworkId } from '../../lib/caip.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { isAuthority, isUri } from '../rfc3986.ts'
import { readerOfUrls } from '../verify/reader.ts'
import { allVerifiers } from '../verify/all.ts'
import type { Reader, Verifiers } from '../verify/verifier.ts'
import { COOKIE_NAME, type CookieOptions } from './cookie.ts'
import { memoryStore } from './store/memory.ts'
import type { Store } from './store/store.ts'

export type SiwxServerOptions = {
  /** The authorities that messages may be for, as pages have them in `location.host`: `app.example`, `localhost:5173`. */
  domain: string | readonly string[]
  /** What messages have to say as URI; without it, any URI of an allowed origin is good. */
  uri?: string
  /** Origins that may ask; default: `https://` and each domain, for localhost `http://` too. */
  origins?: readonly string[]
  /** Networks that are accepted (CAIP-2); default: all that can be checked. */
  chains?: readonly CaipNetworkId[]
  /** What messages have to say; without it, they may say no statement. A function decides for itself. */
  statement?: string | ((statement: string | undefined) => boolean)
  /** Resources that messages may name; default: none. A function decides about each. */
  resources?: readonly string[] | ((resource: string) => boolean)
  /** Seconds that a session lasts at most (default 7 days); a message's own end counts where it is earlier. */
  expiration?: number
  /** Seconds that a nonce can be used, and that a message may be old (default 600). */
  nonceLifetime?: number
  /** RPC URLs of eip155 networks (CAIP-2), for contract accounts: without them only keys can sign in. */
  rpc?: Readonly<Partial<Record<CaipNetworkId, string | readonly string[]>>>
  /** Default: {@link memoryStore}, which is for one process. */
  store?: Store
  cookie?: CookieOptions
  /** Where the paths begin (default `/siwx`). */
  path?: string
  /** ms since 1970. */
  clock?: () => number
  /** Hears what went wrong behind an `unavailable`. */
  onError?: (error: unknown) => void
}

/** Options with their defaults, checked. */
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
  cookie: Required<Omit<CookieOptions, 'maxAge'>> & { maxAge: number | undefined }
  path: string
  clock: () => number
  onError: (error: unknown) => void
}

const WEEK = 7 * 24 * 3_600

/** Throws an Error that names the option which is wrong. */
export function toSettings(options: SiwxServerOptions): Settings {
  const domains = typeof options.domain === 'string' ? [options.domain] : [...options.domain]
  must(
    domains.length > 0 && domains.every(isAuthority),
    'domain: name authorities such as "app.example", without https://',
  )
  const { uri, statement, resources = [], chains, cookie = {}, clock = Date.now, path = '/siwx' } = options
  must(uri === undefined || isUri(uri), 'uri: this is no URI')
  const origins = options.origins ?? domains.flatMap(originsOf)
  must(origins.every(isOrigin), 'origins: name origins such as "https://app.example", without a path')
  must(!chains || chains.every((chain) => parseCaipNetworkId(chain)), 'chains: name CAIP-2 ids such as "eip155:1"')
  must(/^(\/[A-Za-z0-9._~-]+)*$/.test(path), 'path: begin with a slash, end with none')
  const { expiration = WEEK, nonceLifetime = 600 } = options
  must(isSeconds(expiration) && isSeconds(nonceLifetime), 'expiration, nonceLifetime: whole seconds, at least 1')
  const { name = COOKIE_NAME, secure = !domains.every(isLocal), sameSite = 'Lax', partitioned = false, maxAge } = cookie
  must(/^[A-Za-z0-9._-]+$/.test(name), 'cookie.name: letters, digits, ".", "_" and "-"')
  must(secure || (sameSite !== 'None' && !partitioned && !/^__(Host|Secure)-/.test(name)), 'cookie: this needs secure')
  must(maxAge === undefined || isSeconds(maxAge), 'cookie.maxAge: whole seconds, at least 1')
  const readers = new Map<string, Reader>()
  for (const [chain, urls] of Object.entries(options.rpc ?? {})) {
    const { namespace, reference } = parseCaipNetworkId(chain) ?? {}
    must(namespace === 'eip155' && /^[1-9]\d*$/.test(reference ?? ''), `rpc: "${chain}" is no eip155 network`)
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
    verifiers: allVerifiers,
    store: options.store ?? memoryStore({ clock }),
    cookie: { name, secure, sameSite, partitioned, maxAge },
    path,
    clock,
    onError: options.onError ?? (() => {}),
  }
}

function must(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`createSiwxServer: ${what}`)
}

const isSeconds = (value: number) => Number.isInteger(value) && value >= 1

/** The names that browsers treat as secure without a certificate. */
const isLocal = (domain: string) => /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(domain)

/** As browsers write them: a port that is the scheme's own is left out. */
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
