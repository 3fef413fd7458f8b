/** Prices and rates from the config's sources. They are for display only. */
import { Refusal } from '../../sandbox/refusal.ts'
import { createCache } from './cache.ts'
import { firstOf, type Told } from './firstOf.ts'
import { keyOf } from './shape.ts'
import { type Price, type Source, SourceError } from './source.ts'

/** ms in the cache. */
const LIFETIME = { price: 30_000, rates: 300_000 }
const MOST_KEPT = 10_000
const MOST_ASKED = 100

const CAIP10 = /^(eip155:\d{1,16}:0x[0-9a-fA-F]{40}|solana:\w{32}:[1-9A-HJ-NP-Za-km-z]{32,44}|bip122:[0-9a-f]{32}:0x)$/
const networkOf = (caipAddress: string) => caipAddress.split(':', 2).join(':')

export function createPrices(sources: readonly Source[], report: (error: SourceError) => void, now = Date.now) {
  const found = new Map<string, { price: Price | undefined; source: string; until: number }>()
  /** The running loads by CAIP-10 address: requests for the same address at the same time share one. */
  const loading = new Map<string, Promise<void>>()
  const keptRates = createCache<Told<Readonly<Record<string, string>>> | undefined>({
    ...{ lifetime: LIFETIME.rates, most: 1, now },
  })
  const keep = (address: string, price: Price | undefined, source: string) => {
    found.delete(address)
    found.set(address, { price, source, until: now() + LIFETIME.price })
    const [oldest] = found.keys()
    if (found.size > MOST_KEPT && oldest !== undefined) found.delete(oldest)
  }

  /**
   * Asks each source for the prices that the sources before it did not know.
   * @throws the last SourceError if at least one source failed and none answered; Refusal 429 if the client is over its
   * limit
   */
  async function load(addresses: readonly string[]): Promise<void> {
    let missing = addresses
    let failure: SourceError | undefined
    let isAnswered = false
    for (const { name, serves, prices } of sources) {
      const asked = missing.filter((address) => serves(networkOf(address)))
      if (!prices || asked.length === 0) continue
      const told = await firstOf([{ name, serves, prices }], () => () => prices(asked), report).catch(
        (error: unknown) => {
          if (!(error instanceof SourceError)) throw error
          failure = error
        },
      )
      if (!told) continue
      isAnswered = true
      for (const [address, price] of told.value) if (asked.includes(address)) keep(address, price, name)
      missing = missing.filter((address) => !told.value.has(address))
    }
    if (failure && !isAnswered) throw failure
    // Also keep which prices are unknown, unless any source failed: it may know one of them.
    if (!failure) for (const address of missing) keep(address, undefined, '')
  }

  /** Loads the prices of these keys. Other requests for the same keys share the load until it ends. */
  async function loadShared(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const started = load(keys).finally(() => {
      for (const key of keys) if (loading.get(key) === started) loading.delete(key)
    })
    for (const key of keys) loading.set(key, started)
    await started
  }

  /** What is known of these tokens, by CAIP-10 address as given; those without a price are absent. */
  async function of(addresses: readonly string[]): Promise<ReadonlyMap<string, Price & { source: string }>> {
    // A price that has not expired now is used below even if it expires while the other prices load.
    const asked = now()
    const isOld = (key: string) => (found.get(key)?.until ?? 0) <= asked
    const old = [...new Set(addresses.map(keyOf))].filter(isOld)
    const own = old.filter((key) => !loading.has(key))
    // Another request's load may fail for its other tokens, or with a 429 because its visitor has asked for too much.
    // Ignore that: what is still missing is loaded below, for this request.
    const others = old.flatMap((key) => loading.get(key)?.catch(() => undefined) ?? [])
    await Promise.all([loadShared(own), ...others])
    await loadShared(old.filter((key) => !own.includes(key) && isOld(key)))
    return new Map(
      addresses.flatMap((address) => {
        const { price, source = '' } = found.get(keyOf(address)) ?? {}
        return price && !isOld(keyOf(address)) ? [[address, { ...price, source }] as const] : []
      }),
    )
  }

  return {
    of,
    /**
     * US dollars for one of each token; tokens without a price are left out.
     * @param addresses at most 100 CAIP-10 addresses
     * @throws Refusal 400 for anything else, 404 if no source knows prices
     */
    async list(addresses: unknown): Promise<Told<(Price & { address: string })[]>> {
      if (!Array.isArray(addresses) || addresses.length > MOST_ASKED)
        throw new Refusal(400, 'addresses', `A list of at most ${MOST_ASKED} CAIP-10 addresses is expected`)
      const wanted = (addresses as unknown[]).map((each) => {
        if (typeof each === 'string' && CAIP10.test(each)) return each
        throw new Refusal(400, 'addresses', 'A CAIP-10 address is expected')
      })
      if (wanted.length > 0 && !sources.some(({ prices }) => prices))
        throw new Refusal(404, 'sources', 'No source of this server tells prices')
      const known = await of(wanted)
      const value = wanted.flatMap((address) => {
        const { source: _, ...price } = known.get(address) ?? { source: undefined }
        return 'price' in price ? [{ ...price, address }] : []
      })
      return { value, source: [...new Set([...known.values()].map(({ source }) => source))].join(', ') }
    },

    /**
     * How much of each currency one US dollar buys, as decimal text; only `{ USD: '1' }` if no source has rates, or all
     * fail.
     */
    async rates(): Promise<Readonly<Record<string, string>>> {
      const told = await keptRates('', () => firstOf(sources, ({ rates }) => rates, report)).catch(() => undefined)
      return { USD: '1', ...told?.value }
    },
  }
}
