/** Records the kit's requests to its services and nodes. The page's own requests do not go through the kit. */
import type { Kit } from '../../contracts/kit.ts'
import { plain, type Plain } from './plain.ts'
import type { Answer, Timeline } from './timeline.ts'

/** The most characters of a body that are recorded. The balances of a large account have more. */
const BODY = 4000

/** Records the requests that the kit sends with `kit.fetch`, with the responses. Returns a function that stops it. */
export function recordRequests(kit: Kit, timeline: Timeline): () => void {
  const before = kit.fetch
  const send = before ?? ((input, init) => fetch(input, init))
  const recorded: typeof fetch = async (input, init) => {
    const request = describe(input, init)
    const answer = timeline.ask('request', request.title, request.detail)
    try {
      const response = await send(input, init)
      // Read a copy later: the kit must get its answer at the same time as without a recording.
      void report(response.clone(), answer)
      return response
    } catch (error) {
      answer('failed', plain(error))
      throw error
    }
  }
  kit.fetch = recorded
  return () => {
    if (kit.fetch === recorded) kit.fetch = before
  }
}

/** Describes a request without its headers, because headers may hold credentials. */
function describe(input: Parameters<typeof fetch>[0], init: RequestInit = {}) {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  const body = typeof init.body === 'string' ? parsed(init.body) : null
  const { host } = new URL(url, 'http://relative.invalid')
  const methods = rpcMethods(body)
  return {
    // The whole link, because a report removes only from links what a path may hold, such as a name or a key.
    title: methods || `${init.method ?? 'GET'} ${url}`,
    detail: { method: init.method ?? 'GET', host, url, body },
  }
}

async function report(response: Response, answer: Answer): Promise<void> {
  const body = await response.text().then(parsed, (error: unknown) => plain(error))
  answer(response.ok ? 'done' : 'failed', { status: response.status, body })
}

function parsed(text: string): Plain {
  const short = text.length > BODY
  try {
    return short ? `${text.slice(0, BODY)}…` : plain(JSON.parse(text))
  } catch {
    return plain(text)
  }
}

/** The methods of a JSON-RPC request, each once: `eth_call, eth_getBalance`. */
function rpcMethods(body: Plain): string {
  const calls: readonly Plain[] = Array.isArray(body) ? body : [body]
  const names = calls.flatMap((call) => {
    const method = typeof call === 'object' && call !== null && 'method' in call ? call.method : undefined
    return typeof method === 'string' ? method : []
  })
  return [...new Set(names)].join(', ')
}
