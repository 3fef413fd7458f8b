/** Bundlers that take an operation and then answer with an error, or with none: the wallet must not call it failed. */
import { expect, it } from 'vitest'
import type { Rpc } from '../../../plugins/passkey/rpc.ts'
import { sentOperations } from '../../../plugins/passkey/sent.ts'
import { TRANSACTION_ERRORS } from '../../../runtime/errors/transaction.ts'
import { report } from '../../../runtime/state/report.ts'
import { makeKit } from '../../support/kit.ts'
import { reviewOn, usePasskeyDevice } from '../../support/passkeyDevice.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { ask, viemClients } from '../../sandbox/smartAccounts/clients.ts'

const sandbox = useSandbox()
const RECEIVER = '0x00000000000000000000000000000000000A11cE'
const soft = usePasskeyDevice()

const fault = (code: number, message: string) => Object.assign(new Error(message), { code })

/** Confirms a payment of 5 wei; `sending` stands between the wallet and the sandbox's bundler. */
async function pay(sending: (send: () => Promise<unknown>, stop: () => void) => Promise<unknown>) {
  const url = viemClients(sandbox(), 31337).rpcUrl
  const node: Rpc = async (method, params) => {
    const { result, error } = await ask(url, method, params)
    if (error) throw fault(error.code, error.message)
    return result
  }
  const rpc: Rpc = (method, params) =>
    method === 'eth_sendUserOperation'
      ? sending(
          () => node(method, params),
          () => held.stop(),
        )
      : node(method, params)
  const balance = async () => BigInt((await node('eth_getBalance', [RECEIVER, 'latest'])) as string)
  await node('anvil_setBalance', [soft().passkey.account, '0xde0b6b3a7640000'])
  const before = await balance()
  const held = reviewOn(rpc)
  const { kit, review } = held
  const calls = [{ to: RECEIVER, value: 5n, data: '0x' }] as const
  const asked = review.ask(soft().passkey, { kind: 'calls', chainId: 31337, calls })
  const ended = asked.then(
    (hash) => ({ hash, error: undefined }),
    (error: unknown) => ({ hash: undefined, error }),
  )
  await expect.poll(() => review.state.review?.isReady).toBe(true)
  review.confirm()
  return { ...(await ended), stored: sentOperations(kit), paid: (await balance()) - before }
}

it.each([
  ['a timeout behind it', fault(-32603, 'Internal error: upstream timed out')],
  ['a nonce that the first copy took', fault(-32500, 'AA25 invalid account nonce')],
  ['no code', new Error('Bad gateway')],
])('follows an operation that was sent, though the bundler answers with %s', async (_what, error) => {
  const { hash, stored, paid } = await pay(async (send) => {
    await send()
    throw error
  })
  expect([hash, stored, paid]).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/), [], 5n])
})

it.each([
  fault(-32500, 'AA23 reverted'),
  fault(-32507, 'Invalid signature'),
  fault(-32602, 'Invalid params'),
  fault(-32603, 'FailedOp: AA21 didn’t pay prefund'),
])('forgets an operation that was refused: $message', async (refusal) => {
  const { error, stored, paid } = await pay(() => Promise.reject(refusal))
  expect([error, stored, paid]).toEqual([refusal, [], 0n])
})

it('says that an operation may have been sent which is in no block, and keeps it', async () => {
  const { error, stored, paid } = await pay(async (_send, stop) => {
    stop()
    throw fault(-32603, 'Internal error')
  })
  expect([stored.length, paid]).toEqual([1, 0n])
  expect(error).toMatchObject({ code: 'TX_UNCERTAIN', cause: { data: { userOpHash: stored[0]?.hash } } })
  for (const fallback of ['SEND_FAILED', 'SWAP_FAILED', 'REVOKE_FAILED'])
    expect(report(makeKit(), error, fallback, TRANSACTION_ERRORS)).toMatchObject({
      code: 'TX_UNCERTAIN',
      message: 'It may have been sent. Check your wallet first',
    })
})
