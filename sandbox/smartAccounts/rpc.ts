/** JSON-RPC in front of a node: answers some methods itself and forwards the rest. */
import { BundlerError } from './failure.ts'

/** The methods that are answered here, by name. Each gets the call's `params`, which are not checked yet. */
export type Methods = Record<string, (params: unknown) => Promise<unknown>>

type Forward = (body: Buffer) => Promise<{ status: number; body: Buffer }>
type Call = { id?: unknown; method?: unknown; params?: unknown }

const isOwn = (methods: Methods, call: unknown): call is Call & { method: string } =>
  typeof call === 'object' &&
  call !== null &&
  'method' in call &&
  typeof call.method === 'string' &&
  Object.hasOwn(methods, call.method)

function errorOf(error: unknown): object {
  if (!(error instanceof BundlerError)) return { code: -32603, message: `Internal error: ${String(error)}` }
  const { code, message, data } = error
  return data === undefined ? { code, message } : { code, message, data }
}

async function one({ id, method, params }: Call & { method: string }, methods: Methods): Promise<object> {
  const head = { jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null }
  try {
    return { ...head, result: await methods[method]?.(params) }
  } catch (error) {
    return { ...head, error: errorOf(error) }
  }
}

const ok = (value: unknown) => ({ status: 200, body: Buffer.from(JSON.stringify(value)) })

/**
 * Answers a body with one call or a batch. In a batch, the forwarded responses come first; clients match them by id.
 */
export async function answerBody(text: string, methods: Methods, forward: Forward) {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return forward(Buffer.from(text))
  }
  if (!Array.isArray(value)) return isOwn(methods, value) ? ok(await one(value, methods)) : forward(Buffer.from(text))
  const own = value.filter((call) => isOwn(methods, call))
  if (!own.length) return forward(Buffer.from(text))
  const rest: unknown[] = value.filter((call) => !isOwn(methods, call))
  const answers: unknown[] = rest.length ? await forwarded(rest, forward) : []
  for (const call of own) answers.push(await one(call, methods))
  return ok(answers)
}

async function forwarded(calls: unknown[], forward: Forward): Promise<unknown[]> {
  const { body } = await forward(Buffer.from(JSON.stringify(calls)))
  const answers: unknown = JSON.parse(body.toString('utf8'))
  return Array.isArray(answers) ? (answers as unknown[]) : [answers]
}
