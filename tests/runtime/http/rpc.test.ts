import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRpc, isNodeTrouble, isWrite, type RpcOptions, RpcResponseError } from '../../../runtime/http/rpc.ts'
import { type Answer, echo, failure, type Post, startRpcServer } from './node.ts'
import { waitFor } from '../../support/waitFor.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function serve(answer: (post: Post, index: number) => Answer | Promise<Answer>) {
  const server = await startRpcServer(answer)
  stops.push(server.stop)
  return server
}
const quick = (options: RpcOptions) => createRpc({ retryDelay: 1, ...options })
/** A clock that the test moves: only timers and `Date` are fake, sockets are real. */
const fakeClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: false })
const realTimeout = setTimeout
const io = () => new Promise<void>((resolve) => realTimeout(resolve, 60))
/** Waits for real I/O while the fake clock stands still. */
const settleIo = async (until: () => boolean) => {
  for (let turn = 0; turn < 4000 && !until(); turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(until()).toBe(true)
}

describe('the transport', () => {
  it('speaks JSON-RPC 2.0 over HTTP [S7.transport.01]', async () => {
    const server = await serve(echo)
    await expect(createRpc({ urls: [server.url] }).request({ method: 'eth_chainId' })).resolves.toEqual([
      'eth_chainId',
      [],
    ])
    expect(server.posts).toHaveLength(1)
    expect(server.posts[0]?.body).toEqual({
      jsonrpc: '2.0',
      id: expect.any(Number) as number,
      method: 'eth_chainId',
      params: [],
    })
  })

  it('puts the calls of a tick into one POST and matches answers by id [S7.transport.02]', async () => {
    const server = await serve((post) => ({ json: (echo(post) as { json: unknown[] }).json.reverse() }))
    const rpc = createRpc({ urls: [server.url] })
    const answers = await Promise.all(['a', 'b', 'c'].map((method) => rpc.request({ method, params: [method] })))
    expect(answers).toEqual([
      ['a', ['a']],
      ['b', ['b']],
      ['c', ['c']],
    ])
    expect(server.posts).toHaveLength(1)
    expect(server.posts[0]?.body).toHaveLength(3)
  })

  it('sends 1001 calls as a POST of 1000 and one of 1 [S9.rpc.02]', async () => {
    const server = await serve(echo)
    const rpc = createRpc({ urls: [server.url] })
    const answers = await Promise.all(
      Array.from({ length: 1001 }, (_, at) => rpc.request({ method: 'm', params: [at] })),
    )
    expect(answers.every((answer, at) => (answer as [string, number[]])[1][0] === at)).toBe(true)
    expect(server.posts.map(({ calls }) => calls.length).sort((a, b) => a - b)).toEqual([1, 1000])
  })

  it('fails only the call whose answer is missing, whatever else the batch holds', async () => {
    const server = await serve(({ calls }) => {
      const [a, , c] = calls
      const error = { code: -32000, message: 'no' }
      return {
        json: [
          { id: 999, result: 'x' },
          { id: c?.id, error },
          7,
          { id: String(a?.id), result: 1 },
          { id: a?.id, result: 2 },
        ],
      }
    })
    const rpc = quick({ urls: [server.url] })
    const [a, b, c] = await Promise.allSettled(['a', 'b', 'c'].map((method) => rpc.request({ method })))
    expect(a).toEqual({ status: 'fulfilled', value: 1 })
    expect(b).toMatchObject({ status: 'rejected', reason: { message: 'No answer to b' } })
    expect(c).toMatchObject({ status: 'rejected', reason: { name: 'RpcResponseError', code: -32000 } })
    expect(server.posts).toHaveLength(1)
  })

  it.each([['<html>'], ['null'], ['7'], ['[]'], ['{"id":1}'], ['{"error":"no"}'], [''], ['['.repeat(100_000)]])(
    'survives the body %.20s',
    async (text) => {
      const server = await serve(() => ({ text }))
      await expect(quick({ urls: [server.url] }).request({ method: 'm' })).rejects.toBeInstanceOf(Error)
    },
  )

  it('refuses a body above 5 MB', async () => {
    const server = await serve(({ calls }) => ({ json: { id: calls[0]?.id, result: 'x'.repeat(5_000_001) } }))
    await expect(quick({ urls: [server.url] }).request({ method: 'm' })).rejects.toThrow('The reply is too large')
  })

  it('passes a node error on with code, message and data', async () => {
    const server = await serve((post) => failure(post, { code: 3, message: 'execution reverted: no', data: '0x08' }))
    const error = await quick({ urls: [server.url] })
      .request({ method: 'm' })
      .catch((each: unknown) => each)
    expect(error).toBeInstanceOf(RpcResponseError)
    expect(error).toMatchObject({ code: 3, message: 'execution reverted: no', data: '0x08' })
  })

  it('drops a call whose signal aborts, and the request once nobody waits for it', async () => {
    const server = await serve(() => 'hang')
    const [one, two] = [new AbortController(), new AbortController()]
    const rpc = createRpc({ urls: [server.url] })
    const both = [one, two].map(({ signal }) => rpc.request({ method: 'm', signal }))
    await waitFor(() => expect(server.posts).toHaveLength(1))
    one.abort(new Error('left'))
    await expect(both[0]).rejects.toThrow('left')
    expect(server.posts[0]?.aborted).toBe(false)
    two.abort()
    await expect(both[1]).rejects.toMatchObject({ name: 'AbortError' })
    await waitFor(() => expect(server.posts[0]?.aborted).toBe(true))
    expect(server.posts).toHaveLength(1)
  })

  it('says so when no URL is known', async () => {
    await expect(createRpc({ urls: [] }).request({ method: 'm' })).rejects.toThrow('No RPC URL is configured')
  })
})

describe('time-outs', () => {
  it.each([
    [undefined, 10_000],
    [700, 700],
  ])('aborts a request without an answer (option %s) after %i ms [S9.rpc.01]', async (timeout, expected) => {
    const server = await serve(() => 'hang')
    fakeClock()
    const asked = createRpc({ urls: [server.url], ...(timeout ? { timeout } : {}) }).request({ method: 'm' })
    const settled = vi.fn()
    asked.then(settled, settled)
    await vi.advanceTimersByTimeAsync(0)
    await settleIo(() => server.posts.length === 1)
    await vi.advanceTimersByTimeAsync(expected - 1)
    expect(settled).not.toHaveBeenCalled()
    expect(server.posts[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
    await settleIo(() => server.posts[0]?.aborted === true)
    expect(server.posts).toHaveLength(1)
  })
})

describe('retries', () => {
  it('makes 4 requests in all, then throws [S7.retry.01]', async () => {
    const server = await serve(() => ({ status: 503 }))
    await expect(quick({ urls: [server.url] }).request({ method: 'm' })).rejects.toThrow('HTTP status code: 503')
    expect(server.posts).toHaveLength(4)
  })

  it('waits 150, 300 and 600 ms [S7.retry.02]', async () => {
    const server = await serve((post, index) => (index < 3 ? { status: 500 } : echo(post)))
    fakeClock()
    const asked = createRpc({ urls: [server.url] }).request({ method: 'm' })
    await vi.advanceTimersByTimeAsync(0)
    for (const [at, delay] of [150, 300, 600].entries()) {
      await settleIo(() => server.posts.length === at + 1)
      await io()
      await vi.advanceTimersByTimeAsync(delay - 1)
      await io()
      expect(server.posts).toHaveLength(at + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    await expect(asked).resolves.toEqual(['m', []])
    expect(server.posts).toHaveLength(4)
  })

  it('honours Retry-After in seconds [S7.retry.03]', async () => {
    const server = await serve((post, index) => (index ? echo(post) : { status: 429, headers: { 'retry-after': '2' } }))
    fakeClock()
    const asked = createRpc({ urls: [server.url] }).request({ method: 'm' })
    await vi.advanceTimersByTimeAsync(0)
    await settleIo(() => server.posts.length === 1)
    // Let the timer of the time-out be cleared, and that of the retry be set.
    await io()
    await vi.advanceTimersByTimeAsync(1999)
    await io()
    expect(server.posts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await expect(asked).resolves.toEqual(['m', []])
  })

  it.each([403, 408, 413, 429, 500, 502, 503, 504])('retries status %i [S7.retry.04]', async (status) => {
    const server = await serve((post, index) => (index ? echo(post) : { status }))
    await expect(quick({ urls: [server.url] }).request({ method: 'm' })).resolves.toEqual(['m', []])
    expect(server.posts).toHaveLength(2)
  })

  it.each([400, 401, 404, 501])('does not retry status %i [S7.retry.04]', async (status) => {
    const server = await serve(() => ({ status }))
    await expect(quick({ urls: [server.url] }).request({ method: 'm' })).rejects.toThrow(`HTTP status code: ${status}`)
    expect(server.posts).toHaveLength(1)
  })

  it('retries a dropped connection, and only the calls that still lack an answer', async () => {
    const server = await serve((post, index) => {
      if (index === 0) return 'drop'
      return echo(post)
    })
    await expect(quick({ urls: [server.url] }).request({ method: 'm' })).resolves.toEqual(['m', []])
    expect(server.posts).toHaveLength(2)
  })

  it.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'wallet_sendCalls',
    'personal_sign',
    'eth_signTypedData_v4',
  ])('never sends %s twice, to no second URL either, nor in a batch', async (method) => {
    const [first, second] = [
      await serve((post) => (post.calls[0]?.method === 'read' ? echo(post) : 'drop')),
      await serve(echo),
    ]
    const rpc = quick({ urls: [first.url, second.url] })
    const read = rpc.request({ method: 'read' })
    await expect(rpc.request({ method })).rejects.toBeInstanceOf(TypeError)
    await read
    expect(isWrite(method)).toBe(true)
    expect(first.posts.filter(({ calls }) => calls.some((call) => call.method === method))).toHaveLength(1)
    expect(second.posts).toHaveLength(0)
  })
})

describe('the second URL', () => {
  it('is used after a network error, a status and a time-out [S7.transport.03]', async () => {
    for (const trouble of ['drop', { status: 500 }, { status: 401 }, { text: '<html>' }, 'hang'] as const) {
      const [first, second] = [await serve(() => trouble), await serve(echo)]
      const rpc = quick({ urls: [first.url, second.url], timeout: 100 })
      await expect(rpc.request({ method: 'm' })).resolves.toEqual(['m', []])
      expect([first.posts.length, second.posts.length]).toEqual([1, 1])
    }
  })

  it.each([
    { code: 4001, message: 'User rejected the request.' },
    { code: -32603, message: 'User rejected the request.' },
    { code: 3, message: 'execution reverted: no' },
    { code: -32000, message: 'execution reverted' },
    { code: -32602, message: 'invalid argument 0' },
  ])('is not used after $message ($code) [S7.transport.03]', async (error) => {
    const [first, second] = [await serve((post) => failure(post, error)), await serve(echo)]
    await expect(quick({ urls: [first.url, second.url] }).request({ method: 'm' })).rejects.toMatchObject(error)
    expect(second.posts).toHaveLength(0)
  })

  it('is chosen by the predicate that is given [S7.transport.04]', async () => {
    const [first, second] = [await serve((post) => failure(post, { code: 3, message: 'reverted' })), await serve(echo)]
    const urls = [first.url, second.url]
    const seen: unknown[] = []
    const always = quick({ urls, shouldFallback: (error) => seen.push(error) > 0 })
    await expect(always.request({ method: 'm' })).resolves.toEqual(['m', []])
    expect(seen).toEqual([expect.objectContaining({ code: 3 })])
    const broken = await serve(() => ({ status: 500 }))
    const never = quick({ urls: [broken.url, second.url], shouldFallback: () => false })
    await expect(never.request({ method: 'm' })).rejects.toThrow('HTTP status code: 500')
    expect(second.posts).toHaveLength(1)
  })

  it('gets only the calls that the first one failed', async () => {
    const first = await serve(({ calls }) => ({
      json: calls.filter(({ method }) => method !== 'b').map(({ id }) => ({ id, result: 'first' })),
    }))
    const second = await serve(echo)
    const rpc = quick({ urls: [first.url, second.url] })
    await expect(Promise.all(['a', 'b', 'c'].map((method) => rpc.request({ method })))).resolves.toEqual([
      'first',
      ['b', []],
      'first',
    ])
    expect(second.posts[0]?.calls.map(({ method }) => method)).toEqual(['b'])
  })

  it('stays in use after a failover, until the first is tried again after 30 s', async () => {
    let broken = true
    const [first, second] = [await serve((post) => (broken ? { status: 500 } : echo(post))), await serve(echo)]
    vi.useFakeTimers({ toFake: ['Date'] })
    const rpc = quick({ urls: [first.url, second.url] })
    for (let call = 0; call < 3; call++) await rpc.request({ method: 'm' })
    expect([first.posts.length, second.posts.length]).toEqual([1, 3])
    broken = false
    vi.setSystemTime(Date.now() + 30_000)
    await rpc.request({ method: 'm' })
    expect([first.posts.length, second.posts.length]).toEqual([2, 3])
  })

  it('is no place for a refusal or a revert by default', () => {
    expect(isNodeTrouble(new TypeError('fetch failed'))).toBe(true)
    expect(isNodeTrouble(new RpcResponseError({ code: -32005, message: 'limit exceeded' }))).toBe(true)
    expect(isNodeTrouble(new RpcResponseError({ code: -32601, message: 'method not found' }))).toBe(true)
    expect(isNodeTrouble(new RpcResponseError({ code: -32000, message: 'insufficient funds for gas' }))).toBe(false)
  })
})

describe('a URL of another chain', () => {
  const chain = (id: string) => (post: Post) => {
    const replies = post.calls.map((call) => ({ id: call.id, result: call.method === 'eth_chainId' ? id : 'balance' }))
    return { json: Array.isArray(post.body) ? replies : replies[0] }
  }

  it('is not believed: the next URL is asked, else the call fails', async () => {
    const [wrong, right] = [await serve(chain('0x2')), await serve(chain('0x1'))]
    await expect(quick({ urls: [wrong.url, right.url], chainId: '0x1' }).request({ method: 'm' })).resolves.toBe(
      'balance',
    )
    const only = quick({ urls: [wrong.url], chainId: '0x1' }).request({ method: 'm' })
    await expect(only).rejects.toThrow(/serves chain 0x2, not 0x1/)
  })

  it('is asked for its chain once', async () => {
    const server = await serve(chain('0x01'))
    const rpc = quick({ urls: [server.url], chainId: '0x1' })
    await rpc.request({ method: 'm' })
    await rpc.request({ method: 'm' })
    expect(server.posts.map(({ calls }) => calls.length)).toEqual([2, 1])
  })
})
