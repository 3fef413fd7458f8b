/** The issue for a network that the table does not have. */
import { type Issue, issue, show } from './issue.ts'
import { nearest } from './nearest.ts'
import { networkIds, networkNames } from './networks.ts'

/**
 * The issue for an id in `networks` that is not known. Suggests an id only for a name or an id without a namespace,
 * never a similar id: a chain id with one other digit is a different chain, with other money.
 */
export function unknownNetwork(id: string, at: string): Issue {
  const byName = networkNames()
  const named = /^[a-z]/i.test(id) && !id.includes(':') ? nearest(id, Object.keys(byName), 2) : undefined
  const near = networkIds().includes(`eip155:${id}`) ? `eip155:${id}` : named && byName[named]
  const [, chain] = /^(?:eip155:)?(\d+)$/.exec(id) ?? []
  const fix =
    near === undefined ? `Write the network itself: ${networkObject(chain)}.` : `Write "${near}", or a network object.`
  return issue(at, `No network is known as ${show(id)}`, 'a CAIP-2 id of a known network, as "eip155:1"', fix, near)
}

const networkObject = (chain = '…') =>
  `{ "id": ${chain}, "name": "…", "nativeCurrency": { "name": "…", "symbol": "…", "decimals": 18 }, "rpcUrls": { "default": { "http": ["https://…"] } } }`
