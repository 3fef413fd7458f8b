/** The limits of a public relay: too many sockets, too many calls, slow readers, too much stored. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { type Client, mayCall } from '../../sandbox/relay/client.ts'
import { limits } from '../../sandbox/relay/frame.ts'
import { createMailboxes } from '../../sandbox/relay/mailbox.ts'
import { createRelay, type Guard, type RelayServer } from '../../sandbox/relay/relay.ts'
import { createClientKey } from './clientKey.ts'
import { until } from './peers.ts'

type Answer = {
  id?: unknown
  method?: string
  result?: unknown
  error?: { code: number; message: string }
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
  unsentBytesPerIp: 1_000_000_000,
  keptCharacters: 1_000_000,
  keptShare: 1,
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
  const connect = async (key = createClientKey(), client = 'one') => {
    const socket = await dial(key, client)
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

  it('refuses no call because the clock was set back', () => {
    const client = { left: 200, countedAt: 0 } as Client
    const guard = { ...GUARD, callsPerSecond: 20 }
    expect([3_600_000, 0, 1].map((now) => mayCall(client, guard, 1, now))).toEqual([true, true, true])
    expect(client.left).toBeCloseTo(197.02, 1)
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

  it('answers a fetch with no more of long attestations either, and takes none that is too long', async () => {
    const { connect } = await start({ unsentBytes: 1_000 })
    const [one, sender] = [await connect(), await connect()]
    const publish = (message: string, length: number) =>
      sender.call('irn_publish', { topic: topic('d'), message, ttl: 300, tag: 1, attestation: 'x'.repeat(length) })
    for (let at = 0; at < 3; at++) await publish(String(at), 450)
    const { messages, hasMore } = (await one.call('irn_fetchMessages', { topic: topic('d') })).result as Fetched
    expect([messages.length, hasMore]).toEqual([2, true])
    expect((await publish('4', limits.attestation + 1)).error?.code).toBe(-32_602)
  })

  it('counts each message of a batch as a call', async () => {
    const { connect } = await start({ callsPerSecond: 20 })
    const batch = (from: number, size: number) => ({
      messages: Array.from({ length: size }, (_, at) => ({
        topic: topic('e'),
        message: `${from + at}`,
        ttl: 300,
        tag: 1,
      })),
    })
    const one = await connect()
    expect((await one.call('irn_batchPublish', batch(0, 150))).error).toBeUndefined()
    expect((await one.call('irn_batchPublish', batch(150, 150))).error?.code).toBe(-32_005)
    // The largest batch is possible, and then the client has to wait for as long as its messages are worth.
    const two = await connect()
    expect((await two.call('irn_batchPublish', batch(500, 500))).error).toBeUndefined()
    expect((await two.call('irn_subscribe', { topic: topic('e') })).error?.code).toBe(-32_005)
  })

  it('lets no address empty the mailboxes of others', async () => {
    const { connect } = await start({ keptCharacters: 100_000, keptShare: 0.1, callsPerSecond: 100_000 })
    const [page, wallet] = [await connect(createClientKey(), 'home'), await connect(createClientKey(), 'phone')]
    await page.call('irn_publish', { topic: topic('1'), message: 'a request that waits', ttl: 300, tag: 1108 })
    const evil = await connect(createClientKey(), 'evil')
    for (let at = 0; at < 41; at++) {
      const messages = Array.from({ length: limits.batch }, (_, each) => {
        return {
          topic: topic('2').slice(9) + String(at * 1000 + each).padStart(9, '0'),
          message: 'x',
          ttl: 300,
          tag: 1,
        }
      })
      expect((await evil.call('irn_batchPublish', { messages })).error).toBeUndefined()
    }
    for (let at = 0; at < 20; at++)
      await evil.call('irn_publish', { topic: topic('3'), message: `${at}`.padEnd(9_000, 'x'), ttl: 300, tag: 1 })
    const { messages } = (await wallet.call('irn_fetchMessages', { topic: topic('1') })).result as Fetched
    expect(messages).toMatchObject([{ message: 'a request that waits' }])
  })

  it('refuses messages and topics with a clear error while others have it full', async () => {
    const { connect } = await start({ keptCharacters: 2_560, keptShare: 0.5 })
    const publish = async (client: string) =>
      (await connect(createClientKey(), client)).call('irn_publish', {
        ...{ topic: topic('4'), message: client.repeat(400), ttl: 300, tag: 1 },
      })
    expect((await publish('one')).error).toBeUndefined()
    expect((await publish('two')).error).toBeUndefined()
    expect((await publish('six')).error).toEqual({ code: -32_000, message: 'The relay is full. Try again later.' })
    // A quarter of it is for topics: 10 in all, and 5 of one address.
    const one = await connect()
    const subscribe = async ({ call }: typeof one, at: number) =>
      (await call('irn_subscribe', { topic: String(at).padStart(64, '0') })).error?.message
    for (let at = 0; at < 5; at++) expect(await subscribe(one, at)).toBeUndefined()
    expect(await subscribe(one, 0)).toBeUndefined()
    expect(await subscribe(one, 5)).toBe('The relay has too many topics')
    expect(await subscribe(await connect(createClientKey(), 'two'), 5)).toBeUndefined()
    await one.call('irn_unsubscribe', { topic: '0'.repeat(64), id: 'x' })
    expect(await subscribe(one, 6)).toBeUndefined()
    one.socket.close()
    const again = await connect()
    await expect.poll(() => subscribe(again, 7)).toBeUndefined()
  })

  it('passes on the messages of a batch that came before the refused one', async () => {
    const { connect } = await start({ keptCharacters: 1_000, keptShare: 0.5 })
    const [page, wallet] = [await connect(createClientKey(), 'home'), await connect(createClientKey(), 'phone')]
    await wallet.call('irn_subscribe', { topic: topic('5') })
    const messages = ['short', 'x'.repeat(600)].map((message) => ({ topic: topic('5'), message, ttl: 300, tag: 1 }))
    expect((await page.call('irn_batchPublish', { messages })).error?.code).toBe(-32_000)
    await until(() => wallet.came.some(({ params }) => params?.data.message === 'short'), 'the first message')
  })

  it('pushes no more while too many pushes are not acknowledged, and goes on in order afterwards', async () => {
    const { connect } = await start({ callsPerSecond: 100_000 })
    const [reader, sender] = [await connect(), await connect()]
    const hex = (at: number) => topic('6').slice(1) + String(at % 3)
    await reader.call('irn_batchSubscribe', { topics: [0, 1, 2].map(hex) })
    const many = limits.pushed + 100
    for (let from = 0; from < many; from += 200) {
      const messages = Array.from({ length: 200 }, (_, at) => {
        return { topic: hex(from + at), message: String(from + at), ttl: 300, tag: 1 }
      })
      await sender.call('irn_batchPublish', { messages })
    }
    const pushes = () => reader.came.flatMap(({ id, params }) => (params ? { id, ...params.data } : []))
    await until(() => pushes().length >= limits.pushed, 'as many as may be underway')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(pushes()).toHaveLength(limits.pushed)
    for (let done = 0; done < many; done++) {
      await until(() => pushes().length > done, `message ${done}`)
      reader.socket.send(JSON.stringify({ jsonrpc: '2.0', id: pushes()[done]?.id, result: true }))
    }
    expect(
      pushes()
        .slice(0, limits.pushed)
        .map(({ message }) => Number(message)),
    ).toEqual([...Array(limits.pushed).keys()])
    expect(new Set(pushes().map(({ message }) => message)).size).toBe(many)
  })

  it('holds no text that its mailboxes have dropped, although a reader does not acknowledge it', async () => {
    const { dial, connect } = await start({ keptCharacters: 2_000_000 })
    const reader = await dial()
    if (typeof reader === 'number') throw new Error('It was refused')
    // It reads and forgets, so that what stays in memory is the relay's.
    reader.resume()
    const sender = await connect()
    reader.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'irn_subscribe', params: { topic: topic('7') } }))
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    const megabytes = () => {
      collect()
      return process.memoryUsage().heapUsed / 1e6
    }
    const before = megabytes()
    for (let at = 0; at < 80; at++)
      await sender.call('irn_publish', { topic: topic('7'), message: `${at} `.padEnd(900_000, 'x'), ttl: 300, tag: 1 })
    await until(() => reader.bufferedAmount === 0, 'the reader')
    expect(megabytes() - before).toBeLessThan(30)
  })

  it('pushes nothing more to an address whose sockets together leave too much unread', async () => {
    const { connect } = await start({
      unsentBytes: 100_000_000,
      unsentBytesPerIp: 1_000_000,
      keptCharacters: 60_000_000,
    })
    const [one, two] = [await connect(createClientKey(), 'slow'), await connect(createClientKey(), 'slow')]
    const sender = await connect(createClientKey(), 'sender')
    await one.call('irn_subscribe', { topic: topic('8') })
    await two.call('irn_subscribe', { topic: topic('9') })
    for (const { socket } of [one, two]) socket.pause()
    for (let at = 0; at < 40; at++)
      for (const digit of ['8', '9'])
        await sender.call('irn_publish', {
          topic: topic(digit),
          message: `${at} `.padEnd(500_000, 'x'),
          ttl: 300,
          tag: 1,
        })
    for (const { socket } of [one, two]) socket.resume()
    const pushes = () => [...one.came, ...two.came].filter(({ params }) => params).length
    await until(() => pushes() > 1, 'the first messages')
    for (let before = 0; before < pushes();) {
      before = pushes()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    expect(pushes()).toBeLessThan(80)
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

  it('count the attestation of a message too', () => {
    const boxes = createMailboxes(() => 0, 100)
    for (const digit of ['1', '2'])
      boxes.put({ topic: topic(digit), message: digit, ttl: 60, tag: 0, attestation: 'x'.repeat(60) }, 'me')
    expect(boxes.size()).toBe(1)
  })

  it('drop an owner’s own oldest message first, and refuse one for which others leave no room', () => {
    const boxes = createMailboxes(() => 0, 100, 0.5)
    const put = (digit: string, length: number, owner: string) =>
      boxes.put({ topic: topic(digit), message: digit.repeat(length), ttl: 60, tag: 0 }, 'me', owner)
    put('1', 30, 'ada')
    for (const digit of ['2', '3', '4']) put(digit, 20, 'bob')
    const left = () => ['1', '2', '3', '4', '5'].map((digit) => boxes.waiting(topic(digit), 'you').length)
    expect(left()).toEqual([1, 0, 1, 1, 0])
    expect(() => put('5', 31, 'eve')).toThrow('The relay is full')
    expect(() => put('5', 51, 'bob')).toThrow('The relay is full')
    expect(left()).toEqual([1, 0, 1, 1, 0])
    put('5', 30, 'eve')
    expect(left()).toEqual([1, 0, 1, 1, 1])
  })

  it('keep what waits in a topic that a stranger floods, and take new messages of others there', () => {
    const boxes = createMailboxes(() => 0)
    const put = (message: string, owner: string) =>
      boxes.put({ topic: topic('1'), message, ttl: 60, tag: 0 }, owner, owner)
    const left = (client: string) => boxes.waiting(topic('1'), client).map(({ message }) => message)
    put('a request that waits', 'page')
    for (let at = 0; at < 2 * limits.mailbox; at++) put(`flood ${at}`, 'eve')
    put('its answer', 'wallet')
    expect(left('eve')).toEqual(['a request that waits', 'its answer'])
    expect(boxes.size()).toBe(limits.mailbox)
  })

  it('refuse a message to a topic in which ever new owners have one each', () => {
    const boxes = createMailboxes(() => 0)
    const put = (owner: string) => boxes.put({ topic: topic('1'), message: owner, ttl: 60, tag: 0 }, owner, owner)
    for (let at = 0; at < limits.mailbox; at++) put(`owner ${at}`)
    expect(() => put('eve')).toThrow('The topic is full')
    expect(boxes.waiting(topic('1'), 'page')[0]?.message).toBe('owner 0')
  })

  it('make room of messages that have expired', () => {
    let now = 0
    const boxes = createMailboxes(() => now, 100, 0.5)
    const put = (digit: string, owner: string) =>
      boxes.put({ topic: topic(digit), message: digit.repeat(50), ttl: 60, tag: 0 }, 'me', owner)
    put('1', 'ada')
    put('2', 'bob')
    expect(() => put('3', 'eve')).toThrow('The relay is full')
    now = 60_001
    put('3', 'eve')
    expect(boxes.size()).toBe(1)
  })

  it('remember of so many clients that a message arrived, and never give it to its publisher', () => {
    const boxes = createMailboxes(() => 0)
    const kept = boxes.put({ topic: topic('1'), message: 'm', ttl: 60, tag: 0 }, 'me')
    if (!kept) throw new Error('It is new')
    for (let at = 0; at <= limits.arrived; at++) boxes.arrived(kept, String(at))
    const waits = (client: string) => boxes.waiting(topic('1'), client).length
    expect(['me', '0', '1', String(limits.arrived)].map(waits)).toEqual([0, 1, 0, 0])
  })
})
