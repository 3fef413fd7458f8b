/** The parts of RFC 3986 that sign-in messages are made of. ASCII throughout: no letter of another script looks like one. */
const PERCENT = '%[0-9A-Fa-f]{2}'
const PLAIN = "A-Za-z0-9\\-._~!$&'()*+,;="
const PCHAR = `(?:[${PLAIN}:@]|${PERCENT})`
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/
const USERINFO = new RegExp(`^(?:[${PLAIN}:]|${PERCENT})*$`)
const NAME = new RegExp(`^(?:[${PLAIN}]|${PERCENT})*$`)
const FUTURE = new RegExp(`^v[0-9A-Fa-f]+\\.[${PLAIN}:]+$`)
const PCHARS = new RegExp(`^${PCHAR}*$`)
const TAIL = new RegExp(`^(?:${PCHAR}|[/?])*$`)
/** After the authority, or without one: a path may not begin with two slashes. */
const PATH_AFTER = new RegExp(`^(?:/${PCHAR}*)*$`)
const PATH_ALONE = new RegExp(`^(?:/?${PCHAR}+(?:/${PCHAR}*)*|/)?$`)
const OCTET = /^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/
const PARTS = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/

export const isScheme = (text: string) => SCHEME.test(text)

/** `*pchar`, which is what a request id is. */
export const isPchars = (text: string) => PCHARS.test(text)

/** `[userinfo@]host[:port]` with a host. */
export const isAuthority = (text: string) => isAuthorityOf(text, 1)

/** `scheme:…`, with every part by its own rule. */
export function isUri(text: string): boolean {
  const [whole, scheme = '', authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? []
  if (whole === undefined || !isScheme(scheme) || !TAIL.test(query) || !TAIL.test(fragment)) return false
  return authority === undefined ? PATH_ALONE.test(path) : isAuthorityOf(authority, 0) && PATH_AFTER.test(path)
}

function isAuthorityOf(text: string, shortest: number): boolean {
  const at = text.lastIndexOf('@')
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(text.slice(at + 1)) ?? []
  if (at >= 0 && !USERINFO.test(text.slice(0, at))) return false
  // What follows the host and is no port makes the whole expression fail, and the host empty.
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
  // `::` stands for at least one group.
  return halves.length === 2 ? count <= 7 : count === 8
}
