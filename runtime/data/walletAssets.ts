/** Reads the wallet's own token list (`wallet_getAssets`, ERC-7811), only if the wallet reports that it has one. */
import { adapterOf } from '../contracts/adapter.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import type { Kit } from '../contracts/kit.ts'
import { toCaipAddress } from '../lib/caip.ts'
import { isRecord } from '../lib/isRecord.ts'
import { perKit } from '../contracts/perKit.ts'
import { formatUnits } from '../lib/units.ts'
import { ANSWER_TIME, unprompted } from '../lib/unprompted.ts'
import { parseTokenBalance, type TokenBalance } from '../contracts/tokenBalance.ts'
import { connectionOf } from '../state/connections.ts'

export type WalletAsset = {
  address: string
  /** Hex quantity in base units. */
  balance: `0x${string}`
  type: 'ERC20' | 'NATIVE'
  metadata: { name: string; symbol: string; decimals: number; price: number; iconUrl: string }
}

/** Validates `{ [hexChainId]: WalletAsset[] }`; `undefined` if any part is invalid. `{}` is valid. */
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

type Question = { asked: Promise<{ list: TokenBalance[] | undefined }>; since: number }
const questions = perKit(() => new WeakMap<object, Map<string, Question>>())

/**
 * The token list of the connected wallet; `undefined` if the wallet has none for the network, gives an invalid answer,
 * or does not answer within 3 s. If the answer comes later, it is passed to `late` of the call that asked. While a
 * request is unanswered, further calls do not ask again: they wait for what is left of its 3 s.
 */
export async function fetchWalletAssets(
  kit: Kit,
  network: CaipNetwork,
  address: string,
  late: (assets: TokenBalance[]) => void,
): Promise<TokenBalance[] | undefined> {
  const provider = connectionOf(kit, network.chainNamespace)?.provider
  if (typeof provider !== 'object' || provider === null) return undefined
  const open = questions(kit).get(provider) ?? new Map<string, Question>()
  questions(kit).set(provider, open)
  const key = toCaipAddress(network.caipNetworkId, address)
  const own = open.get(key)
  if (own) return (await unprompted(own.asked, undefined, left(own)))?.list
  const question = {
    asked: ask(kit, provider, network, address).finally(() => open.delete(key)),
    since: performance.now(),
  }
  open.set(key, question)
  return (await unprompted(question.asked, ({ list }) => list && late(list)))?.list
}

const left = ({ since }: Question) => Math.max(0, ANSWER_TIME - (performance.now() - since))

async function ask(kit: Kit, provider: object, network: CaipNetwork, address: string): Question['asked'] {
  const chainId = `0x${Number(network.id).toString(16)}`
  try {
    const adapter = await adapterOf(kit, network.chainNamespace)
    if (!adapter.getCapabilities || !adapter.getAssets) return { list: undefined }
    const capabilities = await adapter.getCapabilities(kit, provider, address)
    // A wallet names what it can do on every network under `0x0` (EIP-5792), and exceptions under their ids.
    const [own, general] = [chainId, '0x0'].map((id) => capabilities[id]?.['assetDiscovery'])
    const entry = own ?? general
    if (!isRecord(entry) || entry['supported'] !== true) return { list: undefined }
    const assets = parseWalletAssets(await adapter.getAssets(kit, provider, address, network))
    // A valid answer that does not name this network means that the account has no tokens on it.
    return { list: assets && (assets[chainId] ?? []).flatMap((asset) => toBalance(asset, network) ?? []) }
  } catch {
    return { list: undefined }
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
