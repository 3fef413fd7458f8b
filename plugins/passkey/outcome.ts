/** How an operation ended, by the site's own node: a bundler could report a payment as failed although it was made. */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { askSite } from './siteNode.ts'
import { ENTRY_POINT } from './userOperation.ts'

/** The first topic of the entry point's event `UserOperationEvent` (ERC-4337). */
const ENDED = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** The event's data: four words, of which the second is 1 if the operation's calls succeeded, else 0. */
const DATA = /^0x[0-9a-f]{64}0{63}([01])[0-9a-f]{128}$/i

/**
 * Whether the calls of the operation with this hash succeeded, from a transaction's receipt of the standard JSON-RPC.
 * `undefined` if the receipt does not say: the transaction is in no block yet, or did not contain the operation. Never
 * throws.
 */
export function parseOutcome(receipt: unknown, hash: Hex): boolean | undefined {
  const logs: unknown = isRecord(receipt) ? receipt['logs'] : undefined
  for (const log of Array.isArray(logs) ? (logs as unknown[]) : []) {
    const { address, topics, data } = isRecord(log) ? log : {}
    if (!Array.isArray(topics) || !isSame(address, ENTRY_POINT)) continue
    if (!isSame(topics[0], ENDED) || !isSame(topics[1], hash)) continue
    const [, success] = (typeof data === 'string' && DATA.exec(data)) || []
    if (success !== undefined) return success === '1'
  }
  return undefined
}

const isSame = (text: unknown, hex: Hex) => typeof text === 'string' && text.toLowerCase() === hex.toLowerCase()

/**
 * Whether the calls of an operation succeeded, by the site's own node. `undefined` if the node does not say so within
 * 3 s, or is that of another network. Never rejects.
 */
export const outcomeOf = (
  kit: Pick<PluginKit, 'network' | 'chain'>,
  { chainId, hash, transaction }: { chainId: number; hash: Hex; transaction: Hex },
): Promise<boolean | undefined> =>
  askSite(kit, chainId, async () =>
    parseOutcome(await kit.chain.request('eth_getTransactionReceipt', [transaction]), hash),
  )
