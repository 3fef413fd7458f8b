/**
 * The paymaster's endpoint, one per EVM chain: `/paymaster/31337`. A site that pays no fees itself, and only accepts
 * tokens for them, uses `/paymaster/31337/tokens`.
 */
import { isRecord } from '../indexer/record.ts'
import type { Endpoint } from '../routes.ts'
import { Refusal } from '../refusal.ts'
import { answerBody } from '../smartAccounts/rpc.ts'

const serve =
  (which: 'methods' | 'tokenMethods'): Endpoint =>
  async ({ params, body }, { sponsors }) => {
    const sponsor = sponsors.find(({ chainId }) => String(chainId) === params['chainId'])
    if (!sponsor) throw new Refusal(404, 'chainId', 'The sandbox has no such network')
    const { status, body: answer } = await answerBody(body.toString('utf8'), sponsor[which], refuse)
    return { status, type: 'application/json', body: answer }
  }

/** Answers all other methods with an error that names the paymaster's methods. */
const refuse = (body: Buffer) => {
  const error = { code: -32601, message: 'A paymaster has pm_getPaymasterStubData and pm_getPaymasterData' }
  const one = (call: unknown) => ({ jsonrpc: '2.0', id: isRecord(call) ? (call['id'] ?? null) : null, error })
  let asked: unknown
  try {
    asked = JSON.parse(body.toString('utf8'))
  } catch {
    asked = undefined
  }
  const answer = Array.isArray(asked) ? asked.map(one) : one(asked)
  return Promise.resolve({ status: 200, body: Buffer.from(JSON.stringify(answer)) })
}

export const paymasterRoutes: Record<string, Endpoint> = {
  'POST /paymaster/:chainId': serve('methods'),
  'POST /paymaster/:chainId/tokens': serve('tokenMethods'),
}
