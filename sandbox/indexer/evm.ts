/**
 * The histories of all accounts on one EVM chain. Each request first reads the blocks that are new since the request
 * before it.
 */
import { getAddress, numberToHex, type Hex } from 'viem'
import { readMetadata } from '../balances.ts'
import type { EvmNode } from '../node.ts'
import type { PriceBook } from '../prices.ts'
import { parseBlock, parseReceipts, parseTraces, type Block } from './answers.ts'
import type { PlacedRow, TokenFacts } from './history.ts'
import { deedOf, type Deed } from './movements.ts'
import type { NftReader } from './nfts.ts'
import { partiesOf, rowOf, type Assets } from './sides.ts'

/** The most blocks that one batch of requests reads. */
const chunk = 100

export function createEvmHistory(node: EvmNode, prices: PriceBook, nfts: NftReader) {
  let last: Pick<Block, 'number' | 'hash'> | undefined
  let rows = new Map<string, PlacedRow[]>()
  let tokens: ReadonlyMap<Hex, TokenFacts> = new Map()
  let turn: Promise<unknown> = Promise.resolve()
  const assets: Assets = {
    chainId: node.caipNetworkId,
    prices,
    token: (contract) => tokens.get(getAddress(contract)),
    nft: nfts.factsOf,
  }

  async function ask(method: string, blocks: readonly number[], ...more: unknown[]): Promise<unknown[]> {
    const calls = blocks.map((number) => ({ method, params: [numberToHex(number), ...more] }))
    return (await node.batch(calls)).map(({ result, error }) => {
      if (error) throw new Error(`${method}: ${error.message}`)
      return result
    })
  }

  /** Whether the chain still has the last block that was read; a test may have reverted the chain. */
  async function isSame(): Promise<boolean> {
    if (!last) return true
    const [outcome] = await node.batch([{ method: 'eth_getBlockByNumber', params: [numberToHex(last.number), false] }])
    return (outcome?.result as { hash?: unknown } | null | undefined)?.hash === last.hash
  }

  async function read(from: number, to: number): Promise<void> {
    const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    const blocks = (await ask('eth_getBlockByNumber', numbers, true)).map(parseBlock)
    const full = blocks.filter(({ transactions }) => transactions.length)
    const places = full.map(({ number }) => number)
    const [receipts, traces] = await Promise.all([ask('eth_getBlockReceipts', places), ask('trace_block', places)])
    const deeds = full.flatMap(({ number, at, transactions }, index) => {
      const receiptOf = parseReceipts(receipts[index])
      const moved = parseTraces(traces[index])
      return transactions.flatMap((transaction, order): { at: number; place: number; deed: Deed }[] => {
        const receipt = receiptOf.get(transaction.hash)
        const own = moved.filter(({ hash }) => hash === transaction.hash)
        return receipt ? [{ at, place: number * 10_000 + order, deed: deedOf(transaction, receipt, own) }] : []
      })
    })
    await learn(deeds.map(({ deed }) => deed))
    for (const { at, place, deed } of deeds)
      for (const party of partiesOf(deed)) {
        const row = rowOf(party, at, deed, assets)
        if (!row) continue
        const list = rows.get(party) ?? []
        list.push({ row, place })
        rows.set(party, list)
      }
    const end = blocks.at(-1)
    if (end) last = { number: end.number, hash: end.hash }
  }

  /** Loads the metadata of every token and NFT in these transactions. */
  async function learn(deeds: readonly Deed[]): Promise<void> {
    const all = deeds.flatMap(({ movements }) => movements)
    const contracts = [
      ...all.flatMap((each) => (each.kind === 'token' ? [each.contract] : [])),
      ...deeds.flatMap(({ approvals }) => approvals.map(({ contract }) => contract)),
    ]
    tokens = await readMetadata(
      node,
      [...new Set(contracts)].map((each) => getAddress(each)),
    )
    await nfts.learn(all.flatMap((each) => (each.kind === 'nft' ? [each] : [])))
  }

  async function update(): Promise<void> {
    if (!(await isSame())) {
      last = undefined
      rows = new Map()
    }
    const latest = Number(BigInt(String(await node.request('eth_blockNumber'))))
    for (let from = (last?.number ?? -1) + 1; from <= latest; from += chunk)
      await read(from, Math.min(from + chunk - 1, latest))
  }

  /** Reads new blocks, then returns an account's rows, oldest first. */
  return async (account: Hex): Promise<readonly PlacedRow[]> => {
    // Run updates one after the other, so that no block is read twice.
    const mine = turn.then(update)
    turn = mine.catch(() => undefined)
    await mine
    return rows.get(account.toLowerCase()) ?? []
  }
}
