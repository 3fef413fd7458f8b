/** The wallet's own token list (ERC-7811 `wallet_getAssets`), used only where the wallet says that it has one. */
import { adapterOf } from '../chains/adapterOf.ts'
import type { CaipNetwork } from '../chains/network.ts'
import type { Kit } from '../kit.ts'
import { toCaipAddress } from '../lib/caip.ts'
import { formatUnits } from '../lib/units.ts'
import { parseTokenBalance, type TokenBalance } from './balance.ts'

export type WalletAsset = {
  address: string
  /** Hex quantity. */
  balance: `0x${string}`
  type: 'ERC20' | 'NATIVE'
  metadata: { name: string; symbol: string; decimals: number; price: number; iconUrl: string }
}

/** Checks `{ [hexChainId]: WalletAsset[] }`; `undefined` when it has another shape. `{}` is a valid answer. */
export function parseWalletAssets(reply: unknown): Record<string, WalletAsset[]> | undefined {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return undefined
  const entries = Object.entries(reply)
  return entries.every(([, list]) => Array.isArray(list) && list.every(isWalletAsset))
    ? (reply as Record<string, WalletAsset[]>)
    : undefined
}

function isWalletAsset(value: unknown): value is WalletAsset {
  if (typeof value !== 'object' || value === null) return false
  const { address, balance, type, metadata } = value as Record<string, unknown>
  const { name, symbol, decimals, price, iconUrl } = (metadata ?? {}) as Record<string, unknown>
  return (
    (type === 'ERC20' ? typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address) : type === 'NATIVE') &&
    typeof balance === 'string' &&
    /^0x[0-9a-fA-F]{1,64}$/.test(balance) &&
    [name, symbol, iconUrl].every((text) => typeof text === 'string') &&
    Number.isInteger(decimals) &&
    typeof price === 'number'
  )
}

/** `undefined` when the wallet has no such list for the network, or answers with something else. */
export async function fetchWalletAssets(
  kit: Kit,
  network: CaipNetwork,
  address: string,
): Promise<TokenBalance[] | undefined> {
  const adapter = await adapterOf(kit, network.chainNamespace)
  const provider = kit.providers.get(network.chainNamespace)
  if (!adapter.getCapabilities || !adapter.getAssets || provider === undefined) return undefined
  const chainId = `0x${Number(network.id).toString(16)}`
  try {
    const capabilities = await adapter.getCapabilities(kit, provider, address)
    const discovery = capabilities[chainId]?.['assetDiscovery'] as { supported?: unknown } | undefined
    if (discovery?.supported !== true) return undefined
    const assets = parseWalletAssets(await adapter.getAssets(kit, provider, address, network))
    return assets?.[chainId]?.flatMap((asset) => toBalance(asset, network) ?? [])
  } catch {
    return undefined
  }
}

function toBalance({ address, balance, type, metadata }: WalletAsset, network: CaipNetwork): TokenBalance | undefined {
  const numeric = formatUnits(BigInt(balance), metadata.decimals)
  const entry = {
    ...metadata,
    chainId: network.caipNetworkId,
    value: Number(numeric) * metadata.price,
    quantity: { decimals: String(metadata.decimals), numeric },
  }
  const token = parseTokenBalance(
    type === 'ERC20' ? { ...entry, address: toCaipAddress(network.caipNetworkId, address) } : entry,
  )
  return token?.quantity.decimals === '0' ? undefined : token
}
