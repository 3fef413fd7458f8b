/** The relay with wrong clients: wrong tokens, wrong frames, and too much data. */
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { limits, parseFrame } from '../../sandbox/relay/frame.ts'
import { createMailboxes } from '../../sandbox/relay/mailbox.ts'
import { useSandbox } from '../support/sandbox.ts'
import { createClientKey } from './clientKey.ts'
import { until } from './peers.ts'

const sandbox = useSandbox()
const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
  sandbox().relay.clear()
})

type Pushed = {
  method?: string
  id?: unknown
  result?: unknown
  error?: { code: number }
  params?: { data: { message: string } }
}

/** Resolves with 101 if the relay accepts the connection, or with the status of its refusal. */
const dial = (address: string, options = {}) =>
  new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(address, options)
    open.push(socket)
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('error', reject)
  })

async function client(key = createClientKey()) {
  const socket = new WebSocket(key.address(sandbox().relay.url))
  open.push(socket)
  const came: Pushed[] = []
  socket.on('message', (data: Buffer) => came.push(JSON.parse(data.toString('utf8')) as Pushed))
  await new Promise((resolve) => socket.once('open', resolve))
  let id = 0
  const send = (text: string) => socket.send(text)
  const call = async (method: string, params: unknown): Promise<Pushed> => {
    id += 1
    const mine = id
    send(JSON.stringify({ jsonrpc: '2.0', id: mine, method, params }))
    await until(() => came.some((each) => each.id === mine && !each.method), `an answer to ${method}`)
    return came.find((each) => each.id === mine && !each.method) ?? {}
  }
  const messages = () => came.flatMap(({ params }) => params?.data.message ?? [])
  const confirm = () => {
    for (const { id: pushed, method } of came)
      if (method) send(JSON.stringify({ jsonrpc: '2.0', id: pushed, result: true }))
  }
  return { socket, came, send, call, messages, confirm, key }
}

const topic = (digit: string) => digit.repeat(64)

describe('a dial', () => {
  it('is let in with a token of its own making, by query or header, under every loopback name', async () => {
    const { url } = sandbox().relay
    const { token, iss } = createClientKey()
    expect(await dial(`${url}?auth=${token(url)}&projectId=p`)).toBe(101)
    expect(await dial(`${url}?projectId=p`, { headers: { authorization: `Bearer ${token(url)}` } })).toBe(101)
    const local = url.replace('127.0.0.1', 'localhost')
    expect(await dial(`${url}?auth=${token(local)}&projectId=p`)).toBe(101)
    expect(sandbox().relay.report().dials.at(-1)).toMatchObject({ status: 101, client: iss.slice(-8) })
  })

  it('is refused with 401 for every fault of its token', async () => {
    const { url } = sandbox().relay
    const { token } = createClientKey()
    const now = Math.floor(Date.now() / 1000)
    const stranger = generateKeyPairSync('ed25519').privateKey
    const wrong: Record<string, string> = {
      'no token': '',
      'no JWT': 'a.b.c',
      'another relay': token('ws://127.0.0.1:1/relay'),
      'a public relay': token('wss://relay.example/relay'),
      'another path': token(url.replace('/relay', '/rpc')),
      expired: token(url, { exp: now - 1 }),
      'from the future': token(url, { iat: now + 3600 }),
      'no expiry': token(url, { exp: undefined }),
      'another algorithm': token(url, {}, { alg: 'none' }),
      'another key': token(url, {}, {}, stranger),
      'no did:key': token(url, { iss: 'did:web:site.example' }),
      'no base58': token(url, { iss: `did:key:z6Mk${'0'.repeat(44)}` }),
      'a fourth part': `${token(url)}.x`,
    }
    for (const [name, auth] of Object.entries(wrong)) {
      expect([name, await dial(`${url}?auth=${auth}&projectId=p`)]).toEqual([name, 401])
    }
    expect(await dial(`${url}?auth=${token(url)}`)).toBe(401)
    expect(sandbox().relay.report().sockets).toEqual([])
  })

  it('is refused to pages of other machines, and in an outage', async () => {
    const { relay } = sandbox()
    const { address } = createClientKey()
    expect(await dial(address(relay.url), { headers: { origin: 'https://site.example' } })).toBe(404)
    relay.refuse(true)
    expect(await dial(address(relay.url))).toBe(503)
    relay.refuse(false)
    expect(await dial(address(relay.url))).toBe(101)
  })
})

