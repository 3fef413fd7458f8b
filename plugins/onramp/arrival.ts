/** Detects that a purchase arrived: it appears in the account's purchases, or the balance grows. */
import { formatUnits, type PluginKit } from 'walletkit/plugin'
import type { OnRampApi } from './api.ts'
import type { Purchase, PurchaseNetwork } from './shape.ts'

/** ms between two checks. */
export const LOOK_EVERY = 4_000
/** ms after which checking stops, until the visitor asks for another check. */
export const LOOK_FOR = 1_800_000

/**
 * ms to wait for the balance, and for the list of purchases. If one of them does not arrive in time, the other is used
 * alone, because the visitor looks at an empty window meanwhile.
 */
const PATIENCE = 3_000
const soon = <T>(answer: Promise<T> | undefined): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE))])

export type Outcome = { kind: 'waiting' } | { kind: 'paying' } | { kind: 'done'; amount?: string } | { kind: 'failed' }

type Holding = { value: bigint; decimals: number }

/** The account's balance of the bought currency; `undefined` if the chain does not answer. */
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
 * Reads the balance and the purchases before the visitor pays. Resolves with a function that reads them again, compares
 * and returns the outcome. `here`: the purchase arrives on the active network, whose balance can be read.
 */
export async function watchArrival(
  kit: PluginKit,
  api: Pick<OnRampApi, 'purchases'> | undefined,
  { network, address, here }: { network: PurchaseNetwork; address: string; here: boolean },
): Promise<() => Promise<Outcome>> {
  const purchasesNow = () => soon(api?.purchases(address).catch(() => undefined))
  const holdingNow = () => soon(holdingOf(kit, network))
  const [holding, before] = await Promise.all([here ? holdingNow() : undefined, purchasesNow()])
  const since = Date.now()
  const known = new Set(before?.map(({ id }) => id))
  const isNew = ({ id, at }: Purchase) => (before ? !known.has(id) : at >= since)

  return async () => {
    const [now, purchases] = await Promise.all([holding && holdingNow(), purchasesNow()])
    const news = purchases?.filter(isNew) ?? []
    const bought = news.find(({ status }) => status === 'success')
    if (bought) return { kind: 'done', ...(bought.amount && { amount: bought.amount }) }
    if (holding && now && now.value > holding.value)
      return { kind: 'done', amount: formatUnits(now.value - holding.value, now.decimals) }
    if (news.some(({ status }) => status === 'progress')) return { kind: 'paying' }
    return { kind: news.some(({ status }) => status === 'failed') ? 'failed' : 'waiting' }
  }
}
