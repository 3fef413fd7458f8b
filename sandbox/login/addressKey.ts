/** Reduces a client's IP address to the part by which the limits count its requests. */
import { isIPv4, isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address as numbers. An IPv4 address at its end gives the last two groups. */
function groupsOf(address: string): number[] {
  const parse = (part = '') =>
    part
      .split(':')
      .filter(Boolean)
      .flatMap((each) => {
        if (!isIPv4(each)) return [Number.parseInt(each, 16)]
        const [a = 0, b = 0, c = 0, d = 0] = each.split('.').map(Number)
        return [a * 256 + b, c * 256 + d]
      })
  const [head, tail] = address.split('::')
  const [first, last] = [parse(head), parse(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

/**
 * The presumed owner of an {@link addressKey}, for a limit that one customer with many addresses must not get around:
 * an IPv4 address itself, and the first 48 bits of an IPv6 address, which a provider may give to one customer.
 */
export const ownerKey = (key: string): string => key.replace(/^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/, '$1:/48')

/**
 * Returns the part of an IP address that one client cannot change: an IPv4 address itself, also in its IPv6 form
 * (`::ffff:192.0.2.1`), and the first 64 bits of an IPv6 address, because one client has all addresses below them. Any
 * other text is returned unchanged.
 */
export function addressKey(text: string): string {
  // Some proxies write the port of the connection too, which a client can change.
  const host = /^\[(.*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')
  const address = host.replace(/%.*$/, '')
  if (!isIPv6(address)) return isIPv4(address) ? address : text
  const groups = groupsOf(address)
  const [, , , , , mark, high = 0, low = 0] = groups
  if (mark === 0xffff && groups.slice(0, 5).every((each) => each === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((each) => each.toString(16))
  return `${network.join(':')}::/64`
}
