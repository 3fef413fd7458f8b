/**
 * Splits an address with a user name and a password, as some nodes have it: `fetch` refuses such an address.
 * @returns the address without them, and the header that has them instead (RFC 7617)
 */
export function splitCredentials(url: string): { url: string; headers: Record<string, string> } {
  const target = new URL(url)
  const { username, password } = target
  if (!username && !password) return { url, headers: {} }
  target.username = ''
  target.password = ''
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url: target.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Shorter parts of an address are words, which an answer may have too. */
const LEAST = 12

/** What of an address may be its key: the user name, the password, values of the query, and long parts of the path. */
export function secretsOf(url: string): string[] {
  const { username, password, searchParams, pathname } = new URL(url)
  const pair = [username, password].flatMap((each) => [each, decodeURIComponent(each)])
  const parts = [...pair, ...pathname.split('/'), ...searchParams.values()]
  return [...new Set(parts)].filter((each) => each.length >= LEAST)
}

/** Takes secrets out of what a service says, before others read it. */
export const hidden = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '(hidden)'), text)
