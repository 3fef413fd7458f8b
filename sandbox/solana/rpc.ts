/** Answers JSON-RPC 2.0 requests (single calls and batches) with the chain's methods. */
import { randomUUID } from 'node:crypto'
import type { Ledger } from './ledger.ts'
import { methods } from './methods.ts'
import { RpcError } from './params.ts'

/** A prefix by which a bigint is recognized in the JSON, because `JSON.stringify` does not support bigints. */
const mark = randomUUID()
const marked = new RegExp(`"${mark}(\\d+)"`, 'g')

/** Converts to JSON, in which a bigint is a number with all of its digits. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${mark}${each}` : each)).replaceAll(
    marked,
    '$1',
  )

type Id = string | number | null
export type Call = { id: Id; method: string; params: unknown[] }

/** A function that returns a call's result. Websockets use one that adds the methods of subscriptions. */
export type Answerer = (call: Call) => unknown

/** Returns an answerer for the chain's methods, which throws an RpcError for an unknown method or wrong parameters. */
export const answerFrom =
  (ledger: () => Ledger): Answerer =>
  ({ method, params }) => {
    const found = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!found) throw new RpcError(-32601, 'Method not found')
    return found(ledger(), params)
  }

const errorOf = (error: unknown) => {
  if (!(error instanceof RpcError)) return { code: -32603, message: `Internal error: ${String(error)}` }
  const { code, message, data } = error
  return data === undefined ? { code, message } : { code, message, data }
}

function one(value: unknown, answerer: Answerer): object {
  const call = typeof value === 'object' && value !== null ? (value as Partial<Record<keyof Call, unknown>>) : {}
  const id = typeof call.id === 'string' || typeof call.id === 'number' ? call.id : null
  const { method, params = [] } = call
  try {
    if (typeof method !== 'string') throw new RpcError(-32600, 'Invalid request')
    if (!Array.isArray(params)) throw new RpcError(-32602, 'Invalid params: a list was expected')
    return { jsonrpc: '2.0', result: answerer({ id, method, params: params as unknown[] }), id }
  } catch (error) {
    return { jsonrpc: '2.0', error: errorOf(error), id }
  }
}

/** Answers a request body or a websocket frame. */
export function answerJson(text: string, answerer: Answerer): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return toJson({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null })
  }
  if (!Array.isArray(value)) return toJson(one(value, answerer))
  if (!value.length) return toJson({ jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null })
  return toJson(value.map((each) => one(each, answerer)))
}
