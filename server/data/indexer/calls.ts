/** Calls a node for the index, which waits longer and takes more at once than a visitor's question does. */
import { batchesOf } from '../batches.ts'
import type { DataNetwork } from '../network.ts'
import { createOutbound, Oversized } from '../outbound.ts'
import { fieldsOf, textOf } from '../shape.ts'
import { SourceError } from '../source.ts'

export type Call = { method: string; params: readonly unknown[] }

export type Calls = ReturnType<typeof createCalls>

/** ms, and bytes: a range of logs is more than what a visitor waits for. */
const LIMITS = { time: 20_000, size: 20_000_000 }
/** Calls in one request. */
const AT_ONCE = 25

/** What nodes say of a method that they do not have, or of a state that they no longer have. */
const ABSENT =
  /method\b.*\b(not|un\w+)\b|unsupported method|not supported|missing trie|pruned|state\b.*\b(not|un)\s?(available|found)/i
/** What they say to somebody who asks too often: it says nothing about the call. */
const PACED = /\brate\b|too many requests|requests? (count|per)|per (second|minute|day)|quota|capacity|throttl|credits/i

/** A node answered a call with an error of JSON-RPC. */
export class RefusedCall extends SourceError {
  /** Whether the node has no such method, or no longer has the state that it needs. */
  readonly isAbsent: boolean
  /** Whether the same call may be answered later. */
  readonly isPaced: boolean

  constructor(source: string, method: string, error: unknown) {
    super(source, `refused ${method}`)
    const { code, message } = fieldsOf(error)
    const text = textOf(message) ?? ''
    this.isPaced = code === 429 || PACED.test(text)
    this.isAbsent = !this.isPaced && (code === -32601 || ABSENT.test(text))
  }
}

/** Whether an answer would be too much for the node or for this server, so that less has to be asked for. */
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

  /** The answers to a list of calls, by their places; none from a node that takes no lists. */
  async function callList(calls: readonly Call[]): Promise<ReadonlyMap<unknown, unknown>> {
    const answer = await ask({ path: '', body: calls.map((each, id) => ({ jsonrpc: '2.0', id, ...each })) })
    const results = (Array.isArray(answer) ? (answer as unknown[]) : []).map(fieldsOf)
    return new Map(results.flatMap((each) => ('result' in each ? [[each['id'], each['result']] as const] : [])))
  }

  /** Many calls in few requests; those that a list does not answer are made one by one. */
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
