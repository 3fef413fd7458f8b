/** JSON-RPC to the URL of the site's option `bundler`, which answers a node's methods and a bundler's (ERC-7769). */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { coded, passkeyError } from './errors.ts'
import { endpointOf } from './options.ts'

/** The most ms to wait for an answer. Bundlers simulate an operation before they answer, which takes a few seconds. */
const PATIENCE = 30_000

/**
 * Sends one request and never repeats it. Rejects with the endpoint's own error and code, or with PASSKEY_UNREACHABLE,
 * also if there is no answer in time.
 */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

export function rpcOf(kit: Pick<PluginKit, 'fetch'>, bundler: string, chainId: number, patience = PATIENCE): Rpc {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    let answer: unknown
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${patience} ms`)), patience)
    })
    try {
      const asked = kit.fetch(endpointOf(bundler, chainId), init).then((reply): Promise<unknown> => reply.json())
      answer = await Promise.race([asked, late])
    } catch (error) {
      throw passkeyError('PASSKEY_UNREACHABLE', error)
    } finally {
      clearTimeout(timer)
    }
    return parseReply(answer)
  }
}

/**
 * The result of a JSON-RPC response. Throws the response's error with its code; PASSKEY_UNREACHABLE if it is no
 * response.
 */
export function parseReply(answer: unknown): unknown {
  if (isRecord(answer) && isRecord(answer['error'])) {
    const { code, message, data } = answer['error']
    const text = typeof message === 'string' ? message.slice(0, 500) : 'Request failed'
    throw coded(typeof code === 'number' ? code : -32603, text, data)
  }
  if (!isRecord(answer) || !('result' in answer)) throw passkeyError('PASSKEY_UNREACHABLE')
  return answer['result']
}

/** Bytes in hex. Throws PASSKEY_UNREACHABLE for anything else. */
export function parseBytes(value: unknown): Hex {
  if (typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)) return value as Hex
  throw passkeyError('PASSKEY_UNREACHABLE')
}

/** A number in hex, of at most 256 bits. Throws PASSKEY_UNREACHABLE for anything else. */
export function parseQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw passkeyError('PASSKEY_UNREACHABLE')
}
