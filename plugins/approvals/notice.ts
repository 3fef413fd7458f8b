/** Points out approvals without a limit that a transaction of the account has just given. */
import { isRecord, type PluginEvents, type PluginKit } from 'walletkit/plugin'
import { isUnlimited, parseLog, topicsOf } from './approval.ts'
import { type Held, readHeld } from './find.ts'

/**
 * The approvals without a limit that a transaction gave and that still hold; none if another network is active by then.
 * Waits until a block includes the transaction; rejects if none does or the node does not answer.
 */
export async function givenBy(
  { chain, signal, network }: Pick<PluginKit, 'chain' | 'signal' | 'network'>,
  { hash, caipNetworkId, from }: PluginEvents['transaction'],
): Promise<Held[]> {
  await chain.waitForTransaction(hash, { caipNetworkId, signal })
  // `chain` asks the node of the active network, which the visitor may have changed during the wait.
  if (network()?.caipNetworkId !== caipNetworkId) return []
  const receipt = await chain.request('eth_getTransactionReceipt', [hash])
  const logs: readonly unknown[] = isRecord(receipt) && Array.isArray(receipt['logs']) ? receipt['logs'] : []
  const [, owner] = topicsOf(from)
  const isOwn = (log: unknown) => {
    const topics: readonly unknown[] = isRecord(log) && Array.isArray(log['topics']) ? log['topics'] : []
    return typeof topics[1] === 'string' && topics[1].toLowerCase() === owner
  }
  const grants = logs.filter(isOwn).flatMap((log) => parseLog(log) ?? [])
  const held = await Promise.all(grants.map((grant) => readHeld(chain, from, grant)))
  return held.flatMap((each) => (each && (isUnlimited(each) || each.kind === 'collection') ? each : []))
}
