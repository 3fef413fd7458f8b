/**
 * The source `index`: the history that this server's indexer has stored, and balances of the native currency, of listed
 * tokens and of tokens seen in that history, read from the config's nodes. The indexer reads for an account once the
 * config names it, or a page has asked for it.
 */
import { getAddress, type Hex } from 'viem'
import type { IndexStore, Watched } from '../../store/indexed.ts'
import { askingOwner, payForLater } from '../allowance.ts'
import { readDeed, type StoredDeed, type StoredMovement } from '../indexer/deeds.ts'
import type { IndexedNetwork } from '../indexer/run.ts'
import { type Contract, createTokens } from '../indexer/tokens.ts'
import type { DataNetwork } from '../network.ts'
import { createPace } from '../pace.ts'
import type { Node } from '../rpc.ts'
import { isAdvert } from '../shape.ts'
import { type HistoryPage, type Holding, type Source, SourceError, strangeCursor } from '../source.ts'
import { type ListedToken, listedContracts } from '../tokens.ts'
import { type Deed, type Movement, rowOf, type Token } from './evmRow.ts'
import { listedBalances } from './rpc.ts'

const NAME = 'index'
const PAGE = 50
/**
 * How many requests a new account counts as for its client's limit, because older blocks are then read for the account.
 */
const COST = 30
/**
 * The most new accounts of one client (see `ownerKey`) in a day (ms): the number of watched accounts is limited, and
 * strangers must not use it up.
 */
const NEW = { most: 20, period: 86_400_000 }
/** ms since the index was last up to date, above which a history could lack transactions that the visitor knows of. */
const STALE = 180_000
/** The form of a cursor: a block, and the index of a transaction in it. */
const CURSOR = /^(\d{1,12})-(\d{1,7})$/

export type IndexedParts = {
  networks: readonly IndexedNetwork[]
  nodes: readonly Node[]
  tokens: readonly ListedToken[]
  store: IndexStore
}

export function indexedSource({ networks, nodes, tokens, store }: IndexedParts): Source {
  const contracts = createTokens()
  const paceOfNew = createPace(Date.now, NEW)
  const ownOf = ({ caipNetworkId }: DataNetwork) => {
    const own = networks.find(({ network }) => network.caipNetworkId === caipNetworkId)
    const node = nodes.find(({ network }) => network.caipNetworkId === caipNetworkId)
    if (!own || !node) throw new SourceError(NAME, 'does not read this network')
    return { ...own, node }
  }

  /**
   * How far an account has been read; a new account is watched from now on.
   * @throws SourceError if it has too many transactions or no more accounts can be watched, Refusal 429 if the client
   * is over its limit
   */
  async function watched(network: DataNetwork, account: string): Promise<Watched> {
    const { caipNetworkId: id } = network
    const found = await store.watchedOne(id, account)
    if (found?.isFull) throw new SourceError(NAME, 'does not read an account with so many transactions')
    // Count before adding the account: a client over its limit must not add one.
    if (!found) payForNew(paceOfNew)
    const isNew = await store.watch(id, account)
    if (isNew === undefined) throw new SourceError(NAME, 'watches as many accounts as it may')
    return found ?? { account, low: undefined, native: undefined }
  }

  return {
    name: NAME,
    serves: (caipNetworkId) => networks.some(({ network }) => network.caipNetworkId === caipNetworkId),

    async history(network, account, cursor): Promise<HistoryPage> {
      const { from, node } = ownOf(network)
      const own = account.toLowerCase()
      const before = placeOf(cursor)
      const { low, native } = await watched(network, own)
      // Throw, because an empty page would look like an account without a history.
      if (low === undefined) throw new SourceError(NAME, 'has not read this account yet')
      const state = await store.state(network.caipNetworkId)
      if (!state || state.age > STALE) throw new SourceError(NAME, 'has not read the newest blocks of this network')
      const rows = await store.page(network.caipNetworkId, own, before, PAGE)
      const deeds = rows.map(({ value }) => readDeed(value))
      const facts = await factsOf(node, deeds)
      const last = rows.at(-1)
      const place = last ? `${last.block}-${last.place}` : cursor
      // While older blocks are still being read, even the last page has a `next`: what is read later follows there.
      const isWhole = rows.length < PAGE && low <= from
      return {
        data: deeds.flatMap((deed) => rowOf(network, own, shown(deed, facts)) ?? []),
        next: isWhole ? null : (place ?? `${low}-0`),
        complete: { from: low, to: state.to, ...(native !== undefined && { nativeFrom: native }) },
      }
    },

    async balances(network, account): Promise<Holding[]> {
      const { node } = ownOf(network)
      const own = account.toLowerCase()
      await watched(network, own)
      const listed = listedContracts(tokens, network.caipNetworkId)
      const seen = (await store.contracts(network.caipNetworkId, own)).filter((each) => !listed(each))
      const known = await listedBalances(node, tokens, account as Hex)
      const amounts = await contracts.balances(node, seen, account)
      const held = seen.filter((each) => (amounts.get(each) ?? 0n) > 0n)
      const facts = await contracts.read(node, held)
      const others = held.flatMap((each): Holding[] => {
        const token = facts.get(each)?.token
        return token ? [{ ...token, amount: amounts.get(each) ?? 0n, address: getAddress(each), iconUrl: '' }] : []
      })
      return [...known, ...others]
    },
  }

  /** Names and decimals of the tokens in some transactions. */
  async function factsOf(node: Node, deeds: readonly StoredDeed[]): Promise<Facts> {
    const listed = listedContracts(tokens, node.network.caipNetworkId)
    const all = deeds.flatMap(({ movements, approval }) => [
      ...movements.flatMap((each) => (each.kind === 'native' ? [] : [each.contract])),
      ...(approval ? [approval.contract] : []),
    ])
    const read = await contracts.read(
      node,
      [...new Set(all)].filter((each) => !listed(each)),
    )
    return {
      name: (contract) => read.get(contract)?.name,
      token(contract) {
        const facts: Contract['token'] = read.get(contract)?.token
        return listed(contract) ?? (facts && { contract, ...facts, iconUrl: '' })
      },
    }
  }
}

