/**
 * Answers the blockchain API (the pages' `services.api`) from the config's sources: asks the first source that serves
 * the network, and the next one if the first fails.
 */
import { formatUnits, getAddress, isAddress } from 'viem'
import type { Balance as ValuedBalance } from '../../sandbox/balances.ts'
import { isAddressOn } from '../../runtime/chains/bip122/address.ts'
import { chainOf } from '../../runtime/chains/bip122/chains.ts'
import { Refusal } from '../../sandbox/refusal.ts'
import { createCache } from './cache.ts'
import { firstOf, type Told } from './firstOf.ts'
import { type DataNetwork, isBitcoin, nativeAddressOf } from './network.ts'
import { createNames } from './names.ts'
import { createPrices } from './prices.ts'
import { type HistoryPage, type Holding, type Price, type Source, type SourceError, strangeCursor } from './source.ts'

export type Blockchain = ReturnType<typeof createBlockchain>

/** ms for which balances and histories stay in the cache. */
const LIFETIME = 10_000
const MOST_BALANCES = 2_000
/** A page of history is about 200 kB in memory. */
const MOST_PAGES = 100
/** The most tokens of one account for which prices are requested, if the source of the balances gave none. */
const MOST_PRICED = 200

const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/**
 * A balance in the form that pages parse. If the price is unknown, `value` (US dollars) is absent, because pages would
 * show 0 as worthless; `price` is 0 then. `unconfirmed` is decimal text: the amount that `quantity` will grow by once
 * the pending transactions are confirmed.
 */
export type Balance = Omit<ValuedBalance, 'value'> & { value?: number; unconfirmed?: string }

export type BlockchainParts = {
  networks: readonly DataNetwork[]
  sources: readonly Source[]
  /** Called with each failure of a source. */
  report: (error: SourceError) => void
  now?: () => number
}

export function createBlockchain({ networks, sources, report, now = Date.now }: BlockchainParts) {
  const keptBalances = createCache<Told<Holding[]> | undefined>({ lifetime: LIFETIME, most: MOST_BALANCES, now })
  const keptHistory = createCache<Told<HistoryPage> | undefined>({ lifetime: LIFETIME, most: MOST_PAGES, now })
  const prices = createPrices(sources, report, now)
  const networkOf = (chainId: string | null): DataNetwork => {
    const found = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
    if (!found) throw new Refusal(400, 'chainId', 'This network is not in the config of this server')
    return found
  }
  const on = (id: string) => sources.filter((source) => source.serves(id))
  const nobody = (what: string): never => {
    throw new Refusal(404, 'sources', `No source of this server tells ${what}`)
  }

  return {
    networks,
    networkOf,
    prices,
    names: createNames(sources, report, now),

    /**
     * An account's balances on one network, with their values in US dollars. `isFresh`: whether to ask a source even if
     * the balances are in the cache; prices may still come from the cache.
     */
    async balances(address: string, chainId: string | null, isFresh: boolean): Promise<Told<Balance[]>> {
      const network = networkOf(chainId)
      const account = accountOn(network, address)
      const told = await keptBalances(
        `${network.caipNetworkId}:${account}`,
        () =>
          firstOf(on(network.caipNetworkId), ({ balances }) => balances && (() => balances(network, account)), report),
        isFresh,
      )
      if (!told) return nobody('balances on this network')
      const unpriced = told.value.filter(({ price }) => price === undefined).map((each) => caipOf(network, each))
      // If the prices cannot be read, send these balances without a `value`.
      const known = await prices.of(unpriced.slice(0, MOST_PRICED)).catch(() => new Map<string, Price>())
      return { ...told, value: told.value.map((each) => balanceOf(network, each, known)) }
    },

    async history(address: string, chainId: string | null, cursor: string | null): Promise<Told<HistoryPage>> {
      const network = networkOf(chainId)
      const account = accountOn(network, address)
      const able = on(network.caipNetworkId).filter(({ history }) => history)
      // Each source has its own form of cursor, so only the source that made a cursor can read the page after it.
      const [from, own] = splitCursor(cursor)
      const asked = from === null ? able : able.filter(({ name }) => name === from)
      const told = await keptHistory(JSON.stringify([network.caipNetworkId, account, cursor]), () =>
        firstOf(asked, ({ history }) => history && (() => history(network, account, own)), report),
      )
      if (!told) return nobody('the history on this network')
      const { next } = told.value
      return { ...told, value: { ...told.value, next: next === null ? null : `${told.source}:${next}` } }
    },
  }
}

/**
 * The address as the network writes it: with its checksum on EVM networks, bech32 in lower case on Bitcoin.
 * @throws Refusal 400 if the text is no address of the network
 */
export function accountOn(network: DataNetwork, text: string): string {
  const { caipNetworkId, id, name } = network
  if (id !== undefined && isAddress(text, { strict: false })) return getAddress(text)
  if (isBitcoin(caipNetworkId)) {
    // Bech32 may be written in capitals: one account must not get two entries in the cache.
    if (isAddressOn(text, chainOf(caipNetworkId))) return /^(bc|tb|bcrt)1/i.test(text) ? text.toLowerCase() : text
  } else if (id === undefined && SOLANA_ADDRESS.test(text)) return text
  throw new Refusal(400, 'address', `This is no address of ${name}`)
}

const caipOf = (network: DataNetwork, { address }: Holding) =>
  `${network.caipNetworkId}:${address ?? nativeAddressOf(network)}`

function balanceOf(network: DataNetwork, holding: Holding, prices: ReadonlyMap<string, Price>): Balance {
  const { name, symbol, decimals, amount, unconfirmed, address, iconUrl } = holding
  const known = prices.get(caipOf(network, holding))
  const price = holding.price ?? known?.price
  const numeric = formatUnits(amount, decimals)
  return {
    name,
    symbol,
    chainId: network.caipNetworkId,
    ...(address !== undefined && { address: `${network.caipNetworkId}:${address}` }),
    ...(price !== undefined && { value: price * Number(numeric) }),
    price: price ?? 0,
    quantity: { decimals: String(decimals), numeric },
    ...(unconfirmed !== undefined && { unconfirmed: formatUnits(unconfirmed, decimals) }),
    iconUrl: iconUrl || known?.iconUrl || '',
  }
}

/** Splits `{source}:{cursor}`. @throws Refusal 400 for another form */
function splitCursor(cursor: string | null): [string | null, string | null] {
  if (!cursor) return [null, null]
  const [, source, own] = /^([\w-]{1,20}):([\s\S]{1,500})$/.exec(cursor) ?? []
  if (source === undefined || own === undefined) throw strangeCursor()
  return [source, own]
}
