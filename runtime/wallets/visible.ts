/** Decides which connectors the visitor sees. Pure functions: they change nothing, and call no wallet. */
import { type Namespace, NAMESPACES } from '../lib/namespace.ts'
import type { Connector } from '../contracts/connector.ts'

export type VisibilityRules = {
  mobile: boolean
  /** The page has a `window.ethereum`. */
  walletInstalled: boolean
  /** The rdns ids that the site excludes. */
  excludedRdns?: readonly string[]
}

/** A connector's rdns in lower case; the id of an announced wallet counts as its rdns. */
export const rdnsOf = ({ type, id, info }: Connector): string | undefined =>
  (info?.rdns ?? (type === 'ANNOUNCED' ? id : undefined))?.toLowerCase()

/** The rdns as a key to compare wallets: in lower case, and `io.metamask.mobile` counts as `io.metamask`. */
export const rdnsKey = (rdns: string): string => rdns.toLowerCase().replace(/^(io\.metamask)\.mobile$/, '$1')

/**
 * Whether a connector shows. Hidden: 'Browser Wallet' on a desktop, an injected wallet without an rdns when the page
 * has no `window.ethereum`, and an excluded rdns.
 */
export function isVisible(
  connector: Connector,
  { mobile, walletInstalled, excludedRdns = [] }: VisibilityRules,
): boolean {
  const rdns = rdnsOf(connector)
  if (connector.type === 'INJECTED') {
    if (connector.name === 'Browser Wallet' && !mobile) return false
    if (!rdns && !walletInstalled) return false
  }
  return rdns === undefined || !excludedRdns.some((excluded) => excluded.toLowerCase() === rdns)
}

/** The visible connectors in the given order, each wallet once. */
export function visibleConnectors(connectors: readonly Connector[], rules: VisibilityRules): Connector[] {
  // The browser in a wallet's app offers one provider up to three times: announced, in a window property of its own,
  // and as `window.ethereum`. List it only once, in the first of these ways that the wallet has.
  const hasBetter = (own: Connector) =>
    own.type === 'INJECTED' &&
    connectors.some(
      ({ type, provider, id }) =>
        provider === own.provider &&
        (type === 'ANNOUNCED' || (type === 'INJECTED' && own.id === 'injected' && id !== own.id)),
    )
  return connectors.filter((connector, at) => {
    if (!isVisible(connector, rules)) return false
    if (hasBetter(connector)) return false
    return connectors.findIndex((other) => isSame(other, connector)) === at
  })
}

/**
 * Merges the connectors of a wallet with several namespaces into one MULTI_CHAIN connector (for the embedded wallet:
 * AUTH).
 */
export function mergeNamespaces(connectors: readonly Connector[]): Connector[] {
  const rows: Connector[][] = []
  for (const connector of connectors) {
    const row = rows.find((others) => others.every((other) => belongTogether(other, connector)))
    if (row) row.push(connector)
    else rows.push([connector])
  }
  return rows.flatMap((found) => {
    // Sort by namespace, not by the order of discovery, so that the same connector always gives the row its name and
    // id.
    const row = [...found].sort((a, b) => placeOf(a.chain) - placeOf(b.chain))
    const [first] = row
    if (!first || row.length === 1) return row
    const type = first.type === 'AUTH' ? 'AUTH' : 'MULTI_CHAIN'
    const pictured = row.find(({ imageUrl, imageId }) => imageUrl ?? imageId)
    return {
      ...first,
      type,
      ...(pictured?.imageUrl !== undefined && { imageUrl: pictured.imageUrl }),
      ...(pictured?.imageId !== undefined && { imageId: pictured.imageId }),
      chains: row.flatMap(({ chains }) => chains),
      connectors: row,
    } satisfies Connector
  })
}

/**
 * Two connectors of a namespace are the same wallet if they have the same rdns, the same directory id, or the same id
 * and name.
 */
function isSame(a: Connector, b: Connector): boolean {
  if (a.chain !== b.chain) return false
  const [left, right] = [rdnsOf(a), rdnsOf(b)].map((rdns) => rdns && rdnsKey(rdns))
  if (left !== undefined && left === right) return true
  if (a.explorerId !== undefined && a.explorerId === b.explorerId) return true
  return a.id === b.id && a.name === b.name
}

const belongTogether = (a: Connector, b: Connector) =>
  a.chain !== b.chain && (a.type === 'AUTH') === (b.type === 'AUTH') && (a.type === 'AUTH' || nameOf(a) === nameOf(b))

const nameOf = ({ name }: Connector) => name.toLowerCase().replace(/ wallet$/, '')

/** The place of a namespace; namespaces from outside this package come last. `>>> 0` makes -1 the largest number. */
const placeOf = (namespace: Namespace) => (NAMESPACES as readonly string[]).indexOf(namespace) >>> 0
