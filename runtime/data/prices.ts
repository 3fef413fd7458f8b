/** Prices in USD, for display and for checks; never part of a transaction. */
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import { activeNetworkOf } from '../state/active.ts'

/**
 * USD for one unit of the active network's native token, which `token` names as CAIP-10; `undefined` without a service or a price. Throws `HttpError`.
 */
export async function fetchNativePrice(kit: Kit, token: string | undefined): Promise<number | undefined> {
  const network = activeNetworkOf(kit)
  const api = blockchainApi(kit)
  if (!network || !api) return undefined
  const body = {
    currency: 'usd',
    projectId: kit.state.options.projectId,
    addresses: [token],
  }
  return parsePrices(await api.ask({ path: 'v1/fungible/price', body })).find(
    ({ symbol }) => symbol.toLowerCase() === network.nativeCurrency.symbol.toLowerCase(),
  )?.price
}

export function parsePrices(reply: unknown): { symbol: string; price: number }[] {
  const list = (reply as { fungibles?: unknown } | undefined)?.fungibles
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    const { symbol, price } = (entry ?? {}) as { symbol?: unknown; price?: unknown }
    return typeof symbol === 'string' && typeof price === 'number' && Number.isFinite(price) && price >= 0
      ? [{ symbol, price }]
      : []
  })
}
