/** Measures a server's relay: the memory of sockets that do nothing, and how fast messages go through. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createClientKey } from '../sandbox/clientKey.ts'
import { until } from '../sandbox/peers.ts'
import { masterKey } from '../support/hosted.ts'
import { type ServerProcess, spawnServer } from '../support/serverProcess.ts'

const IDLE = 5_000
/** The memory of a socket is that of all sockets after these. */
const FIRST = 2_000
/** Pairs of a client that publishes and one that reads; the relay lets each publish 20 messages a second. */
const PAIRS = 200
/** The messages that each pair publishes in a second: 3,200 of all pairs together. */
const RATE = 16
/** The seconds in which V8 compiles a new server's code, which no figure counts, and those that are measured. */
const [WARM, SECONDS] = [4, 20]
const PROXY = 'x-forwarded-for'
/** As long as a request of a wallet. */
const TEXT = 'x'.repeat(1_000)

const memoryOf = ({ child }: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

const token = (url: string) => createClientKey().address(`${url.replace('http', 'ws')}/relay`)

/** Opens a socket, from an own IP address for every hundred. */
async function dial(address: string, number: number): Promise<WebSocket> {
  const socket = new WebSocket(address, { headers: { [PROXY]: `10.0.0.${Math.floor(number / 100)}` } })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

const send = (socket: WebSocket, id: number, method: string, params: object) =>
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))

/** Starts a reader and its publisher. `times` gets the ms from each message's publication to its arrival. */
async function startPair(url: string, number: number, times: number[]) {
  const topic = number.toString(16).padStart(64, '0')
  const [reader, writer] = [await dial(token(url), number), await dial(token(url), number)]
  /** When each message was published. The texts are not kept: collecting that garbage would delay the figures. */
  const sent: number[] = []
  let answered = 0
  reader.on('message', (data: Buffer) => {
    const { id, params } = JSON.parse(data.toString('utf8')) as { id: number; params?: { data: { message: string } } }
    if (!params) return
    reader.send(JSON.stringify({ jsonrpc: '2.0', id, result: true }))
    times.push(performance.now() - (sent[Number(params.data.message.slice(TEXT.length))] ?? 0))
  })
  writer.on('message', () => answered++)
  send(reader, 1, 'irn_subscribe', { topic })
  return {
    published: () => sent.length,
    answered: () => answered,
    publish() {
      const message = `${TEXT}${sent.length}`
      sent.push(performance.now())
      send(writer, sent.length, 'irn_publish', { topic, message, ttl: 300, tag: 1 })
    },
    close() {
      reader.terminate()
      writer.terminate()
    },
  }
}

it(`holds ${IDLE} sockets, and passes on the messages of ${PAIRS} pairs`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relay-figures-'))
  writeFileSync(join(folder, 'walletkit-server.json'), JSON.stringify({ proxyHeader: PROXY, log: 'info' }))
  const server = await spawnServer(folder, { WALLETKIT_MASTER_KEYS: masterKey('k1'), NODE_ENV: 'production' })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true })
  })
  const atRest = memoryOf(server)
  const idle: WebSocket[] = []
  const address = token(server.url)
  let withFirst = 0
  for (let at = 0; at < IDLE; at += 50) {
    idle.push(...(await Promise.all(Array.from({ length: 50 }, (_, each) => dial(address, at + each)))))
    // What the start has left in memory is collected until then.
    if (idle.length === FIRST) withFirst = memoryOf(server)
  }
  const withIdle = memoryOf(server)

  const times: number[] = []
  const pairs = []
  for (let at = 0; at < PAIRS; at++) pairs.push(await startPair(server.url, IDLE + at * 2, times))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const started = performance.now()
  let warm = 0
  // Each round is spread over the time until the next.
  for (let round = 0; round < RATE * (WARM + SECONDS); round++) {
    if (round === RATE * WARM) warm = times.length
    for (const [at, pair] of pairs.entries()) {
      const due = started + ((round + at / PAIRS) * 1000) / RATE
      if (due > performance.now() + 1) await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      pair.publish()
    }
  }
  const published = pairs.reduce((sum, pair) => sum + pair.published(), 0)
  await until(() => times.length >= published, 'every message', 20_000).catch(() => {})
  const seconds = (performance.now() - started) / 1000
  const measured = times.slice(warm).sort((a, b) => a - b)
  const at = (share: number) => Math.round((measured[Math.floor(measured.length * share)] ?? 0) * 10) / 10
  console.log(`${cpus().length} processors, load before: ${loadavg()[0]?.toFixed(1)}`)
  console.table({
    sockets: idle.length,
    atRestMB: Math.round(atRest),
    kBPerSocket: Math.round(((withIdle - withFirst) * 1024) / (IDLE - FIRST)),
    perSecond: Math.round(times.length / seconds),
    p50: at(0.5),
    p99: at(0.99),
    lost: published - times.length,
    underLoadMB: Math.round(memoryOf(server)),
  })
  expect(times).toHaveLength(published)
  expect(pairs.every((pair) => pair.answered() === pair.published())).toBe(true)
  expect(idle.every((socket) => socket.readyState === WebSocket.OPEN)).toBe(true)
  for (const pair of pairs) pair.close()
  for (const socket of idle) socket.terminate()
}, 300_000)
