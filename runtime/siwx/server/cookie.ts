/** The one cookie of a session (RFC 6265): out of scripts' reach, and not sent along by other sites' requests. */
export type CookieOptions = {
  /** Default `walletkit-siwx`. With `__Host-` in front, browsers hold it to this very host (needs Secure). */
  name?: string
  /** Default: on, unless every domain is localhost. */
  secure?: boolean
  /** Default `Lax`. `None` (which needs Secure) is for a page on another site than the server. */
  sameSite?: 'Strict' | 'Lax' | 'None'
  /** One cookie for each page's site (CHIPS): with `None`, browsers that refuse others' cookies take it. Needs Secure. */
  partitioned?: boolean
  /** Seconds; default: as long as the session is good. */
  maxAge?: number
}

export const COOKIE_NAME = 'walletkit-siwx'

/** Letters, digits and what RFC 6265 calls a token; ours are base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The token in a `Cookie` header; `undefined` when it is not there, not one of ours, or there twice. */
export function readToken(header: string | null | undefined, name: string): string | undefined {
  const found = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
  // Two of one name come from two paths or domains, and one of them may be planted.
  const [token = '', ...more] = found
  return !more.length && TOKEN.test(token) ? token : undefined
}

export function writeCookie(
  { name, secure, sameSite, partitioned }: Required<Omit<CookieOptions, 'maxAge'>>,
  token: string,
  maxAge: number,
): string {
  const more = `${secure ? '; Secure' : ''}${partitioned ? '; Partitioned' : ''}`
  return `${name}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${more}`
}

/** 256 bits in base64url. */
export function createToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

/** What a session is stored under: who reads the store has no tokens. */
export async function hashToken(token: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
