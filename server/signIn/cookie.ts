/** Decides how the cookie of a site's sessions is set, so that browsers send it, and to no more hosts than needed. */
import type { CookieOptions } from '../../runtime/siwx/server/index.ts'
import { isCovered } from '../config/signIn.ts'

/**
 * Whether two hosts belong to one site for browsers, as far as that is certain: equal ones, and one below the other. Of
 * two hosts below one parent (`a.example.com`, `b.example.com`) only a list that changes (publicsuffix.org) can tell,
 * because the parent may be a public one (`a.github.io`, `b.github.io`). They count as two sites, which works too.
 */
const isOneSite = (one: string, other: string): boolean => one === other || isBelow(one, other) || isBelow(other, one)
const isBelow = (host: string, parent: string) => parent.includes('.') && host.endsWith(`.${parent}`)

/**
 * @param site the page's origin
 * @param url this server's origin
 * @param cookieDomain the domain of the config, which cannot be a public one: browsers refuse such a cookie
 */
export function cookieOf(site: string, url: string, cookieDomain?: string): CookieOptions {
  const [page, server] = [new URL(site), new URL(url)]
  const isShared = cookieDomain !== undefined && isCovered(page.hostname, cookieDomain)
  const isApart = page.protocol !== server.protocol || !(isShared || isOneSite(page.hostname, server.hostname))
  const isSecure = server.protocol === 'https:'
  // Browsers take a cookie with such a prefix over https only, and `__Host-` only without a domain: no other host can
  // set it.
  const prefix = !isSecure ? '' : isShared ? '__Secure-' : '__Host-'
  return {
    // The sites share this server's host, so each has a name of its own. It contains the page's host and port.
    name: `${prefix}walletkit-siwx-${page.host.replace(/[^A-Za-z0-9.-]/g, '_')}`,
    // `None` needs it. On this machine browsers take it without https.
    secure: isSecure || isApart,
    sameSite: isApart ? 'None' : 'Lax',
    // Browsers that block third-party cookies take it, and keep one for each site in which the page is.
    partitioned: isApart,
    ...(isShared && { domain: cookieDomain }),
  }
}
