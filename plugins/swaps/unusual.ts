/** Tells tokens of the exchange's list that go by a symbol which people know from another contract. */
import { imitationsOf } from 'walletkit/plugin'
import { isNative } from './form.ts'
import { knownTokens } from './knownTokens.ts'
import type { SwapFacts } from './panel.ts'
import { contractOf, type SwapToken } from './tokens.ts'

/**
 * Returns a function that tells whether a token has the symbol of a known token of the network (or one that looks the
 * same), but another contract. Known are the table's tokens and the network's own currency, and then what the account
 * holds of value. What it holds never overrules the table, because the same service may have priced it.
 */
export function unusualOf(facts: SwapFacts): (token: SwapToken) => boolean {
  const network = facts.kit.network()
  const listed = knownTokens(network?.caipNetworkId)
  const held = facts.state.held.flatMap((token) =>
    token.price > 0 && !isNative(facts, token) ? [{ symbol: token.symbol, address: contractOf(token) }] : [],
  )
  const isOfTable = new Set(listed.map(({ address }) => address))
  const imitatesTable = imitationsOf({ native: network?.nativeCurrency.symbol ?? '', tokens: listed })
  const imitatesHeld = imitationsOf({ native: '', tokens: held })
  return (token) => {
    if (isNative(facts, token)) return false
    const shown = { symbol: token.symbol, address: contractOf(token) }
    return imitatesTable(shown) || (!isOfTable.has(shown.address.toLowerCase()) && imitatesHeld(shown))
  }
}
