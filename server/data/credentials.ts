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
