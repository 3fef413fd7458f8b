/** Parses a node's reply: matches answers by id; each call gets exactly one, an error if its answer is missing. */
import { BODY_LIMIT, HttpError } from './client.ts'

export type Call = { readonly id: number; readonly method: string; readonly params: unknown }
export type Reply = { result: unknown } | { error: unknown }

/** A JSON-RPC error. `code` is one of `errors/rpc.ts`, or the node's own; of a revert, `data` is the return data. */
export class RpcResponseError extends Error {
  override readonly name = 'RpcResponseError'
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * Returns one reply per call, in the calls' order. Throws an {@link HttpError} for a status that is not 2xx, except a
 * 400 whose body answers the calls, and an Error for a body that is too large or not JSON-RPC.
 */
export async function readReplies(response: Response, calls: readonly Call[]): Promise<Reply[]> {
  if (!response.ok && response.status !== 400) throw new HttpError(response)
  if (Number(response.headers.get('content-length') ?? 0) > BODY_LIMIT) throw new Error('The reply is too large')
  const text = await response.text()
  if (text.length > BODY_LIMIT) throw new Error('The reply is too large')
  const body = parseJson(text)
  const replies = Array.isArray(body) ? matched(body, calls) : single(body, calls)
  if (!replies) throw response.ok ? new Error('The node did not answer with JSON-RPC') : new HttpError(response)
  return replies
}

function matched(body: unknown[], calls: readonly Call[]): Reply[] {
  const byId = new Map<number, Reply>()
  for (const entry of body) {
    const [id, reply] = [read(entry, 'id'), parseReply(entry)]
    const key = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
    if (typeof key === 'number' && reply && !byId.has(key)) byId.set(key, reply)
  }
  return calls.map(({ id, method }) => byId.get(id) ?? { error: new Error(`No answer to ${method}`) })
}

/**
 * Reads a body that is a single object: the answer to the only call, or an error about the whole request, whose id is
 * null and which every call gets. `undefined` if it is neither.
 */
function single(body: unknown, calls: readonly Call[]): Reply[] | undefined {
  const reply = parseReply(body)
  if (!reply) return undefined
  const id = read(body, 'id')
  if ('error' in reply && (id === null || id === undefined)) return calls.map(() => reply)
  return matched([body], calls)
}

function parseReply(entry: unknown): Reply | undefined {
  const error = read(entry, 'error')
  if (error !== undefined && error !== null) {
    const [code, message, data] = [read(error, 'code'), read(error, 'message'), read(error, 'data')]
    const text = typeof message === 'string' ? message.slice(0, 2000) : 'The node answered with an error'
    return { error: new RpcResponseError({ code: typeof code === 'number' ? code : -32000, message: text, data }) }
  }
  return typeof entry === 'object' && entry !== null && 'result' in entry ? { result: entry.result } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
