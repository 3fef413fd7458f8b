/**
 * The blockchain API behind the pages' `services.api`, answered from the config's sources: each question goes to the
 * first source that knows the network, and to the next one if that fails.
 */
import { formatUnits, getAddress, isAddress } from 'viem'
import type { Balance } from '../../sandbox/balances.ts'
import { Refusal } from '../../sandbox/refusal.ts'
import { createCache } from './cache.ts'
import { firstOf, type Told } from './firstOf.ts'
import { type DataNetwork, WRAPPED_SOL } from './network.ts'
import { NATIVE } from './shape.ts'
import { type HistoryPage, type Holding, type Named, type Price, type Source, SourceError } from './source.ts'

export type Blockchain = ReturnType<typeof createBlockchain>

/** ms. */
const LIFETIME = { balances: 10_000, history: 10_000, prices: 30_000, rates: 300_000, names: 300_000 }
const MOST_KEPT = 5_000
const MOST_PRICES = 100

const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const CAIP10 = /^(eip155:\d{1,16}:0x[0-9a-fA-F]{40}|solana:\w{32}:[1-9A-HJ-NP-Za-km-z]{32,44})$/
const NAME = /^[^\s/\\?#]{1,255}$/u

export type BlockchainParts = {
  networks: readonly DataNetwork[]
  sources: readonly Source[]
  /** Gets each failure of a source. */
  report: (error: SourceError) => void
  now?: () => number
}

export function createBlockchain({ networks, sources, report, now = Date.now }: BlockchainParts) {
  const keep = <T>(lifetime: number) => createCache<T>({ lifetime, most: MOST_KEPT, now })
  const kept = {
    balances: keep<Told<Holding[]> | undefined>(LIFETIME.balances),
    history: keep<Told<HistoryPage> | undefined>(LIFETIME.history),
    prices: keep<Told<ReadonlyMap<string, Price>> | undefined>(LIFETIME.prices),
    rates: keep<Told<Readonly<Record<string, string>>> | undefined>(LIFETIME.rates),
    names: keep<Told<Named | undefined> | undefined>(LIFETIME.names),
    found: keep<Told<Awaited<ReturnType<NonNullable<Source['find']>>>> | undefined>(LIFETIME.names),
  }
  const networkOf = (chainId: string | null): DataNetwork => {
    const found = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
    if (!found) throw new Refusal(400, 'chainId', 'This network is not in the config of this server')
    return found
  }
  const on = (id: string) => sources.filter((source) => source.serves(id))
  const nobody = (what: string): never => {
    throw new Refusal(404, 'sources', `No source of this server tells ${what}`)
  }
  const askPrices = (addresses: readonly string[]) => {
    const wanted = [...new Set(addresses)].sort()
    return kept.prices(wanted.join(' '), () =>
      firstOf(sources, ({ prices }) => prices && (() => prices(wanted)), report),
    )
  }
  /** Prices for display: without a price service, or while it fails, there are none. */
  const pricesFor = (addresses: readonly string[]) =>
    askPrices(addresses).then(
      (told) => told?.value ?? new Map<string, Price>(),
      () => new Map<string, Price>(),
    )

  return {
    networks,
    networkOf,

    /** What an account has on one network, valued in US dollars. `isFresh` does not take what is kept. */
    async balances(address: string, chainId: string | null, isFresh: boolean): Promise<Told<Balance[]>> {
      const network = networkOf(chainId)
      const account = accountOn(network, address)
      const told = await kept.balances(
        `${network.caipNetworkId}:${account}`,
        () =>
          firstOf(on(network.caipNetworkId), ({ balances }) => balances && (() => balances(network, account)), report),
        isFresh,
      )
      if (!told) return nobody('balances on this network')
      const unpriced = told.value.filter(({ price }) => price === undefined).map((each) => caipOf(network, each))
      const prices = unpriced.length ? await pricesFor(unpriced.slice(0, MOST_PRICES)) : new Map<string, Price>()
      return { ...told, value: told.value.map((each) => balanceOf(network, each, prices)) }
    },

    async history(address: string, chainId: string | null, cursor: string | null): Promise<Told<HistoryPage>> {
      const network = networkOf(chainId)
      const account = accountOn(network, address)
      const able = on(network.caipNetworkId).filter(({ history }) => history)
      // A cursor is in the form of the source that gave it, so that only this source can go on.
      const [from, own] = splitCursor(cursor)
      const asked = from === null ? able : able.filter(({ name }) => name === from)
      const told = await kept.history(JSON.stringify([network.caipNetworkId, account, cursor]), () =>
        firstOf(asked, ({ history }) => history && (() => history(network, account, own)), report),
      )
      if (!told) return nobody('the history on this network')
      const { next } = told.value
      return { ...told, value: { ...told.value, next: next === null ? null : `${told.source}:${next}` } }
    },

    /** US dollars for one of each token; those without a price are left out. At most 100 CAIP-10 addresses. */
    async prices(addresses: unknown): Promise<Told<(Price & { address: string })[]>> {
      if (!Array.isArray(addresses) || addresses.length > MOST_PRICES)
        throw new Refusal(400, 'addresses', `A list of at most ${MOST_PRICES} CAIP-10 addresses is expected`)
      const wanted = (addresses as unknown[]).map((each) => {
        if (typeof each === 'string' && CAIP10.test(each)) return each
        throw new Refusal(400, 'addresses', 'A CAIP-10 address is expected')
      })
      if (wanted.length === 0) return { source: '', value: [] }
      const told = (await askPrices(wanted)) ?? nobody('prices')
      const priceOf = (address: string) => {
        const found = told.value.get(address)
        return found ? [{ ...found, address }] : []
      }
      return { source: told.source, value: wanted.flatMap(priceOf) }
    },

    /** How much of each currency one US dollar is; only `{ USD: '1' }` if no source tells more. */
    async rates(): Promise<Readonly<Record<string, string>>> {
      const told = await kept
        .rates('', () => firstOf(sources, ({ rates }) => rates && (() => rates()), report))
        .catch(() => undefined)
      return { USD: '1', ...told?.value }
    },

    /** An account's name, or undefined. */
    async nameOf(address: string): Promise<Told<Named | undefined>> {
      if (!isAddress(address, { strict: false })) throw new Refusal(400, 'address', 'An EVM address is expected')
      const account = getAddress(address)
      const told = await kept.names(account, () =>
        firstOf(sources, ({ nameOf }) => nameOf && (() => nameOf(account)), report),
      )
      return told ?? nobody('names')
    },

    /** A name's addresses by coin type, or undefined. */
    async find(name: string) {
      if (!NAME.test(name) || !name.includes('.'))
        throw new Refusal(400, 'name', 'A name such as vitalik.eth is expected')
      const told = await kept.found(name, () => firstOf(sources, ({ find }) => find && (() => find(name)), report))
      return told ?? nobody('names')
    },
  }
}

/** The account as the network writes it. @throws Refusal 400 if it is no address there */
export function accountOn(network: DataNetwork, text: string): string {
  const isEvm = network.id !== undefined
  if (!(isEvm ? isAddress(text, { strict: false }) : SOLANA_ADDRESS.test(text)))
    throw new Refusal(400, 'address', `This is no address of ${network.name}`)
  return isEvm ? getAddress(text) : text
}

const caipOf = ({ caipNetworkId, id }: DataNetwork, { address }: Holding) =>
  `${caipNetworkId}:${address ?? (id === undefined ? WRAPPED_SOL : NATIVE)}`

function balanceOf(network: DataNetwork, holding: Holding, prices: ReadonlyMap<string, Price>): Balance {
  const { name, symbol, decimals, amount, address, iconUrl } = holding
  const known = prices.get(caipOf(network, holding))
  const price = holding.price ?? known?.price ?? 0
  const numeric = formatUnits(amount, decimals)
  return {
    name,
    symbol,
    chainId: network.caipNetworkId,
    ...(address !== undefined && { address: `${network.caipNetworkId}:${address}` }),
    value: price * Number(numeric),
    price,
    quantity: { decimals: String(decimals), numeric },
    iconUrl: iconUrl || known?.iconUrl || '',
  }
}

/** Splits `{source}:{cursor}`. @throws Refusal 400 for another form */
function splitCursor(cursor: string | null): [string | null, string | null] {
  if (!cursor) return [null, null]
  const [, source, own] = /^([\w-]{1,20}):([\s\S]{1,500})$/.exec(cursor) ?? []
  if (source === undefined || own === undefined) throw new Refusal(400, 'cursor', 'This server gave no such cursor')
  return [source, own]
}
