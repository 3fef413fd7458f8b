/** Calls a node for the index, with longer timeouts and larger responses than those of visitors' requests. */
import { batchesOf } from '../batches.ts'
import type { DataNetwork } from '../network.ts'
import { createOutbound, Oversized } from '../outbound.ts'
import { fieldsOf, textOf } from '../shape.ts'
import { SourceError } from '../source.ts'

export type Call = { method: string; params: readonly unknown[] }

export type Calls = ReturnType<typeof createCalls>

/** ms, and bytes of a response. No visitor waits for these requests, and one response has the logs of many blocks. */
const LIMITS = { time: 20_000, size: 20_000_000 }
/** The calls in one JSON-RPC batch. */
const AT_ONCE = 25

/** Matches the errors of nodes that do not have a method, or no longer have the state that the call needs (pruned). */
const ABSENT =
  /method\b.*\b(not|un\w+)\b|unsupported method|not supported|missing trie|pruned|state\b.*\b(not|un)\s?(available|found)/i
/**
 * Matches the errors of nodes about a rate limit. Such an error does not mean that something is wrong with the call.
 */
const PACED = /\brate\b|too many requests|requests? (count|per)|per (second|minute|day)|quota|capacity|throttl|credits/i

/** Thrown if a node answers a call with a JSON-RPC error. */
export class RefusedCall extends SourceError {
  /** Whether the node has no such method, or no longer has the state that it needs. */
  readonly isAbsent: boolean
  /** Whether the node's rate limit is the cause, so that the same call may succeed later. */
  readonly isPaced: boolean

  constructor(source: string, method: string, error: unknown) {
    super(source, `refused ${method}`)
    const { code, message } = fieldsOf(error)
    const text = textOf(message) ?? ''
    this.isPaced = code === 429 || PACED.test(text)
    this.isAbsent = !this.isPaced && (code === -32601 || ABSENT.test(text))
  }
}

/**
 * Whether to ask again for less: the response was too long, or the node refused the call for another reason than its
 * rate limit or a missing method or state.
 */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof Oversized || (error instanceof RefusedCall && !error.isAbsent && !error.isPaced)

export function createCalls(network: DataNetwork) {
  const source = `the node of ${network.name}`
  const ask = createOutbound({ name: source, url: network.rpc, anyStatus: true, onlyReads: true, limits: LIMITS })

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = fieldsOf(await ask({ path: '', body: { jsonrpc: '2.0', id: 1, method, params } }))
    if (!('result' in answer)) throw new RefusedCall(source, method, answer['error'])
    return answer['result']
  }

  /**
   * The results of a batch by the index of the call, without those of failed calls; empty if the node supports no
   * batches.
   */
  async function callList(calls: readonly Call[]): Promise<ReadonlyMap<unknown, unknown>> {
    const answer = await ask({ path: '', body: calls.map((each, id) => ({ jsonrpc: '2.0', id, ...each })) })
    const results = (Array.isArray(answer) ? (answer as unknown[]) : []).map(fieldsOf)
    return new Map(results.flatMap((each) => ('result' in each ? [[each['id'], each['result']] as const] : [])))
  }

  /** Makes calls in batches. Repeats each call that got no result in its batch as a request of its own. */
  const callAll = async (calls: readonly Call[]): Promise<unknown[]> => {
    const results: unknown[] = []
    for (const some of batchesOf(calls, AT_ONCE)) {
      const found = some.length > 1 ? await callList(some) : new Map<unknown, unknown>()
      for (const [id, { method, params }] of some.entries())
        results.push(found.has(id) ? found.get(id) : await call(method, params))
    }
    return results
  }

  /** `source` is the node's name in errors. */
  return { source, call, callAll }
}
