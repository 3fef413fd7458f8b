/**
 * Removes what identifies a person or gives access from a recording: addresses, hashes, keys, recovery phrases, emails,
 * names, codes and tokens. Equal texts get equal placeholders (`<address 1>`), so that a reader can still follow one
 * account.
 *
 * Long texts stay only if they consist of words: a new kind of token is removed without a rule of its own.
 */
import { isVocabulary } from './vocabulary.ts'
import { isPlainRecord, type Plain, type PlainRecord } from './plain.ts'

export type Redactor = {
  text: (text: string) => string
  value: (value: Plain) => Plain
  record: (value: PlainRecord) => PlainRecord
}

/** `keep` are public texts, such as the ids of networks; `remove` are secrets that only the caller knows. */
export type RedactorOptions = { keep?: readonly string[]; remove?: readonly string[] }

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'

/** Applied in this order, after links were removed and before long texts are: each may contain an address. */
const RULES: readonly (readonly [kind: string | ((found: string) => string), pattern: RegExp])[] = [
  ['email', /[^\s@"'<>(),;:=/?&]+(?:@|%40)[^\s@"'<>(),;:=/?&]+/gi],
  ['bytes', /(?:\d{1,3}\s*,\s*){15,}\d{1,3}/g],
  ['address', /\b0x[0-9a-f]{2,}(?:…|\.{2,3})[0-9a-f]{2,}/gi],
  ['address', new RegExp(`${BASE58}{3,}(?:…|\\.{3})${BASE58}{3,}`, 'g')],
  // The end of a text that was cut may be the beginning of a key.
  ['rest', /[^\s"'<>,;:(){}]{4,}…/g],
  [(found) => ({ 42: 'address', 66: 'hash' })[found.length] ?? 'data', /0x[0-9a-f]{9,}/gi],
  ['name', /[^\s"'<>(),;:=/?&.]+(?:\.[^\s"'<>(),;:=/?&.]+)*\.(?:eth|sol|btc|dot|id)\b/gi],
]
/** Recovery phrases have 12 words or more; one that was cut still has most of them. */
const PHRASE = /(?<![a-z])(?:[a-z]{3,8}(?:[ \t\n,+_-]|%20)+){8,}[a-z]{1,8}(?![a-z0-9])/gi
const PAIRING = /wc:[^\s"'<>]+/gi
const LINK = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi
const LONG = /[A-Za-z0-9_+/=-]{16,}/g
/** A code that a service sent, or a number that may be one. */
const CODE = /(?<![\w.])\d{6,8}(?!\w|\.\d)/g
const DIGITS = /\d{9,}/g

/** Fields whose values are removed whatever they contain. */
const SECRET_FIELD =
  /secret|passw|passphrase|passcode|mnemonic|seed|private|authorization|cookie|jwt|\botp\b|signature|symkey|api_?key|projectid|email|username|phone|(?:access|auth|id|refresh|session|bearer)_?token/i

export function createRedactor({ keep = [], remove = [] }: RedactorOptions = {}): Redactor {
  const kept = new Set(keep)
  const numbers = new Map<string, string>()
  const counts = new Map<string, number>()
  const placeholder = (kind: string, found: string): string => {
    const key = `${kind} ${kind === 'address' ? found.toLowerCase() : found}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const made = `<${kind} ${count}>`
    numbers.set(key, made)
    return made
  }
  const long = (found: string) => {
    if (kept.has(found) || isVocabulary(found)) return found
    return placeholder(new RegExp(`^${BASE58}{25,50}$`).test(found) ? 'address' : 'token', found)
  }
  const text = (given: string): string => {
    const known = remove.reduce((left, secret) => (secret ? left.replaceAll(secret, '<removed>') : left), given)
    const unlinked = known
      .replace(PAIRING, (found) => placeholder('pairing link', found))
      .replace(PHRASE, (found) => placeholder('phrase', found))
      .replace(LINK, (link) => shortLink(link) ?? placeholder('link', link))
    const ruled = RULES.reduce(
      (left, [kind, pattern]) =>
        left.replace(pattern, (found) => placeholder(typeof kind === 'string' ? kind : kind(found), found)),
      unlinked,
    )
    return ruled
      .replace(LONG, long)
      .replace(CODE, (found) => (kept.has(found) ? found : placeholder('code', found)))
      .replace(DIGITS, (found) => (kept.has(found) ? found : placeholder('number', found)))
  }
  const value = (given: Plain): Plain => {
    if (typeof given === 'string') return text(given)
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : '<number>'
    if (Array.isArray(given)) return isBytes(given) ? `<${given.length} bytes>` : given.map(value)
    return isPlainRecord(given) ? record(given) : given
  }
  const record = (given: PlainRecord): PlainRecord =>
    Object.fromEntries(
      Object.entries(given).map(([key, field]) => [
        text(key),
        SECRET_FIELD.test(key) && field !== null && typeof field !== 'boolean' ? '<removed>' : value(field),
      ]),
    )
  return { text, value, record }
}

/** Whether a list of numbers may be a key or other bytes. */
const isBytes = (list: readonly Plain[]) => list.length >= 16 && list.every((item) => typeof item === 'number')

/**
 * A link's scheme and registered domain: paths, queries, user names and subdomains may hold keys. Links of this
 * computer keep the words of their path. `undefined` for a link of which nothing may stay.
 */
function shortLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined
  const { protocol, host, hostname, pathname, username, password } = new URL(link)
  if (username || password || !/^(?:https?|wss?):$/.test(protocol)) return undefined
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return `${protocol}//${host}${shortPath(pathname)}`
  const domain = hostname.split('.').slice(-2)
  return domain.length === 2 && domain.every((label) => /^[a-z][a-z-]{1,14}$/.test(label))
    ? `${protocol}//${domain.join('.')}/<removed>`
    : undefined
}

const shortPath = (path: string) =>
  path
    .split('/')
    .map((part) => (/^(?:v\d|\d{1,6})?$/.test(part) || (part.length < 30 && isVocabulary(part)) ? part : '<removed>'))
    .join('/')
