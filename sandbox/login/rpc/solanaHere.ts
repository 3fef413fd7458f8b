import type { SolanaChain as SandboxChain } from '../../solana/chain.ts'
import { Denied } from '../denied.ts'
import type { SolanaChain } from './chain.ts'

/** The sandbox's Solana chain, which is in this process, as the login calls it. */
export const solanaHere = ({
  caipNetworkId,
  name,
  forward,
}: Pick<SandboxChain, 'caipNetworkId' | 'name' | 'forward'>): SolanaChain => ({
  caipNetworkId,
  name,
  async request(method, params) {
    const { body } = await forward(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
    const answer = JSON.parse(body.toString('utf8')) as { result?: unknown; error?: { code: number; message: string } }
    if (answer.error) throw new Denied(answer.error.message, 400, answer.error.code)
    return answer.result
  },
})
