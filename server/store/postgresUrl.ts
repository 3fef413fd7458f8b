/** Addresses of PostgreSQL databases. */

export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)

/** The host, the port and the name of a database, without the user and the password. */
export function shownUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

/** Whether the address contains a password, before the host or in the query. */
export const hasSecret = (url: string): boolean => {
  const { password, searchParams } = new URL(url)
  return password !== '' || searchParams.has('password')
}

/**
 * Whether the host of an address is this machine. An empty host is too: addresses of PostgreSQL's Unix socket have
 * none.
 */
export const isHere = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?|)$/.test(host)

/**
 * Whether the traffic would cross a network unencrypted. False for an address with `sslmode`: what it says is the
 * operator's decision.
 */
export function isInClear(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  return !isHere(hostname) && !searchParams.has('sslmode')
}
