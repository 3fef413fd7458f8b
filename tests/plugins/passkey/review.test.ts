/** A request that arrives while an earlier payment waits for its block. */
import { parseEther, toHex } from 'viem'
import { expect, it } from 'vitest'
import type { Asked } from '../../../plugins/passkey/provider.ts'
import type { Rpc } from '../../../plugins/passkey/rpc.ts'
import { reviewOn, usePasskeyDevice } from '../../support/passkeyDevice.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { ask, viemClients } from '../../sandbox/smartAccounts/clients.ts'

const sandbox = useSandbox()
const soft = usePasskeyDevice()
const RECEIVER = '0x00000000000000000000000000000000000A11cE'

const node: Rpc = async (method, params) => {
  const { result, error } = await ask(viemClients(sandbox(), 31337).rpcUrl, method, params)
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}
const site = { network: () => ({ id: 31337, chainNamespace: 'eip155' }), chain: { request: node } }
const payment: Asked = { kind: 'calls', chainId: 31337, calls: [{ to: RECEIVER, value: 5n, data: '0x' }] }

it('stays on the screen when an earlier payment gets into its block, and can be confirmed then', async () => {
  await node('anvil_setBalance', [soft().passkey.account, toHex(parseEther('1'))])
  let isHeld = true
  const holding: Rpc = async (method, params) =>
    isHeld && method === 'eth_getUserOperationReceipt' ? null : node(method, params)
  const { review } = reviewOn(holding, site)
  const confirmable = () => expect.poll(() => review.state.review?.isReady).toBe(true)
  const first = review.ask(soft().passkey, payment)
  await confirmable()
  review.confirm()
  // The payment is sent, and its review is gone.
  await expect.poll(() => review.state.review).toBeUndefined()
  const message: Asked = { kind: 'message', chainId: 31337, text: 'Hello', hash: toHex(1, { size: 32 }) }
  const second = review.ask(soft().passkey, message)
  await confirmable()
  isHeld = false
  expect(await first).toMatch(/^0x[0-9a-f]{64}$/)
  expect(review.state.review?.asked).toMatchObject({ kind: 'message', text: 'Hello' })
  review.confirm()
  expect(await second).toMatch(/^0x[0-9a-f]+$/)
})

it('stays as it is when another request arrives, which is refused', async () => {
  const { review } = reviewOn(node, site)
  const message: Asked = { kind: 'message', chainId: 31337, text: 'Hello', hash: toHex(1, { size: 32 }) }
  const first = review.ask(soft().passkey, message)
  await expect(review.ask(soft().passkey, payment)).rejects.toMatchObject({ code: -32002 })
  await expect.poll(() => review.state.review?.isReady).toBe(true)
  expect(review.state.review?.asked).toMatchObject({ kind: 'message', text: 'Hello' })
  review.confirm()
  expect(await first).toMatch(/^0x[0-9a-f]+$/)
})
