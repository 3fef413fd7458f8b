/**
 * Takes the user name and the password out of a node's URL, because `fetch` rejects a URL that contains them.
 * @returns the URL without them, and the header that carries them instead (RFC 7617)
 */
export function splitCredentials(url: string): { url: string; headers: Record<string, string> } {
  const target = new URL(url)
  const { username, password } = target
  if (!username && !password) return { url, headers: {} }
  target.username = ''
  target.password = ''
  const pair = `${decoded(username)}:${decoded(password)}`
  return { url: target.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Percent-decodes a part of a URL; returns it as it is if a `%` is not followed by two hexadecimal digits. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * The fewest characters of a part of a URL that counts as a secret. Shorter parts are ordinary words (`rpc`,
 * `mainnet`), which a response may contain too.
 */
const LEAST = 12

/**
 * The parts of a URL that may be its API key: user name, password, segments of the path and values of the query, if
 * they have at least 12 characters.
 */
export function secretsOf(url: string): string[] {
  const { username, password, searchParams, pathname } = new URL(url)
  const pair = [username, password].flatMap((each) => [each, decoded(each)])
  const parts = [...pair, ...pathname.split('/'), ...searchParams.values()]
  return [...new Set(parts)].filter((each) => each.length >= LEAST)
}

/** Replaces each secret in a service's text by `(hidden)`, before a page gets the text. */
export const hidden = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '(hidden)'), text)
