/**
 * A chain of the sandbox as two services of others: its node, and its bundler (ERC-4337). Each refuses the methods of the
 * other one, so that a test finds a request that reaches the wrong one.
 */
import { type Asked, type Reply, startService } from './service.ts'

const BUNDLING = /UserOperation|EntryPoints$/

/** What a service does with its next request of a method, instead of its answer. */
export type Fault = { method: string; does: 'answers nothing' | 'loses its answer' | 'refuses' }

export async function startNodeAndBundler(rpcUrl: string) {
  const faults: Fault[] = []
  let isAway = false
  const answering =
    (isOwn: (method: string) => boolean) =>
    async ({ body }: Asked): Promise<Reply> => {
      const { id, method } = body as { id: number; method: string }
      if (isAway) return { status: 503, text: 'maintenance' }
      if (!isOwn(method)) return { json: { jsonrpc: '2.0', id, error: { code: -32601, message: `No ${method} here` } } }
      const at = faults.findIndex((each) => each.method === method)
      const [fault] = at < 0 ? [] : faults.splice(at, 1)
      if (fault?.does === 'answers nothing') return { status: 503, text: 'maintenance' }
      if (fault?.does === 'refuses') return { json: { jsonrpc: '2.0', id, error: { code: -32500, message: 'No' } } }
      const answer = await fetch(rpcUrl, { method: 'POST', body: JSON.stringify(body) })
      const json: unknown = await answer.json()
      return fault ? { status: 502, text: 'lost' } : { json }
    }
  const node = await startService(answering((method) => !BUNDLING.test(method)))
  const bundler = await startService(answering((method) => BUNDLING.test(method)))
  return {
    node,
    bundler,
    /** Of one of the two, with its next request of a method. */
    fault: (method: string, does: Fault['does']) => void faults.push({ method, does }),
    away: (value: boolean) => void (isAway = value),
    close: () => Promise.all([node.close(), bundler.close()]),
  }
}
