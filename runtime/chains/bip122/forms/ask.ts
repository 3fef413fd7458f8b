/** Sends requests to wallets that have `request(method, params)` and answer like JSON-RPC: sats-connect and Leather. */
import { isRecord } from '../../../lib/isRecord.ts'
import { RPC_CODES } from '../../../errors/rpc.ts'
import { fault } from '../form.ts'

export type Asked = { request: (method: string, params?: unknown) => Promise<unknown> }

/** sats-connect's code for a request that the visitor rejected. */
const SATS_REJECTION = -32000

/**
 * Resolves with the response's `result`, or the response itself without one. If the wallet returns or throws an
 * `error`, throws an Error with its code; sats-connect's code for a rejection becomes 4001.
 */
export async function ask(wallet: Asked, method: string, params?: unknown): Promise<unknown> {
  const answer = await (async () => wallet.request(method, params))().catch((thrown: unknown) => {
    throw readError(thrown) ?? thrown
  })
  const error = readError(answer)
  if (error) throw error
  return isRecord(answer) && 'result' in answer ? answer['result'] : answer
}

function readError(answer: unknown): Error | undefined {
  const { error } = isRecord(answer) ? answer : {}
  if (!isRecord(error)) return undefined
  const { code, message } = error
  const said = typeof message === 'string' ? message : ''
  if (code === SATS_REJECTION) return fault(RPC_CODES.userRejected, said || 'User rejected the request.', answer)
  return fault(typeof code === 'number' ? code : RPC_CODES.internalError, said || 'The wallet failed', answer)
}
