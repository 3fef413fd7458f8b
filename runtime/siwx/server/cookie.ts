/**
 * The session's cookie (RFC 6265): scripts cannot read it, and with `sameSite` as by default browsers do not send it
 * with requests of other sites, except when the visitor follows a link.
 */
export type CookieOptions = {
  /**
   * Default `walletkit-siwx`. With the prefix `__Host-`, browsers bind the cookie to exactly this host (needs Secure).
   */
  name?: string
  /** Default: `true`, unless every domain is of this computer (`localhost`, `127.0.0.1` or `[::1]`). */
  secure?: boolean
  /** Default `Lax`. Use `None` (needs Secure) if the page is on another site than the server. */
  sameSite?: 'Strict' | 'Lax' | 'None'
  /**
   * Whether the browser keeps a separate cookie for each site whose pages use the server (CHIPS). With `sameSite:
   * 'None'`, even browsers that block third-party cookies accept such a cookie.
   */
  partitioned?: boolean
  /** Seconds; default: until the session ends. */
  maxAge?: number
  /**
   * The domain whose hosts all get the cookie, such as `example.com`. Default: this host only. Each of those hosts can
   * then read who is signed in, and set the cookie.
   */
  domain?: string
}

export const COOKIE_NAME = 'walletkit-siwx'

/** The format of {@link createToken}: 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The token in a `Cookie` header; `undefined` if it is absent, malformed or duplicated. */
export function readToken(header: string | null | undefined, name: string): string | undefined {
  const found = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
  // Two cookies of one name come from different paths or domains, so an attacker may have planted one: use neither.
  const [token = '', ...more] = found
  return !more.length && TOKEN.test(token) ? token : undefined
}

/** The validated options, with defaults. */
export type CookieSettings = Required<Omit<CookieOptions, 'maxAge' | 'domain'>> & {
  maxAge: number | undefined
  domain: string | undefined
}

export function writeCookie(
  { name, secure, sameSite, partitioned, domain }: CookieSettings,
  token: string,
  maxAge: number,
): string {
  const host = domain === undefined ? '' : `; Domain=${domain}`
  const more = `${secure ? '; Secure' : ''}${partitioned ? '; Partitioned' : ''}`
  return `${name}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${host}${more}`
}

/** A new random token of 256 bits in base64url. */
export function createToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

/** The key of a session in the store. It is a hash, so that a person who reads the store does not get usable tokens. */
export async function hashToken(token: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
