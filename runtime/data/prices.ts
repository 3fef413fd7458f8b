/** Prices in USD, for display and for checks; never part of a transaction. */
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import { activeNetworkOf } from '../state/active.ts'
import { parsePrices } from './parsePrices.ts'

/**
 * USD for one unit of the active network's native token, which `token` names as CAIP-10; `undefined` without a service or a price. Throws `HttpError`.
 */
export async function fetchNativePrice(kit: Kit, token: string | undefined): Promise<number | undefined> {
  const network = activeNetworkOf(kit)
  const api = blockchainApi(kit)
  if (!network || !api) return undefined
  const addresses = [token ?? '']
  const body = { currency: 'usd', projectId: kit.state.options.projectId, addresses }
  return parsePrices(await api.ask({ path: 'v1/fungible/price', body }), addresses)[0]?.price
}
