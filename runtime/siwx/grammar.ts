/**
 * Checks the fields of sign-in messages: URIs and their parts (RFC 3986), and times (RFC 3339). Accepts ASCII only, so
 * that no letter of another script can pass for a Latin one.
 */
const PERCENT = '%[0-9A-Fa-f]{2}'
const PLAIN = "A-Za-z0-9\\-._~!$&'()*+,;="
const PCHAR = `(?:[${PLAIN}:@]|${PERCENT})`
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/
const USERINFO = new RegExp(`^(?:[${PLAIN}:]|${PERCENT})*$`)
const NAME = new RegExp(`^(?:[${PLAIN}]|${PERCENT})*$`)
const FUTURE = new RegExp(`^v[0-9A-Fa-f]+\\.[${PLAIN}:]+$`)
const PCHARS = new RegExp(`^${PCHAR}*$`)
const TAIL = new RegExp(`^(?:${PCHAR}|[/?])*$`)
/**
 * PATH_AFTER is a URI's path after an authority (`//host`), PATH_ALONE one without an authority, which may not begin
 * with two slashes.
 */
const PATH_AFTER = new RegExp(`^(?:/${PCHAR}*)*$`)
const PATH_ALONE = new RegExp(`^(?:/?${PCHAR}+(?:/${PCHAR}*)*|/)?$`)
const OCTET = /^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/
const PARTS = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/

export const isScheme = (text: string) => SCHEME.test(text)

/** `*pchar`, the grammar of a request id. */
export const isPchars = (text: string) => PCHARS.test(text)

/** `[userinfo@]host[:port]`, where the host may not be empty. */
export const isAuthority = (text: string) => isAuthorityOf(text, 1)

/** A URI with a scheme; checks every component by its own rule. */
export function isUri(text: string): boolean {
  const [whole, scheme = '', authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? []
  if (whole === undefined || !isScheme(scheme) || !TAIL.test(query) || !TAIL.test(fragment)) return false
  return authority === undefined ? PATH_ALONE.test(path) : isAuthorityOf(authority, 0) && PATH_AFTER.test(path)
}

function isAuthorityOf(text: string, shortest: number): boolean {
  const at = text.lastIndexOf('@')
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(text.slice(at + 1)) ?? []
  if (at >= 0 && !USERINFO.test(text.slice(0, at))) return false
  // If anything other than a port follows the host, the expression above does not match, and `host` is empty.
  const whole = (at >= 0 ? text.slice(0, at + 1) : '') + host + (port === undefined ? '' : `:${port}`)
  if (whole !== text || host.length < shortest || Number(port ?? 0) > 65_535) return false
  if (!host.startsWith('[')) return NAME.test(host)
  const literal = host.slice(1, -1)
  return FUTURE.test(literal) || isIpv6(literal)
}

function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half ? half.split(':') : []))
  const last = groups.at(-1)?.at(-1)
  const hasIpv4 = last?.includes('.') ?? false
  if (hasIpv4 && !(last ?? '').split('.').every((octet, _at, all) => all.length === 4 && OCTET.test(octet)))
    return false
  const flat = groups.flat()
  const numbers = hasIpv4 ? flat.slice(0, -1) : flat
  if (!numbers.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  const count = flat.length + (hasIpv4 ? 1 : 0)
  // `::` replaces at least one group.
  return halves.length === 2 ? count <= 7 : count === 8
}

/** `YYYY-MM-DDThh:mm:ss`, perhaps a fraction of a second with up to nine digits, and `Z` or an offset (`+02:00`). */
const TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Parses an RFC 3339 `date-time` with capital letters to ms since 1970; `undefined` for anything else, including
 * non-existent days and leap seconds.
 */
export function parseTime(text: unknown): number | undefined {
  const [, year, month, day] = (typeof text === 'string' && TIME.exec(text)) || []
  if (typeof text !== 'string' || !year) return undefined
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > days) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
