/**
 * Removes from a recording what it recognises as identifying a person or giving access, such as addresses, hashes,
 * keys, recovery phrases, emails, names, phone numbers, cards, bank accounts, IP addresses, codes and tokens. Equal
 * texts get equal placeholders (`<address 1>`), so that a reader can still follow one account.
 *
 * Long texts stay only if they consist of words or the caller keeps them: a new kind of token is removed without a rule
 * of its own.
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

/**
 * Applied in this order, after links are removed and before long texts are, because links and long texts may contain
 * what these rules match.
 */
const RULES: readonly (readonly [kind: string | ((found: string) => string), pattern: RegExp])[] = [
  ['email', /[^\s@"'<>(),;:=/?&]+(?:@|%40)[^\s@"'<>(),;:=/?&]+/gi],
  ['bytes', /(?:\d{1,3}\s*,\s*){15,}\d{1,3}/g],
  ['address', /\b0x[0-9a-f]{2,}(?:…|\.{2,3})[0-9a-f]{2,}/gi],
  ['address', new RegExp(`${BASE58}{3,}(?:…|\\.{3})${BASE58}{3,}`, 'g')],
  // The end of a text that was cut may be the beginning of a key.
  ['rest', /[^\s"'<>,;:(){}]{4,}…/g],
  [(found) => ({ 42: 'address', 66: 'hash' })[found.length] ?? 'data', /0x[0-9a-f]{9,}/gi],
  ['name', /[^\s"'<>(),;:=/?&.]+(?:\.[^\s"'<>(),;:=/?&.]+)*\.(?:eth|sol|btc|bnb|dot|lens|id)\b/gi],
  // A name with which a person is addressed, such as `@ada`, but not the scope of a package (`@scope/name`), which a
  // slash follows.
  ['name', /(?<![\w@./-])@[a-z_][\w.]+(?![\w./-])/gi],
  // Keys of services that begin with a known prefix, such as `sk_live_` or `ghp_`, however short.
  ['token', /\b(?:[spra]k|key|whsec|gh[opsu]|xox[abp])[_-](?:live|test|prod)?[_-]?[\w-]*\d[\w-]*/gi],
  ['token', /\b(?:eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|n(?:pub|sec)1[a-z0-9]+)/g],
]
/** Applied after long texts are removed, because an id may have groups of digits that look like these. */
const NUMBERS: typeof RULES = [
  ['account', /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g],
  ['card', /(?<![\w.])(?:(?:\d{4}[ -]){3}\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5})(?!\w)/g],
  ['phone', /(?<![\w.])(?:\+|00)\d(?:[ ()./-]{0,3}\d){7,14}(?!\w)/g],
  ['phone', /(?<![\w.])(?:\(\d{3,5}\)|\d{3,5})[ .-]\d{3,4}[ .-]\d{4}(?!\w|[.-]\d)/g],
  ['phone', /\(\d{2,5}\)[ -]?\d(?:[ -]?\d){4,9}(?!\w)/g],
  // Addresses of this computer identify no person. After a word and a slash, such numbers are the version of a browser.
  ['ip', /(?<![\w.]|[a-z]\/)(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)/g],
  ['ip', /(?<![\w:])(?:[0-9a-f]{1,4}:){5,7}[0-9a-f]{1,4}(?![\w:])/gi],
  ['ip', /(?<![\w:])[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6}::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?(?![\w:])/gi],
]
/**
 * Recovery phrases have 12 words or more; one that was cut still has most of them. Its words may be numbered, or in
 * quotes as in a list.
 */
const PHRASE = /(?<![a-z])(?:[a-z]{3,8}(?:[ \t\n,+_"'-]|%20|\d{1,2}[.):])+){8,}[a-z]{1,8}(?![a-z0-9])/gi
const PAIRING = /wc:[^\s"'<>]+/gi
const LINK = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi
const LONG = /[A-Za-z0-9_+/=-]{16,}/g
/** A one-time code that a service sent, or a number that may be one. */
const CODE = /(?<![\w.])\d{6,8}(?!\w|\.\d)|(?<![\w.-])\d{3}-\d{3}(?!\w|[.-]\d)/g
const DIGITS = /\d{9,}/g

/** Fields whose values are removed whatever they contain, except `null`, `true` and `false`. */
const SECRET_FIELD =
  /secret|passw|passphrase|passcode|mnemonic|seed|private|authorization|cookie|jwt|\botp\b|signature|symkey|api_?key|projectid|email|username|phone|(?:access|auth|id|refresh|session|bearer)_?token|^(?:pw|pwd|pin|tel|mobile|iban|card|card_?number|cvc|cvv|ssn|birth_?da(?:y|te)|ip|ip_?address|street|city|zip|postcode)$/i

/** Fields with a person's name. */
const PERSON_FIELD =
  /^(?:profile|full|first|last|middle|given|family|sur|nick|display|legal|holder|contact|recipient)_?name$/i
/**
 * A field called `name` may have a person's name or, for example, a wallet's. The name stays if another field of the
 * same object matches THING_BESIDE, or the field that contains the object matches THING_AROUND.
 */
const THING_BESIDE =
  /^(?:rdns|identifier|symbol|decimals|chain_?id|caip\w*|namespace|platform|method|view|stack|message|version)$/i
const THING_AROUND =
  /wallet|connector|network|chain|currency|token|plugin|error|cause|feature|metadata|peer|provider|store/i

/** A field's name in JSON that is in a text. In JSON inside of other JSON, the quotes have backslashes. */
const MEMBER = /(\\*")([\w-]{2,40})\1\s*:\s*/g
/** A text or a number after the name, also one that was cut. */
const VALUE = /^(?:"(?:\\.|[^"\\])*"?|\\+"(?:(?!\\+")[^])*(?:\\+")?|-?\d[\d.eE+-]*)/

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
  /** Replaces secrets and names in JSON that is only a part of a text, or was cut: what is left of it is no JSON. */
  const members = (given: string): string => {
    let [out, done] = ['', 0]
    for (const { 0: start, 1: quote = '', 2: key = '', index } of given.matchAll(MEMBER)) {
      const at = index + start.length
      const [value] = VALUE.exec(given.slice(at)) ?? []
      if (value === undefined || index < done || !(SECRET_FIELD.test(key) || PERSON_FIELD.test(key))) continue
      const shown = SECRET_FIELD.test(key) ? '<removed>' : placeholder('name', value.replace(/^\\*"|\\*"$/g, ''))
      out += given.slice(done, at) + quote + shown + quote
      done = at + value.length
    }
    return out + given.slice(done)
  }
  const text = (given: string): string => {
    if (/^\s*[[{]/.test(given))
      try {
        return JSON.stringify(inside(JSON.parse(given) as Plain, ''))
      } catch {
        // No JSON, or cut: its fields are found by `members`.
      }
    return plainText(given)
  }
  const plainText = (given: string): string => {
    const known = remove.reduce(
      (left, secret) => (secret ? left.replaceAll(secret, '<removed>') : left),
      members(given),
    )
    const unlinked = known
      .replace(PAIRING, (found) => placeholder('pairing link', found))
      .replace(PHRASE, (found) => placeholder('phrase', found))
      .replace(LINK, (link) => shortLink(link) ?? placeholder('link', link))
    const ruled = (rules: typeof RULES, before: string) =>
      rules.reduce(
        (left, [kind, pattern]) =>
          left.replace(pattern, (found) => placeholder(typeof kind === 'string' ? kind : kind(found), found)),
        before,
      )
    return ruled(NUMBERS, ruled(RULES, unlinked).replace(LONG, long))
      .replace(CODE, (found) => (kept.has(found) ? found : placeholder('code', found)))
      .replace(DIGITS, (found) => (kept.has(found) ? found : placeholder('number', found)))
  }
  /** `around`: the name of the field that the value is in. */
  const inside = (given: Plain, around: string): Plain => {
    if (typeof given === 'string') return text(given)
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : '<number>'
    if (Array.isArray(given)) return lost(given) ?? given.map((each: Plain) => inside(each, around))
    return isPlainRecord(given) ? fields(given, around) : given
  }
  const fields = (given: PlainRecord, around: string): PlainRecord => {
    const isThing =
      THING_AROUND.test(around) || Object.keys(given).some((key) => THING_BESIDE.test(key)) || isTypedField(given)
    const isPerson = (key: string) => PERSON_FIELD.test(key) || (key === 'name' && !isThing)
    const entries = Object.entries(given).map(([key, field]): [string, Plain] => {
      if (SECRET_FIELD.test(key) && field !== null && typeof field !== 'boolean') return [text(key), '<removed>']
      if (isPerson(key) && typeof field === 'string' && field !== '') return [text(key), placeholder('name', field)]
      return [text(key), inside(field, key)]
    })
    return Object.fromEntries(entries)
  }
  return { text, value: (given) => inside(given, ''), record: (given) => fields(given, '') }
}

/** What replaces a list that may be a key, other bytes, or the words of a recovery phrase; undefined for others. */
function lost(list: readonly Plain[]): string | undefined {
  if (list.length >= 16 && list.every((item) => typeof item === 'number')) return `<${list.length} bytes>`
  const isPhrase = list.length >= 12 && list.every((item) => typeof item === 'string' && /^[a-z]{3,8}$/i.test(item))
  return isPhrase ? `<phrase of ${list.length} words>` : undefined
}

/** Whether an object declares a field of typed data (EIP-712), whose name is no person's. */
const isTypedField = ({ type, ...rest }: PlainRecord) =>
  Object.keys(rest).join() === 'name' &&
  typeof rest['name'] === 'string' &&
  /^\w+$/.test(rest['name']) &&
  typeof type === 'string' &&
  /^(?:u?int\d*|bytes\d*|address|bool|string|[A-Z]\w*)(?:\[\d*\])*$/.test(type)

/**
 * A link's scheme and the last two labels of its host: paths, queries, user names and subdomains may hold keys. Links
 * of this computer keep the words of their path. `undefined` for a link of which nothing may stay.
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
