/** Reads RPC addresses from viem's transports. */
import { Call, type Value } from './value.ts'

/**
 * The RPC addresses in a transport of viem, such as `http(url)` or `fallback([…])`. `unread`: the first part whose
 * address cannot be read. `http()` without an address has none, and does not count as unread.
 */
export function transportUrls(transport: Value): { urls: string[]; unread?: Value } {
  if (!(transport instanceof Call)) return { urls: [], unread: transport }
  const [first] = transport.args
  if (transport.name === 'http') {
    if (first === undefined) return { urls: [] }
    return typeof first === 'string' ? { urls: first ? [first] : [] } : { urls: [], unread: first }
  }
  if (transport.name !== 'fallback' || !Array.isArray(first)) return { urls: [], unread: transport }
  const all = first.map(transportUrls)
  const unread = all.find((each) => each.unread !== undefined)?.unread
  return { urls: all.flatMap(({ urls }) => urls), ...(unread !== undefined && { unread }) }
}
