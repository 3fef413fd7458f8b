/** Finds the approvals of an account in the event logs of the network's node. */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import { type Grant, keyOf, parseLog, readsOf, type Standing, standingOf, topicsOf } from './approval.ts'

/**
 * Blocks per request, tried in this order: most nodes that refuse to search the whole chain accept one of these sizes.
 */
const WINDOWS = [100_000, 10_000, 2_000, 500]
/**
 * The most ranges of blocks that one search reads, and the most approvals that it checks, so that the search ends soon.
 */
const REQUESTS = 40
const GRANTS = 500
/** How many approvals are checked at the same time, to spare the node. */
const TOGETHER = 20

export type Held = Grant & Standing & { key: string }
/**
 * `blocks`: how many blocks, back from the newest, were searched; `undefined` for the whole chain. `more`: how many
 * approvals of the logs were not checked, because there are too many or the node did not answer.
 */
export type Found = { held: Held[]; blocks: number | undefined; more: number }

type Chain = Pick<PluginKit['chain'], 'request'>

/**
 * The approvals that still hold, among at most GRANTS of those that the logs name. Approvals of `known` tokens
 * (addresses in small letters) are checked first. Rejects if the node refuses every search.
 */
export async function findApprovals(
  chain: Chain,
  owner: string,
  signal: AbortSignal,
  known: ReadonlySet<string> = new Set(),
): Promise<Found> {
  const { logs, blocks } = await readLogs(chain, topicsOf(owner), signal)
  const grants = new Map<string, Grant>()
  // Newest first: if the logs name more than GRANTS approvals, the oldest of each token are left out.
  for (const log of logs.toReversed()) {
    const grant = parseLog(log)
    if (grant) grants.set(keyOf(grant), grant)
  }
  const held: Held[] = []
  let more = Math.max(0, grants.size - GRANTS)
  const waiting = inTurns([...grants.values()], known).slice(0, GRANTS)
  while (waiting.length) {
    signal.throwIfAborted()
    const some = await Promise.all(waiting.splice(0, TOGETHER).map((grant) => readGrant(chain, owner, grant)))
    held.push(...some.flatMap((each) => (each === UNREAD ? [] : (each ?? []))))
    more += some.filter((each) => each === UNREAD).length
  }
  return { held, blocks, more }
}

/**
 * Orders approvals: first one approval of each known token, then a second one of each, and so on; after these, the
 * approvals of other contracts in the same way. Anybody can deploy contracts that log approvals of this account, and a
 * thousand of these must not push an approval of a known token out of the first GRANTS.
 */
function inTurns(grants: readonly Grant[], known: ReadonlySet<string>): Grant[] {
  const turns = new Map<string, number>()
  const turnOf = ({ token }: Grant) => {
    const turn = turns.get(token) ?? 0
    turns.set(token, turn + 1)
    return turn
  }
  return grants
    .map((grant) => ({ grant, turn: turnOf(grant), rank: known.has(grant.token) ? 0 : 1 }))
    .sort((one, other) => one.rank - other.rank || one.turn - other.turn)
    .map(({ grant }) => grant)
}

/** Reads one approval from its contract. `undefined` if it no longer holds, or if a read fails. */
export async function readHeld(chain: Chain, owner: string, grant: Grant): Promise<Held | undefined> {
  const read = await readGrant(chain, owner, grant)
  return read === UNREAD ? undefined : read
}

const UNREAD = Symbol('unread')

/**
 * Reads one approval from its contract. `undefined` if it no longer holds, and if the contract reverts a read, as for
 * an item that was burned. `UNREAD` if the node does not answer, or answers something else than hex text.
 */
async function readGrant(chain: Chain, owner: string, grant: Grant): Promise<Held | typeof UNREAD | undefined> {
  let isReverted = false
  const ask = (call: object) =>
    chain.request('eth_call', [call, 'latest']).catch((error: unknown) => void (isReverted ||= isRevert(error)))
  const answers = await Promise.all(readsOf(grant, owner).map(ask))
  const texts = answers.filter((each): each is string => typeof each === 'string' && /^0x[0-9a-f]*$/i.test(each))
  if (texts.length < answers.length) return isReverted ? undefined : UNREAD
  const standing = standingOf(grant, owner, texts, Date.now())
  return standing && { ...grant, ...standing, key: keyOf(grant) }
}

/** Nodes report a reverted call with the code 3, or in words. */
const isRevert = (error: unknown) =>
  isRecord(error) && (error['code'] === 3 || /revert/i.test(String(error['message'])))

type Logs = { logs: readonly unknown[]; blocks: number | undefined }

/**
 * Searches the whole chain with one request. If the node refuses, searches back from the newest block, in the first
 * size of WINDOWS that the node accepts. That search stops after REQUESTS windows or at a refusal, so older approvals
 * can be missing; `blocks` says how far it got. Rejects if the node refuses every size.
 */
async function readLogs(chain: Chain, topics: unknown[], signal: AbortSignal): Promise<Logs> {
  const ask = async (from: number | 'earliest', to: number | 'latest') => {
    const hex = (block: number | string) => (typeof block === 'number' ? `0x${block.toString(16)}` : block)
    return listOf(await chain.request('eth_getLogs', [{ fromBlock: hex(from), toBlock: hex(to), topics }]))
  }
  try {
    return { logs: await ask('earliest', 'latest'), blocks: undefined }
  } catch (refused) {
    signal.throwIfAborted()
    const newest = Number(await chain.request('eth_blockNumber'))
    if (!Number.isSafeInteger(newest)) throw refused
    for (const size of WINDOWS) {
      const first = await ask(Math.max(0, newest - size + 1), newest).catch(() => undefined)
      if (first) return backwards(ask, newest, size, first, signal)
    }
    throw refused
  }
}

async function backwards(
  ask: (from: number, to: number) => Promise<readonly unknown[]>,
  newest: number,
  size: number,
  first: readonly unknown[],
  signal: AbortSignal,
): Promise<Logs> {
  let logs = first
  let from = Math.max(0, newest - size + 1)
  for (let requests = 1; requests < REQUESTS && from > 0; requests++) {
    signal.throwIfAborted()
    const to = from - 1
    const earlier = await ask(Math.max(0, to - size + 1), to).catch(() => undefined)
    if (!earlier) break
    logs = [...earlier, ...logs]
    from = Math.max(0, to - size + 1)
  }
  return { logs, blocks: from > 0 ? newest - from + 1 : undefined }
}

/** The logs of an answer, without those that a chain reorganisation removed. Throws if the answer is no list. */
function listOf(reply: unknown): readonly unknown[] {
  if (!Array.isArray(reply)) throw new Error('The node gave no list of logs')
  return (reply as unknown[]).filter((log) => !(isRecord(log) && log['removed'] === true))
}
