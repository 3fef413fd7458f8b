/** Recognises tokens of the exchange's list that have a symbol which people know from another contract. */
import { imitationsOf } from 'walletkit/plugin'
import { isNative } from './form.ts'
import { knownTokens } from './knownTokens.ts'
import type { SwapFacts } from './panel.ts'
import { contractOf, type SwapToken } from './tokens.ts'

/**
 * Returns a function that tells whether a token has the symbol of a known token of the network (or one that looks the
 * same), but another contract. Known tokens are those of the table, the network's own currency, and tokens of value
 * that the account holds. Held tokens never overrule the table, because the service that lists them may also have
 * priced them.
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