/**
 * Counts a new account for its client.
 * @throws Refusal 429 if the client is over its limit, SourceError if it has added too many accounts today: the next
 * source answers then
 */
function payForNew(pace: ReturnType<typeof createPace>): void {
  payForLater(COST)
  const owner = askingOwner()
  if (owner === undefined) return
  try {
    pace(owner)
  } catch {
    throw new SourceError(NAME, 'watches no more new accounts for this client today')
  }
}

type Facts = { token: (contract: string) => Token | undefined; name: (contract: string) => string | undefined }

/** Parses a cursor. @throws Refusal 400 for a text that is not in the form of a cursor */
function placeOf(cursor: string | null): { block: number; place: number } | undefined {
  if (cursor === null) return undefined
  const [, block, place] = CURSOR.exec(cursor) ?? []
  if (block === undefined || place === undefined) throw strangeCursor()
  return { block: Number(block), place: Number(place) }
}

/** A stored transaction in the form that all sources share. Transfers of contracts that are no tokens are left out. */
function shown({ movements, approval, ...deed }: StoredDeed, facts: Facts): Deed {
  const allowed = approval && facts.token(approval.contract)
  return {
    ...deed,
    approves: approval !== undefined,
    movements: movements.flatMap((each) => movementOf(each, facts) ?? []),
    approvals: approval && allowed ? [{ token: allowed, spender: approval.spender, amount: approval.amount }] : [],
  }
}

function movementOf(movement: StoredMovement, facts: Facts): Movement | undefined {
  const { from, to } = movement
  if (movement.kind === 'native') return movement
  if (movement.kind === 'token') {
    const token = facts.token(movement.contract)
    return token && { kind: 'token', token, from, to, amount: movement.amount }
  }
  const collection = facts.name(movement.contract) ?? 'NFT'
  return { kind: 'nft', from, to, amount: 1n, name: `${collection} #${movement.id}`, isSpam: isAdvert(collection) }
}
