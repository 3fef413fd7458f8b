/** The networks of the config, over HTTP. A call is made once: whether to ask again is up to whoever asked. */
import { isFields } from '../config/read.ts'
import type { NetworkConfig } from '../config/networks.ts'
import { Denied } from '../../sandbox/login/denied.ts'
import { type EvmChain, Unanswered } from '../../sandbox/login/rpc/chain.ts'

/** ms until a node that does not answer counts as silent. */
const TIMEOUT = 20_000

export function chainOf({ id, name, symbol, rpc }: NetworkConfig): EvmChain {
  return {
    node: { id, name, symbol, caipNetworkId: `eip155:${id}` },
    async request(method, params = []) {
      const answer = await ask(rpc, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })).catch(
        (cause: unknown) => {
          // The address may contain a key, so neither the message nor the cause leaves with it.
          throw new Unanswered(`The node of ${name} does not answer (${cause instanceof Error ? cause.name : 'Error'})`)
        },
      )
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
  const answer = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  // Some nodes answer an error with a status of its own.
  return answer.json()
}
