/** The API of Etherscan (docs.etherscan.io, "Accounts"), which Blockscout answers too. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Ask } from '../outbound.ts'
import { countOf, fieldsOf, listOf, textOf } from '../shape.ts'
import { SourceError } from '../source.ts'
import { type BlockPage, pageOfBlocks, type Slice } from './blocks.ts'

export type AccountApi = {
  /** The field `result` of an answer; an empty list if the service found nothing. @throws SourceError for an error */
  read: (action: string, query: Readonly<Record<string, string>>) => Promise<unknown>
  /** One page of the account's lists. */
  page: (account: string, cursor: string | null) => Promise<BlockPage<ListName>>
}

export type AccountApiOptions = {
  name: string
  ask: Ask
  path: string
  /** Sent with each request: the network, the key. */
  query: Readonly<Record<string, string | undefined>>
  /** ms to wait before the only retry, after the service answered that its rate limit is reached; default 1,100. */
  pause?: number
}

/**
 * The lists of an account: its transactions, the transfers of the native currency inside them, its transfers of ERC-20
 * tokens, and those of NFTs (ERC-721).
 */
const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx'] as const
export type ListName = (typeof LISTS)[number]

/** The entries of each list in one page. */
const SLICE = 50
/** The entries in one request for a block that has more than `SLICE` of them. */
const CROWD = 1_000
/** The most such requests for one block: 10,000 entries together. */
const MOST_REQUESTS = 10

export function createAccountApi({ name, ask, path, query, pause = 1_100 }: AccountApiOptions): AccountApi {
  async function read(action: string, own: Readonly<Record<string, string>>): Promise<unknown> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await ask({ path, query: { ...query, module: 'account', action, ...own } })
      const { status, message, result } = fieldsOf(answer)
      if (status === '1') return result
      // Blockscout sends 2 while it has not read all internal transactions: use those that it has.
      if (status === '2' && Array.isArray(result)) return result
      if (Array.isArray(result) && result.length === 0 && /^No .{1,40} found/.test(textOf(message) ?? '')) return result
      if (typeof result !== 'string' || !/rate limit/i.test(result)) throw new SourceError(name, `refused "${action}"`)
      // Retry once after a pause: one page takes several requests, and free plans allow few per second.
      if (attempt > 0) throw new SourceError(name, 'has reached its rate limit')
      await wait(pause)
    }
  }

  const list = async (action: ListName, own: Readonly<Record<string, string>>) =>
    listOf(name, await read(action, { sort: 'desc', ...own }))

  async function newest(action: ListName, address: string, last: number | undefined): Promise<Slice> {
    const range = last === undefined ? {} : { startblock: '0', endblock: String(last) }
    const entries = await list(action, { address, page: '1', offset: String(SLICE), ...range })
    return { entries, isCut: entries.length >= SLICE }
  }

  async function inBlock(action: ListName, address: string, block: number): Promise<unknown[]> {
    const range = { startblock: String(block), endblock: String(block) }
    const all: unknown[] = []
    for (let page = 1; page <= MOST_REQUESTS; page += 1) {
      const entries = await list(action, { address, page: String(page), offset: String(CROWD), ...range })
      all.push(...entries)
      if (entries.length < CROWD) break
    }
    return all
  }

  return {
    read,
    page: (account, cursor) =>
      pageOfBlocks(
        {
          ...{ source: name, names: LISTS },
          newest: (action, last) => newest(action, account, last),
          inBlock: (action, block) => inBlock(action, account, block),
          blockOf: (entry) => countOf(fieldsOf(entry)['blockNumber']),
        },
        cursor,
      ),
  }
}
