/** Promises that the relay's library rejects and nobody handles: a site would see them as its own errors. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useRemote } from '../../../support/remote.ts'
import { until } from '../../../sandbox/peers.ts'

const { page, wallet, connected, show } = useRemote()

const unheard: unknown[] = []
const hear = (error: unknown) => void unheard.push(String(error))
let others: NodeJS.UnhandledRejectionListener[] = []
beforeEach(() => {
  unheard.length = 0
  others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', hear)
})
afterEach(() => {
  vi.useRealTimers()
  process.removeAllListeners('unhandledRejection')
  for (const other of others) process.on('unhandledRejection', other)
})
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('handles a session delete that arrives again after the session ended', async () => {
  const opened = await page()
  await connected(opened, await wallet({ policy: 'approve' }))
  const { client, session } = opened.clients[0] ?? {}
  const { topic } = session as { topic: string }
  const engine = client?.engine as unknown as {
    deleteSession: (params: { topic: string }) => Promise<void>
    onSessionDeleteRequest: (topic: string, payload: { id: number; params: unknown }) => Promise<void>
    isValidDisconnect: (params: object) => Promise<void>
  }
  await engine.deleteSession({ topic })
  await until(() => opened.account().status === 'disconnected', 'the end')
  void engine.onSessionDeleteRequest(topic, { id: 1, params: { code: 6000, message: 'Bye' } })
  await turn()
  await turn()
  expect(unheard).toEqual([])
  // A caller that waits for the answer still gets the error.
  await expect(engine.isValidDisconnect({ topic, reason: { code: 6000, message: 'Bye' } })).rejects.toThrow('deleted')
})

describe('a pairing that no wallet answers', () => {
  it('expires, and so does the wait for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    const { kit, clients } = await page()
    expect(await show(kit)).toMatch(/^wc:/)
    const [client] = clients
    expect(client?.client.proposal?.getAll()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5 * 60_000 + 2_000)
    await turn()
    expect(unheard).toEqual([])
    expect(kit.state.accounts.eip155.status).not.toBe('connected')
  })
})
