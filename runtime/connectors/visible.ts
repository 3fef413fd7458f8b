/** Which connectors a visitor is offered (spec section 5; reference 4.1, 4.2). Pure functions over plain data. */
import { NAMESPACES } from '../lib/namespace.ts'
import type { Connector } from './connector.ts'

export type VisibilityRules = {
  mobile: boolean
  /** The page has a `window.ethereum`. */
  walletInstalled: boolean
  /** Reverse-domain ids that the site excludes. */
  excludedRdns?: readonly string[]
}

/** The rdns of a connector, in lower case; an announced wallet's id is its rdns. */
export const rdnsOf = ({ type, id, info }: Connector): string | undefined =>
  (info?.rdns ?? (type === 'ANNOUNCED' ? id : undefined))?.toLowerCase()

/** By which one wallet is told from another: in lower case, and `io.metamask.mobile` is `io.metamask`. */
export const rdnsKey = (rdns: string): string => rdns.toLowerCase().replace(/^(io\.metamask)\.mobile$/, '$1')

/** The three hide rules of the spec; any one of them is enough. */
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

/** What is shown, in the order given: without the hidden ones and without second entries for the same wallet. */
export function visibleConnectors(connectors: readonly Connector[], rules: VisibilityRules): Connector[] {
  // The browser of a wallet app announces itself, sets a name of its own in the window, and window.ethereum.
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

/** One row for a wallet that serves several namespaces: a MULTI_CHAIN connector that holds the others (AUTH stays AUTH). */
export function mergeNamespaces(connectors: readonly Connector[]): Connector[] {
  const rows: Connector[][] = []
  for (const connector of connectors) {
    const row = rows.find((others) => others.every((other) => belongTogether(other, connector)))
    if (row) row.push(connector)
    else rows.push([connector])
  }
  return rows.flatMap((found) => {
    // In the order of the namespaces, whoever came first.
    const row = [...found].sort((a, b) => NAMESPACES.indexOf(a.chain) - NAMESPACES.indexOf(b.chain))
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

/** Rdns and catalogue id name a wallet. */
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
