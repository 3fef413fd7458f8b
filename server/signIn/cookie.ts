/** Decides how the cookie of a site's sessions is set, so that browsers send it, and to no more hosts than needed. */
import type { CookieOptions } from '../../runtime/siwx/server/index.ts'
import { isCovered } from '../config/signIn.ts'

/**
 * Whether browsers treat two hosts as one site, as far as that is certain: equal hosts, or one below the other. For two
 * hosts below one parent (`a.example.com`, `b.example.com`) only the changing list of publicsuffix.org can tell,
 * because the parent may be public (`a.github.io`, `b.github.io`). Such hosts count as two sites here; the cookie works
 * in both cases.
 */
const isOneSite = (one: string, other: string): boolean => one === other || isBelow(one, other) || isBelow(other, one)
const isBelow = (host: string, parent: string) => parent.includes('.') && host.endsWith(`.${parent}`)

/**
 * The name and the attributes of the session cookie for the pages of a site.
 * @param site the page's origin
 * @param url this server's origin
 * @param cookieDomain `cookieDomain` of the config. It must not be a public suffix, because browsers refuse such a
 *   cookie
 */
export function cookieOf(site: string, url: string, cookieDomain?: string): CookieOptions {
  const [page, server] = [new URL(site), new URL(url)]
  const isShared = cookieDomain !== undefined && isCovered(page.hostname, cookieDomain)
  const isApart = page.protocol !== server.protocol || !(isShared || isOneSite(page.hostname, server.hostname))
  const isSecure = server.protocol === 'https:'
  // Browsers accept a cookie with one of these prefixes only over https, and one with `__Host-` only without a domain:
  // no other host can then set the cookie.
  const prefix = !isSecure ? '' : isShared ? '__Secure-' : '__Host-'
  return {
    // The cookies of all sites belong to this server's host, so each site's has a name of its own, with the page's host
    // and port.
    name: `${prefix}walletkit-siwx-${page.host.replace(/[^A-Za-z0-9.-]/g, '_')}`,
    // `SameSite=None` needs Secure. On localhost, browsers accept a Secure cookie without https.
    secure: isSecure || isApart,
    sameSite: isApart ? 'None' : 'Lax',
    // Browsers that block third-party cookies accept a partitioned one, and keep a separate cookie for each site that
    // is in the address bar.
    partitioned: isApart,
    ...(isShared && { domain: cookieDomain }),
  }
}
