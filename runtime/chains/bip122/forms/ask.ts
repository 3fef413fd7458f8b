/** Wallets that are asked by `request(method, params)` and answer in JSON-RPC's shape: sats-connect's kind, and Leather. */
import { isRecord } from '../../../lib/isRecord.ts'
import { RPC_CODES } from '../../../errors/rpc.ts'
import { fault } from '../form.ts'

export type Asked = { request: (method: string, params?: unknown) => Promise<unknown> }

/** sats-connect's own code for a visitor's no. */
const SATS_REJECTION = -32000

/** The `result` of the answer. Throws its `error`, whether the wallet answers with it or throws it, as an Error with a code. */
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
