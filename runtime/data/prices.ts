/** Reads prices in US dollars. They are for display and checks only, and never become part of a transaction. */
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import { activeNetworkOf } from '../state/active.ts'
import { parsePrices } from './parsePrices.ts'

/**
 * US dollars for one unit of the active network's native token; `token` is its CAIP-10 address. `undefined` if there is
 * no service, or the service has no price or does not support the network. Throws `HttpError`, and what `fetch` throws.
 */
export async function fetchNativePrice(kit: Kit, token: string | undefined): Promise<number | undefined> {
  const network = activeNetworkOf(kit)
  const api = blockchainApi(kit)
  if (!network || !api) return undefined
  const addresses = [token ?? '']
  const body = { currency: 'usd', projectId: kit.state.options.projectId, addresses }
  return parsePrices(await api.ask({ path: 'v1/fungible/price', body }), addresses)[0]?.price
}
