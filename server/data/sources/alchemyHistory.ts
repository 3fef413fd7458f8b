/**
 * The history from Alchemy's `alchemy_getAssetTransfers`. It has transfers and the accounts that sent transactions, but
 * neither failed transactions nor allowances nor nonces.
 */
import { numberToHex } from 'viem'
import type { DataNetwork } from '../network.ts'
import { addressOf, amountOf, countOf, type Fields, fieldsOf, hashOf, isAdvert, listOf, textOf } from '../shape.ts'
import { tokenFacts } from '../shape.ts'
import type { HistoryPage } from '../source.ts'
import { type ListedToken, listedContracts } from '../tokens.ts'
import type { Call } from './alchemy.ts'
import { pageOfBlocks, type Slice } from './blocks.ts'
import type { Listed } from './etherscanDeeds.ts'
import { type Deed, type Movement, rowOf } from './evmRow.ts'

const NAME = 'alchemy'
/** Two lists of transfers: what the account sent, and what it received. */
const SIDES = ['fromAddress', 'toAddress'] as const
type Side = (typeof SIDES)[number]

const SLICE = 50
const CROWD = 1_000
const MOST_REQUESTS = 10
/**
 * The EVM chain ids for which Alchemy has transfers of the native currency inside transactions. For other networks, it
 * rejects a request with the category `internal`.
 */
const WITH_INTERNAL = new Set([1, 137])

export async function transfersPage(
  call: Call,
  network: DataNetwork,
  account: string,
  cursor: string | null,
  tokens: readonly ListedToken[],
): Promise<HistoryPage> {
  const internal = network.id !== undefined && WITH_INTERNAL.has(network.id) ? ['internal'] : []
  const ask = async (side: Side, most: number, more: object) => {
    const query = {
      ...{ [side]: account, category: ['external', ...internal, 'erc20', 'erc721', 'erc1155'], order: 'desc' },
      // Include transfers of 0: without them, transactions that only call a contract would be missing.
      ...{ withMetadata: true, excludeZeroValue: false, maxCount: numberToHex(most), ...more },
    }
    const { transfers, pageKey } = fieldsOf(await call('alchemy_getAssetTransfers', [query]))
    return { entries: listOf(NAME, transfers), pageKey: textOf(pageKey) === undefined ? undefined : pageKey }
  }

  async function newest(side: Side, last: number | undefined): Promise<Slice> {
    const range = last === undefined ? {} : { toBlock: numberToHex(last) }
    const { entries, pageKey } = await ask(side, SLICE, { fromBlock: '0x0', ...range })
    return { entries, isCut: pageKey !== undefined }
  }

  async function inBlock(side: Side, block: number): Promise<unknown[]> {
    const range = { fromBlock: numberToHex(block), toBlock: numberToHex(block) }
    const all: unknown[] = []
    let key: unknown
    for (let request = 0; request < MOST_REQUESTS; request += 1) {
      const { entries, pageKey } = await ask(side, CROWD, { ...range, ...(key !== undefined && { pageKey: key }) })
      all.push(...entries)
      key = pageKey
      if (key === undefined) break
    }
    return all
  }

  const blockOf = (entry: unknown) => countOf(fieldsOf(entry)['blockNum'])
  const { entries, next } = await pageOfBlocks({ source: NAME, names: SIDES, newest, inBlock, blockOf }, cursor)
  const deeds = transferDeeds(Object.values(entries).flat(), listedContracts(tokens, network.caipNetworkId))
  return { data: deeds.flatMap((deed) => rowOf(network, account.toLowerCase(), deed) ?? []), next }
}

/** The transactions of one page, newest first. Entries that are not as documented are left out. */
export function transferDeeds(transfers: readonly unknown[], listed: Listed): Deed[] {
  const found = new Map<string, { deed: Deed; block: number }>()
  const seen = new Set<string>()
  for (const entry of transfers) {
    const fields = fieldsOf(entry)
    const [hash, block] = [hashOf(fields['hash']), countOf(fields['blockNum'])]
    const at = Date.parse(textOf(fieldsOf(fields['metadata'])['blockTimestamp']) ?? '') / 1000
    if (hash === undefined || block === undefined || Number.isNaN(at)) continue
    // A transfer from the account to itself is in both lists: read it once.
    const id = textOf(fields['uniqueId'])
    if (id !== undefined && seen.has(id)) continue
    if (id !== undefined) seen.add(id)
    const { deed } = found.get(hash) ?? { deed: blank(hash, at) }
    found.set(hash, { deed, block })
    const [from, to] = [addressOf(fields['from']), addressOf(fields['to'])]
    if (fields['category'] === 'external') {
      deed.sender = from
      deed.receiver = to
      deed.deploys = to === undefined
    }
    if (from !== undefined && to !== undefined) deed.movements.push(...movementsOf(fields, { from, to }, listed))
  }
  // The sort is stable: transactions of one block stay in the order of the lists.
  return [...found.values()].sort((a, b) => b.block - a.block).map(({ deed }) => deed)
}

const blank = (hash: string, at: number): Deed => ({
  ...{ hash, at, sender: undefined, receiver: undefined, nonce: 0 },
  ...{ succeeded: true, deploys: false, approves: false, movements: [], approvals: [] },
})

function movementsOf(fields: Fields, between: { from: string; to: string }, listed: Listed): Movement[] {
  const { category, asset, rawContract } = fields
  const { value, address, decimal } = fieldsOf(rawContract)
  // Read `rawContract.value`: the transfer's own `value` is a JSON number, which is not exact.
  const amount = amountOf(value)
  if (category === 'external' || category === 'internal')
    return amount === undefined || amount === 0n ? [] : [{ kind: 'native', ...between, amount }]
  const contract = addressOf(address)
  if (contract === undefined) return []
  if (category === 'erc20') {
    const facts = tokenFacts({ name: asset, symbol: asset, decimals: decimal })
    const token = listed(contract) ?? (facts && { contract, ...facts, iconUrl: '' })
    return token && amount !== undefined ? [{ kind: 'token', token, ...between, amount }] : []
  }
  const collection = textOf(asset) ?? 'NFT'
  const nft = (id: unknown, pieces: unknown): Movement[] => {
    const [token, count] = [amountOf(id), amountOf(pieces)]
    if (token === undefined || count === undefined) return []
    const name = `${collection} #${token}`
    return [{ kind: 'nft', ...between, amount: count, name, isSpam: isAdvert(collection) }]
  }
  if (category === 'erc721') return nft(fields['erc721TokenId'] ?? fields['tokenId'], 1)
  const batch = Array.isArray(fields['erc1155Metadata']) ? (fields['erc1155Metadata'] as unknown[]) : []
  return category === 'erc1155' ? batch.flatMap((each) => nft(fieldsOf(each)['tokenId'], fieldsOf(each)['value'])) : []
}
