/** Batches of several people and sites at one service: each has its own. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import type { EvmChain } from '../../../../sandbox/login/rpc/chain.ts'
import { createSending } from '../../../../sandbox/login/rpc/send.ts'

const CAIP = 'eip155:1'
const SITE = 'https://shop.example'
const ANSWERS: Record<string, unknown> = {
  eth_getTransactionCount: '0x1',
  eth_estimateGas: '0x5208',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1', timestamp: '0x1' },
  eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
}
/** A node that takes every transaction, and never mines one. */
const chain: EvmChain = {
  node: { id: 1, name: 'Ethereum', caipNetworkId: CAIP },
  request: async (method) => ANSWERS[method] ?? null,
}
function service() {
  let now = 0
  const owner = privateKeyToAccount(generatePrivateKey())
  const sending = createSending({ bundlers: [chain] }, () => now)
  const sender = async () => ({ owner, address: owner.address, smart: false })
  const params = (id?: string) => [{ id, calls: [{ to: `0x${'11'.repeat(20)}`, value: '0x0' }] }]
  return {
    send: async (user: string, id?: string, site = SITE) =>
      (await sending.calls({ user, site }, sender, CAIP, params(id))).id,
    status: async (user: string, id: string, site = SITE) => (await sending.status({ user, site }, id)).status,
    wait: (ms: number) => (now += ms),
  }
}
const UNKNOWN = { code: 5730 }

it('stay known while others send many more', async () => {
  const { send, status } = service()
  const id = await send('ada')
  for (let at = 0; at < 1_100; at++) await send('eve')
  expect(await status('ada', id)).toBe(100)
}, 30_000)

it('have the ids that their owner chose, whatever ids others have, who learn nothing of them', async () => {
  const { send, status } = service()
  await send('ada', 'order-17')
  await expect(status('eve', 'order-17')).rejects.toMatchObject(UNKNOWN)
  await send('eve', 'order-17')
  await expect(send('ada', 'order-17')).rejects.toMatchObject({ code: 5720 })
  for (const user of ['ada', 'eve']) expect(await status(user, 'order-17')).toBe(100)
})

it('are known to the site that asked for them, and leave other sites their own ids', async () => {
  const { send, status } = service()
  await send('ada', 'order-17')
  await expect(status('ada', 'order-17', 'https://other.example')).rejects.toMatchObject(UNKNOWN)
  await send('ada', 'order-17', 'https://other.example')
  expect(await status('ada', 'order-17', 'https://other.example')).toBe(100)
})

it('are forgotten after a day, and the oldest of one person when there are too many', async () => {
  const { send, status, wait } = service()
  const first = await send('ada')
  for (let at = 0; at < 99; at++) await send('ada')
  expect(await status('ada', first)).toBe(100)
  await send('ada')
  await expect(status('ada', first)).rejects.toMatchObject(UNKNOWN)
  const last = await send('bob')
  wait(86_400_001)
  await send('ada')
  await expect(status('bob', last)).rejects.toMatchObject(UNKNOWN)
}, 30_000)
