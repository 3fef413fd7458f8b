import { isRecord } from '../lib/isRecord.ts'

/** Prepares a CAIP-10 address for comparison. EVM addresses are the same in any case; most others are not. */
const keyOf = (address: string) => (address.startsWith('eip155:') ? address.toLowerCase() : address)

/**
 * Parses `{ fungibles: [{ address?, price }] }`, the reply to a request for the prices of `addresses` (CAIP-10).
 * Returns, for each token that has a price, the US dollars for one unit. Matches by address, never by symbol, because
 * any token can copy a symbol. Older services send no address: their entry counts only if it is the only one and one
 * price was requested. Never throws.
 *
 * @example
 * ```ts
 * import { parsePrices } from 'walletkit/plugin'
 *
 * const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
 * const [entry] = parsePrices({ fungibles: [{ address: usdc, price: 1 }] }, [usdc])
 * ```
 */
export function parsePrices(reply: unknown, addresses: readonly string[]): { address: string; price: number }[] {
  const list: unknown = isRecord(reply) ? reply['fungibles'] : undefined
  if (!Array.isArray(list)) return []
  const isSingle = addresses.length === 1 && list.length === 1
  return addresses.flatMap((address) => {
    const found: unknown = list.find((entry: unknown) => {
      const named: unknown = isRecord(entry) ? entry['address'] : undefined
      return typeof named === 'string' ? keyOf(named) === keyOf(address) : isSingle
    })
    const price: unknown = isRecord(found) ? found['price'] : undefined
    return typeof price === 'number' && Number.isFinite(price) && price >= 0 ? [{ address, price }] : []
  })
}
