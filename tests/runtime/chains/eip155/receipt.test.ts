import { afterEach, describe, expect, it, vi } from 'vitest'
import { POLLING_INTERVAL, waitForReceipt } from '../../../../runtime/chains/eip155/receipt.ts'
import { createRpc, type Rpc } from '../../../../runtime/http/rpc.ts'
import { type Answer, startRpcServer } from '../../http/node.ts'
import { waitFor } from '../../../support/waitFor.ts'

const HASH = `0x${'ab'.repeat(32)}`
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/** A node that answers the requests with these, one after another, and then always with the last. */
async function node(...answers: (Answer | { receipt: unknown })[]) {
  const server = await startRpcServer(({ calls }, index) => {
    const answer = answers[Math.min(index, answers.length - 1)] ?? 'drop'
    return typeof answer === 'object' && 'receipt' in answer
      ? { json: { id: calls[0]?.id, result: answer.receipt } }
      : answer
  })
  stops.push(server.stop)
  const inner = createRpc({ urls: [server.url], retryCount: 0 })
  const ended = { count: 0 }
  const rpc: Rpc = { ...inner, request: (call) => inner.request(call).finally(() => ended.count++) }
  return { server, rpc, ended }
}
const mined = (status: string) => ({ receipt: { status, transactionHash: HASH.toUpperCase().replace('X', 'x') } })
const realTimeout = setTimeout
/** Lets real I/O happen while the fake clock stands still. */
const io = () => new Promise<void>((resolve) => realTimeout(resolve, 60))

describe('waiting for a receipt', () => {
  it('polls every 4000 ms [S9.rpc.03]', async () => {
    expect(POLLING_INTERVAL).toBe(4000)
    const { server, rpc, ended } = await node({ receipt: null }, { receipt: null }, mined('0x1'))
    /** A busy computer may take long for an answer, and no fake time may pass before it. */
    const answered = async (count: number) => {
      while (ended.count < count) await io()
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const receipt = waitForReceipt(rpc, HASH)
    await vi.advanceTimersByTimeAsync(0)
    await answered(1)
    expect(server.posts).toHaveLength(1)
    for (const looks of [1, 2]) {
      await vi.advanceTimersByTimeAsync(3999)
      await io()
      expect(server.posts).toHaveLength(looks)
      await vi.advanceTimersByTimeAsync(1)
      await io()
      // Run the call's own timer too: a fake timer that a timer sets takes at least 1 ms.
      await vi.advanceTimersByTimeAsync(1)
      await answered(looks + 1)
      expect(server.posts).toHaveLength(looks + 1)
    }
    await expect(receipt).resolves.toEqual({ status: 'success', hash: HASH })
  })

  it('distinguishes a reverted transaction from a successful one', async () => {
    const { rpc } = await node(mined('0x0'))
    await expect(waitForReceipt(rpc, HASH)).resolves.toEqual({ status: 'reverted', hash: HASH })
  })

  it('continues after a failing node, another receipt or invalid data', async () => {
    const other = { receipt: { status: '0x1', transactionHash: `0x${'cd'.repeat(32)}` } }
    const { server, rpc } = await node(
      'drop',
      { status: 500 },
      { text: 'x' },
      { receipt: 7 },
      other,
      { receipt: { status: 1, transactionHash: HASH } },
      mined('0x1'),
    )
    await expect(waitForReceipt(rpc, HASH, { interval: 1 })).resolves.toMatchObject({ status: 'success' })
    expect(server.posts).toHaveLength(7)
  })

  it('stops at once when the signal aborts, in a pause or during a request', async () => {
    for (const answer of [{ receipt: null }, 'hang'] as const) {
      const { server, rpc } = await node(answer)
      const stop = new AbortController()
      const receipt = waitForReceipt(rpc, HASH, { signal: stop.signal })
      await waitFor(() => expect(server.posts).toHaveLength(1))
      stop.abort(new Error('closed'))
      await expect(receipt).rejects.toThrow('closed')
    }
  })

  it('needs a hash', async () => {
    const { rpc } = await node(mined('0x1'))
    await expect(waitForReceipt(rpc, '0x12')).rejects.toThrow('Invalid transaction hash')
  })
})
