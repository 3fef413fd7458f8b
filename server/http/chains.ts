/** Calls the nodes of the config's networks over HTTP. A call is never repeated here: retries are up to the caller. */
import { isFields } from '../config/read.ts'
import type { NetworkConfig } from '../config/networks.ts'
import { splitCredentials } from '../data/credentials.ts'
import { limited } from '../data/outbound.ts'
import { asking } from '../span.ts'
import { Denied } from '../../sandbox/login/denied.ts'
import { type EvmChain, Unanswered } from '../../sandbox/login/rpc/chain.ts'

/** ms after which a call fails if the node has not answered. */
const TIMEOUT = 20_000
/** Bytes. */
const LONGEST = 5_000_000

export function chainOf({ id, name, symbol, rpc }: NetworkConfig): EvmChain {
  return {
    node: { id, name, symbol, caipNetworkId: `eip155:${id}` },
    async request(method, params = []) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await asking(`the node of ${name}`, () => ask(rpc, body)).catch((cause: unknown) => {
        // The cause and its message may contain the RPC address, which may contain an API key: pass on the name only.
        throw new Unanswered(`The node of ${name} does not answer (${cause instanceof Error ? cause.name : 'Error'})`)
      })
      if (isFields(answer) && isFields(answer['error'])) {
        const { code, message } = answer['error']
        throw new Denied(String(message), 400, typeof code === 'number' ? code : -32603)
      }
      if (!isFields(answer) || !('result' in answer))
        throw new Unanswered(`The node of ${name} gave no JSON-RPC answer`)
      return answer['result']
    },
  }
}

async function ask(rpc: string, body: string): Promise<unknown> {
  const { url, headers } = splitCredentials(rpc)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  // The status is not checked: some nodes send a JSON-RPC error with a status such as 400 or 500.
  const text = await limited(answer, LONGEST)
  if (text === undefined) throw new RangeError('The answer is too long')
  return JSON.parse(text)
}
