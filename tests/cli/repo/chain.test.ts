/** Reads from a real node that seals a block each half second, so that no transaction is in one when it is sent. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { balanceOf, call, findTransaction, grown, RECEIVER } from '../../../cli/repo/chain.ts'
import { chainList } from '../../../sandbox/chains.ts'
import { type EvmNode, startNode } from '../../../sandbox/node.ts'

let node: EvmNode
let rpc: string
beforeAll(async () => {
  const [chain] = chainList
  if (!chain) throw new Error('The sandbox has no chain')
  node = await startNode(chain, ['--block-time', '0.5'])
  rpc = `http://127.0.0.1:${node.port}`
})
afterAll(() => node.stop())

it('waits until what was sent has arrived', async () => {
  const [before, block] = [await balanceOf(rpc, RECEIVER), await call<string>(rpc, 'eth_blockNumber', [])]
  const [from] = await call<string[]>(rpc, 'eth_accounts', [])
  const hash = await call<string>(rpc, 'eth_sendTransaction', [{ from, to: RECEIVER, value: '0x5' }])
  expect(await call(rpc, 'eth_getTransactionReceipt', [hash])).toBeNull()
  expect(await grown(rpc, before)).toBe(5n)
  expect(await findTransaction(rpc, block)).toMatchObject({ hash })
})