describe('messages', () => {
  it('go to the others of their topic, never to who published them, once', async () => {
    const [one, two] = await Promise.all([client(), client()])
    await Promise.all([one, two].map((each) => each.call('irn_subscribe', { topic: topic('1') })))
    const publish = { topic: topic('1'), message: 'hello', ttl: 60, tag: 7 }
    expect((await one.call('irn_publish', publish)).result).toBe(true)
    expect((await one.call('irn_publish', publish)).result).toBe(true)
    await until(() => two.messages().length > 0, 'the message')
    await two.call('irn_unsubscribe', { topic: topic('1'), id: 'x' })
    await one.call('irn_publish', { ...publish, message: 'too late' })
    await one.call('irn_subscribe', { topic: topic('1') })
    expect([one.messages(), two.messages()]).toEqual([[], ['hello']])
  })

  it('wait for an offline peer until it says that they came, and not a moment longer than their life', async () => {
    const one = await client()
    const key = createClientKey()
    const messages = ['first', 'second'].map((message) => ({ topic: topic('2'), message, ttl: 60, tag: 7 }))
    expect((await one.call('irn_batchPublish', { messages })).result).toBe(true)
    await one.call('irn_publish', { topic: topic('2'), message: 'short', ttl: 1, tag: 7 })
    await new Promise((resolve) => setTimeout(resolve, 1050))
    const late = await client(key)
    const { result } = await late.call('irn_batchSubscribe', { topics: [topic('2'), topic('3')] })
    expect(result).toHaveLength(2)
    await until(() => late.messages().length === 2, 'both')
    expect(late.messages()).toEqual(['first', 'second'])
    late.socket.terminate()
    const again = await client(key)
    await again.call('irn_subscribe', { topic: topic('2') })
    await until(() => again.messages().length === 2, 'both again: nobody said that they came')
    again.confirm()
    const fetched = await again.call('irn_fetchMessages', { topic: topic('2') })
    expect(fetched.result).toEqual({ messages: [], hasMore: false })
    const third = await client()
    const all = await third.call('irn_batchFetchMessages', { topics: [topic('2')] })
    expect(all.result).toMatchObject({
      messages: [{ message: 'first', tag: 7 }, { message: 'second' }],
      hasMore: false,
    })
  })

  it('are capped: the oldest of a full topic goes first', () => {
    const boxes = createMailboxes()
    for (let index = 0; index <= limits.mailbox; index++) {
      boxes.put({ topic: topic('4'), message: String(index), ttl: 60, tag: 0 }, 'a')
    }
    expect(boxes.size()).toBe(limits.mailbox)
    expect(boxes.waiting(topic('4'), 'b')[0]?.message).toBe('1')
  })
})

