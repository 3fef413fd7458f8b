import { expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { discover } from '../../../runtime/actions/discover.ts'
import { PENDING_TRANSACTIONS_LIMIT, pendingTransactions } from '../../../runtime/actions/pending.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { makeKit, network, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { startRpcServer } from '../http/node.ts'

const sandbox = useSandbox()

/** A connected kit, and a real server as its node, which counts the reads of the balance. */
async function setup() {
  const node = await startRpcServer(({ calls }) => ({
    json: calls.map(({ id, method }) => ({ id, result: method === 'eth_chainId' ? '0x7a69' : '0x64' })),
  }))
  const one = { ...network(31337, 'One'), rpcUrls: { default: { http: [node.url] } } }
  const kit = makeKit({ networks: [one] })
  await discover(kit)()
  await connect(kit, testConnector(sandbox()).connector)
  const reads = () =>
    node.posts.flatMap(({ calls }) => calls).filter(({ method }) => method === 'eth_getBalance').length
  return { kit, reads, stop: node.stop }
}
const send = (kit: Kit, at: number, from = kit.state.accounts.eip155.address ?? '') =>
  kit.events.emit('transaction', { hash: `0x${at}`, caipNetworkId: 'eip155:31337', from, to: from })

it('keeps at most 99 transactions of a page [S9.limit.01]', async () => {
  const { kit, stop } = await setup()
  for (let at = 0; at < 100; at++) send(kit, at)
  expect(PENDING_TRANSACTIONS_LIMIT).toBe(99)
  expect(pendingTransactions(kit)).toHaveLength(99)
  expect(pendingTransactions(kit).at(-1)?.hash).toBe('0x98')
  await stop()
})

it('reads the native balance after each of 99 transactions, and not after the 100th [S9.limit.02]', async () => {
  const { kit, reads, stop } = await setup()
  for (let at = 0; at < 99; at++) {
    send(kit, at)
    await expect.poll(reads).toBe(at + 1)
  }
  expect(kit.state.accounts.eip155.balance).toBe('0.0000000000000001')
  send(kit, 99)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reads()).toBe(99)
  await stop()
})

it('reads no balance for another account or after the kit is destroyed', async () => {
  const { kit, reads, stop } = await setup()
  send(kit, 0, '0x000000000000000000000000000000000000dEaD')
  kit.teardown.forEach((end) => end())
  send(kit, 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reads()).toBe(0)
  await stop()
})
