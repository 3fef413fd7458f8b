/** Detects that a purchase arrived: it appears in the account's purchases, or the balance grows. */
import { formatUnits, type PluginKit } from 'walletkit/plugin'
import type { OnRampApi } from './api.ts'
import type { Purchase, PurchaseNetwork } from './shape.ts'

/** ms between two checks. */
export const LOOK_EVERY = 4_000
/** ms after which checking stops, until the visitor asks for another check. */
export const LOOK_FOR = 1_800_000

/** The most ms to keep the payment window empty while the balance and the earlier purchases are read. */
const PATIENCE = 3_000
/** ms to wait for the list of purchases, whose service may never answer. Reads of the chain have limits of their own. */
const LIST_TIME = 6_000

/** The answer, or `undefined` if it does not come within `ms`. */
async function within<T>(ms: number, answer: Promise<T> | undefined): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

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
 * Reads the balance and the purchases before the visitor pays. Resolves, after 3 s at the latest, with a function that
 * reads them again, compares and returns the outcome. Answers that arrive after these 3 s still count as the state
 * before the payment, because filling in the provider's page takes longer. `here`: the purchase arrives on the active
 * network, whose balance can be read.
 */
export async function watchArrival(
  kit: PluginKit,
  api: Pick<OnRampApi, 'purchases'> | undefined,
  { network, address, here }: { network: PurchaseNetwork; address: string; here: boolean },
): Promise<() => Promise<Outcome>> {
  const purchasesNow = () =>
    within(
      LIST_TIME,
      api?.purchases(address).catch(() => undefined),
    )
  let holding: Holding | undefined
  let before: readonly Purchase[] | undefined
  const readBefore = Promise.all([
    here && holdingOf(kit, network).then((found) => (holding = found)),
    purchasesNow().then((found) => (before = found)),
  ])
  await within(PATIENCE, readBefore)
  const since = Date.now()
  const isNew = ({ id, at }: Purchase) => (before ? before.every((each) => each.id !== id) : at >= since)

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