describe('frames', () => {
  it('that are wrong are answered with a JSON-RPC error, and the socket goes on', async () => {
    const { call, send, came } = await client()
    const wrong: [string, unknown, number][] = [
      ['irn_nothing', {}, -32601],
      ['irn_subscribe', [topic('1')], -32602],
      ['irn_subscribe', { topic: 'short' }, -32602],
      ['irn_batchSubscribe', { topics: Array.from({ length: limits.batch + 1 }, () => topic('1')) }, -32602],
      ['irn_publish', { topic: topic('1'), message: 5, ttl: 60, tag: 1 }, -32602],
      ['irn_publish', { topic: topic('1'), message: 'm', ttl: -1, tag: 1 }, -32602],
      ['irn_publish', { topic: topic('1'), message: 'm'.repeat(limits.message + 1), ttl: 60, tag: 1 }, -32602],
      ['wc_approveSession', { sessionTopic: topic('1') }, -32602],
    ]
    for (const [method, params, code] of wrong) expect((await call(method, params)).error?.code).toBe(code)
    send('{not json')
    send('[]')
    await until(() => came.filter(({ error, id }) => error && id === null).length === 2, 'two errors')
    expect((await call('irn_subscribe', { topic: topic('1') })).result).toHaveLength(64)
  })

  it('that are too large end the socket with 1009, and topics beyond the limit are refused', async () => {
    const { call, socket } = await client()
    const hex = (index: number) => index.toString(16).padStart(64, '0')
    for (let start = 0; start < limits.topics; start += limits.batch) {
      await call('irn_batchSubscribe', { topics: Array.from({ length: limits.batch }, (_, each) => hex(start + each)) })
    }
    expect((await call('irn_subscribe', { topic: topic('f') })).error?.code).toBe(-32000)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.send('x'.repeat(limits.frame + 1))
    expect(await closed).toBe(1009)
  })

  it('of any shape are parsed without a throw, and only whole ones become calls', () => {
    const method = fc.constantFrom(
      'irn_subscribe',
      'irn_publish',
      'irn_batchPublish',
      'irn_batchUnsubscribe',
      'wc_proposeSession',
    )
    const json = fc.jsonValue()
    const nearly = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', 1),
        id: fc.oneof(fc.integer(), fc.string(), json),
        method: fc.oneof(method, json),
        params: fc.oneof(
          json,
          fc.record(
            {
              topic: fc.oneof(json, fc.constant(topic('1'))),
              message: json,
              ttl: json,
              tag: json,
              topics: json,
              messages: json,
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: [] },
    )
    const frame = fc.oneof(
      fc.string(),
      json.map((value) => JSON.stringify(value)),
      nearly.map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(frame, (text) => {
        const parsed = parseFrame(text)
        if (parsed.kind === 'refused') return parsed.code <= -32600 && parsed.message.length > 0
        if (parsed.kind === 'answer' || parsed.call.does !== 'publish') return true
        return parsed.call.messages.every(({ ttl, message }) => ttl > 0 && message.length > 0)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('the switches', () => {
  const put = (body: unknown) => fetch(`${sandbox().url}/sandbox/relay`, { method: 'POST', body: JSON.stringify(body) })

  it('work over HTTP: drop with a code, refuse, fail, clear; the report is the same', async () => {
    const { call, socket } = await client()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await put({ fail: { method: 'irn_subscribe', times: 1 } })
    expect((await call('irn_subscribe', { topic: topic('1') })).error?.code).toBe(-32000)
    expect((await call('irn_subscribe', { topic: topic('1') })).result).toHaveLength(64)
    expect(await (await put({ refuse: true, drop: true, code: 4001 })).json()).toMatchObject({ refusing: true })
    expect(await closed).toBe(4001)
    await until(() => sandbox().relay.report().closes.length > 0, 'the close')
    const report: unknown = await (await fetch(`${sandbox().url}/sandbox/relay`)).json()
    expect(report).toEqual(sandbox().relay.report())
    expect(sandbox().relay.report().closes.at(-1)?.code).toBe(4001)
    await fetch(`${sandbox().url}/sandbox/relay`, { method: 'DELETE' })
    expect(sandbox().relay.report()).toMatchObject({ refusing: false, dials: [], calls: [] })
    const status = (await (await fetch(`${sandbox().url}/status`)).json()) as { services: { relay: string } }
    expect(status.services.relay).toBe(`${sandbox().url.replace('http', 'ws')}/relay`)
  })

  it.each([
    [{ drop: 1 }, 'drop'],
    [{ drop: true, code: 99 }, 'code'],
    [{ refuse: 'yes' }, 'refuse'],
    [{ fail: 'all' }, 'fail'],
    [{ fail: { method: 'irn_publish', times: -1 } }, 'fail'],
  ])('refuse %j', async (body, field) => {
    const answer = await put(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ reasons: [{ name: field }] })
  })
})
