/** Waits for a purchase to show up: in the account's purchases, or as a balance that has grown. */
import { formatUnits, type PluginKit } from 'walletkit/plugin'
import type { OnRampApi } from './api.ts'
import type { Purchase, PurchaseNetwork } from './shape.ts'

/** ms between two looks. */
export const LOOK_EVERY = 4_000
/** ms after which nobody looks any more, unless the visitor asks. */
export const LOOK_FOR = 1_800_000

export type Outcome = { kind: 'waiting' } | { kind: 'paying' } | { kind: 'done'; amount?: string } | { kind: 'failed' }

type Holding = { value: bigint; decimals: number }

/** What the account has of the bought currency; `undefined` where the chain cannot be asked. */
async function holdingOf(
  kit: PluginKit,
  { contract_address: contract }: PurchaseNetwork,
): Promise<Holding | undefined> {
  try {
    if (!contract)
      return { value: await kit.chain.getBalance(), decimals: kit.network()?.nativeCurrency.decimals ?? 18 }
    const { balance, decimals } = await kit.chain.getToken(contract)
    return { value: balance, decimals }
  } catch {
    return undefined
  }
}

/**
 * Remembers how things stand before the visitor pays; the function that it resolves with tells what has become of it.
 * `here`: the purchase arrives on the active network, whose balance can be watched.
 */
export async function watchArrival(
  kit: PluginKit,
  api: Pick<OnRampApi, 'purchases'> | undefined,
  { network, address, here }: { network: PurchaseNetwork; address: string; here: boolean },
): Promise<() => Promise<Outcome>> {
  const purchasesNow = () => api?.purchases(address).catch(() => undefined)
  const [holding, before] = await Promise.all([here ? holdingOf(kit, network) : undefined, purchasesNow()])
  const since = Date.now()
  const known = new Set(before?.map(({ id }) => id))
  const isNew = ({ id, at }: Purchase) => (before ? !known.has(id) : at >= since)

  return async () => {
    const [now, purchases] = await Promise.all([holding && holdingOf(kit, network), purchasesNow()])
    const news = purchases?.filter(isNew) ?? []
    const bought = news.find(({ status }) => status === 'success')
    if (bought) return { kind: 'done', ...(bought.amount && { amount: bought.amount }) }
    if (holding && now && now.value > holding.value)
      return { kind: 'done', amount: formatUnits(now.value - holding.value, now.decimals) }
    if (news.some(({ status }) => status === 'progress')) return { kind: 'paying' }
    return { kind: news.some(({ status }) => status === 'failed') ? 'failed' : 'waiting' }
  }
}
