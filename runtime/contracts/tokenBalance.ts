import { coreError } from '../errors/catalogue.ts'
import { parseCaipAddress, parseCaipNetworkId } from '../lib/caip.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'
import { cleanText } from '../lib/text.ts'
import { parseDecimal } from '../lib/units.ts'

/** A token balance as the blockchain API (`services.api`) returns it. */
export type TokenBalance = {
  name: string
  symbol: string
  chainId: CaipNetworkId
  /** CAIP-10; absent for the native token. */
  address?: string
  /** The balance's worth in USD. */
  value?: number
  /** USD for one token. */
  price: number
  quantity: { decimals: string; numeric: string }
  iconUrl: string
}

/**
 * Parses one entry of a balance reply; `undefined` if its name, symbol, network, address or quantity is invalid.
 * Removes control characters from texts. An invalid price reads as 0, an invalid worth as absent.
 */
export function parseTokenBalance(entry: unknown): TokenBalance | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { name, symbol, chainId, address, value, price, quantity, iconUrl } = entry as Record<string, unknown>
  const { decimals, numeric } = (typeof quantity === 'object' && quantity !== null ? quantity : {}) as Record<
    string,
    unknown
  >
  const network = parseCaipNetworkId(chainId)
  if (typeof name !== 'string' || typeof symbol !== 'string' || !network) return undefined
  // Refuse an entry with an invalid address: without the address, the token would count as the native currency and be
  // sent as such.
  if (address && !parseCaipAddress(address)) return undefined
  if (
    typeof decimals !== 'string' ||
    !/^\d{1,2}$/.test(decimals) ||
    typeof numeric !== 'string' ||
    !parseDecimal(numeric)
  )
    return undefined
  return {
    name: cleanText(name),
    symbol: cleanText(symbol),
    chainId: `${network.namespace}:${network.reference}`,
    ...(typeof address === 'string' && address ? { address } : {}),
    ...(typeof value === 'number' && Number.isFinite(value) ? { value } : {}),
    price: typeof price === 'number' && Number.isFinite(price) && price >= 0 ? price : 0,
    quantity: { decimals, numeric },
    iconUrl: typeof iconUrl === 'string' ? iconUrl : '',
  }
}

/**
 * Parses `{ balances: [...] }`. Leaves out invalid entries and tokens with 0 decimals: balance services list many
 * worthless ones. Throws `TOKEN_BALANCE` for a reply of another shape, because such a reply does not mean that the
 * account is empty.
 */
export function parseBalances(reply: unknown): TokenBalance[] {
  const list = (reply as { balances?: unknown } | undefined)?.balances
  if (!Array.isArray(list)) throw coreError('TOKEN_BALANCE')
  return list.flatMap((entry) => parseTokenBalance(entry) ?? []).filter(({ quantity }) => quantity.decimals !== '0')
}
