import { createRpc, isNodeTrouble, type Rpc } from '../../http/rpc.ts'
import { RpcResponseError } from '../../http/rpcReply.ts'
import { FIVE_SECONDS } from '../../lib/time.ts'
import type { Hex, Reader } from './verifier.ts'

/** Calls contracts with a network's RPC client: the kit's own (`networkRpc`), or one for given URLs. */
export function createReader(rpc: Pick<Rpc, 'request'>): Reader {
  return {
    call: async (to, data) => {
      try {
        const answer = await rpc.request({ method: 'eth_call', params: [{ ...(to && { to }), data }, 'latest'] })
        return isHex(answer) ? answer : '0x'
      } catch (error) {
        if (!isNodeTrouble(error) || isExecutionFailure(error)) return '0x'
        throw error
      }
    },
  }
}

/**
 * Whether the node answered that the contract's code failed. That is an answer, unlike an outage. Each node words the
 * error differently.
 */
const isExecutionFailure = (error: unknown) =>
  error instanceof RpcResponseError &&
  /\b(evm|execution|opcode|out of gas|precompile|stack (under|over)flow|invalid jump)/i.test(error.message)

/**
 * A reader with a client of its own, for servers. `chainId` is decimal; refuses a node of another network. It times out
 * earlier than a page's client, because a visitor waits for the server.
 */
export const readerOfUrls = (urls: readonly string[], chainId: string): Reader =>
  createReader(createRpc({ urls, chainId: `0x${BigInt(chainId).toString(16)}`, timeout: FIVE_SECONDS, retryCount: 1 }))

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
