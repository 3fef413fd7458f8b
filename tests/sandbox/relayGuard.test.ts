/** The limits of a public relay: too many sockets, too many calls, slow readers, too much stored. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { createMailboxes } from '../../sandbox/relay/mailbox.ts'
import { createRelay, type Guard, type RelayServer } from '../../sandbox/relay/relay.ts'
import { createClientKey } from './clientKey.ts'
import { until } from './peers.ts'

type Answer = {
  id?: unknown
  method?: string
  result?: unknown
  error?: { code: number }
  params?: { data: { message: string } }
}
type Fetched = { messages: { message: string }[]; hasMore: boolean }
const opened: { server: Server; relay: RelayServer; sockets: WebSocket[] }[] = []
afterEach(() => {
  for (const { server, relay, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.terminate()
    relay.close()
    server.close()
  }
})

const GUARD: Guard = {
  sockets: 100,
  socketsPerIp: 100,
  callsPerSecond: 1000,
  unsentBytes: 4_000_000,
  keptCharacters: 1_000_000,
  ipOf: (request) => String(request.headers['x-client'] ?? 'one'),
}
const topic = (digit: string) => digit.repeat(64)

async function start(guard: Partial<Guard> = {}) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay`
  const relay = createRelay({ url, record: false, guard: { ...GUARD, ...guard } })
  server.on('upgrade', (request, socket, head) => relay.accept(request, socket, head))
  const sockets: WebSocket[] = []
  opened.push({ server, relay, sockets })
  const dial = (key = createClientKey(), client = 'one') =>
    new Promise<WebSocket | number>((resolve, reject) => {
      const socket = new WebSocket(key.address(url), { headers: { 'x-client': client } })
      sockets.push(socket)
      socket.once('open', () => resolve(socket))
      socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
      socket.once('error', reject)
    })
  const connect = async (key = createClientKey()) => {
    const socket = await dial(key)
    if (typeof socket === 'number') throw new Error(`Refused with ${socket}`)
    const came: Answer[] = []
    socket.on('message', (data: Buffer) => came.push(JSON.parse(data.toString('utf8')) as Answer))
    let id = 0
    const call = async (method: string, params: unknown) => {
      const mine = ++id
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: mine, method, params }))
      await until(() => came.some((each) => each.id === mine && !each.method), `an answer to ${method}`)
      return came.find((each) => each.id === mine && !each.method) ?? {}
    }
    return { socket, came, call, key }
  }
  return { relay, dial, connect }
}

describe('a guarded relay', () => {
  it('takes so many sockets of one address, and so many in total', async () => {
    const { relay, dial } = await start({ sockets: 3, socketsPerIp: 2 })
    const [first] = [await dial(), await dial()]
    expect(await dial()).toBe(503)
    expect(await dial(createClientKey(), 'two')).toBeInstanceOf(WebSocket)
    expect(await dial(createClientKey(), 'three')).toBe(503)
    if (typeof first === 'number') throw new Error('It was refused')
    first.close()
    await until(() => relay.sockets() === 2, 'the socket to go')
    expect(await dial()).toBeInstanceOf(WebSocket)
  })

  it('answers so many calls of a client, then refuses until time has passed', async () => {
    const { connect } = await start({ callsPerSecond: 2 })
    const { call } = await connect()
    const outcomes: (number | undefined)[] = []
    for (let at = 0; at < 25; at++) outcomes.push((await call('irn_subscribe', { topic: topic('a') })).error?.code)
    expect(outcomes.slice(0, 20)).toEqual(Array(20).fill(undefined))
    expect(outcomes).toContain(-32_005)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect((await call('irn_subscribe', { topic: topic('a') })).error).toBeUndefined()
  })

  it('makes a client that reads too slowly wait, and gives it everything in order once it reads', async () => {
    const { connect } = await start({ unsentBytes: 1_000_000, keptCharacters: 60_000_000 })
    const [slow, sender] = [await connect(), await connect()]
    await slow.call('irn_subscribe', { topic: topic('b') })
    slow.socket.pause()
    const many = 40
    for (let at = 0; at < many; at++) {
      const message = `${at} ${'x'.repeat(500_000)}`
      await sender.call('irn_publish', { topic: topic('b'), message, ttl: 300, tag: 1 })
    }
    slow.socket.resume()
    const pushes = () => slow.came.flatMap(({ id, params }) => (params ? { id, ...params.data } : []))
    await until(() => pushes().length > 1, 'the first messages')
    await new Promise((resolve) => setTimeout(resolve, 300))
    // The relay sends the rest only after acknowledgements.
    expect(pushes().length).toBeLessThan(many)
    for (let done = 0; done < many; done++) {
      await until(() => pushes().length > done, `message ${done}`)
      slow.socket.send(JSON.stringify({ jsonrpc: '2.0', id: pushes()[done]?.id, result: true }))
    }
    expect(pushes().map(({ message }) => Number(message.split(' ')[0]))).toEqual([...Array(many).keys()])
  })

  it('answers a fetch with as much as a client may have unread, and says that there is more', async () => {
    const { connect } = await start({ unsentBytes: 1_000 })
    const [one, sender] = [await connect(), await connect()]
    for (let at = 0; at < 5; at++)
      await sender.call('irn_publish', { topic: topic('d'), message: `${at}${'x'.repeat(399)}`, ttl: 300, tag: 1 })
    const fetched = async () => (await one.call('irn_fetchMessages', { topic: topic('d') })).result as Fetched
    const pages = [await fetched(), await fetched(), await fetched()]
    expect(pages.map(({ messages, hasMore }) => [messages.map(({ message }) => message[0]), hasMore])).toEqual([
      [['0', '1'], true],
      [['2', '3'], true],
      [['4'], false],
    ])
  })

  it('is for tokens that name it, and keeps no record of who did what', async () => {
    const { relay, dial, connect } = await start()
    const { token, ...key } = createClientKey()
    const elsewhere = {
      ...key,
      token,
      address: (url: string) => `${url}?auth=${token('wss://relay.example')}&projectId=p`,
    }
    expect(await dial(elsewhere)).toBe(401)
    const { call } = await connect()
    await call('irn_publish', { topic: topic('c'), message: 'm', ttl: 300, tag: 1 })
    expect(relay.report()).toMatchObject({ dials: [], publishes: [], calls: [], beats: [], kept: 1 })
  })
})

describe('mailboxes with a limit', () => {
  it('drop the oldest messages first, and count what was dropped', () => {
    const boxes = createMailboxes(() => 0, 100)
    const put = (digit: string, length: number) =>
      boxes.put({ topic: topic(digit), message: digit.repeat(length), ttl: 60, tag: 0 }, 'me')
    for (const digit of ['1', '2', '3']) put(digit, 40)
    const left = () => ['1', '2', '3', '4'].map((digit) => boxes.waiting(topic(digit), 'you').length)
    expect(left()).toEqual([0, 1, 1, 0])
    put('4', 100)
    expect(left()).toEqual([0, 0, 0, 1])
    expect(boxes.size()).toBe(1)
  })
})
