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
const SECONDS = 10
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
  const sent = new Map<string, number>()
  let answered = 0
  reader.on('message', (data: Buffer) => {
    const { id, params } = JSON.parse(data.toString('utf8')) as { id: number; params?: { data: { message: string } } }
    if (!params) return
    reader.send(JSON.stringify({ jsonrpc: '2.0', id, result: true }))
    times.push(performance.now() - (sent.get(params.data.message) ?? 0))
  })
  writer.on('message', () => answered++)
  send(reader, 1, 'irn_subscribe', { topic })
  return {
    sent,
    answered: () => answered,
    publish() {
      const message = `${TEXT}${number}-${sent.size}`
      sent.set(message, performance.now())
      send(writer, sent.size + 1, 'irn_publish', { topic, message, ttl: 300, tag: 1 })
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
  // 19 rounds a second, each spread over the time until the next.
  for (let round = 0; round < 19 * SECONDS; round++) {
    for (const [at, pair] of pairs.entries()) {
      const due = started + ((round + at / PAIRS) * 1000) / 19
      if (due > performance.now() + 1) await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      pair.publish()
    }
  }
  const published = pairs.reduce((sum, { sent }) => sum + sent.size, 0)
  await until(() => times.length >= published, 'every message', 20_000).catch(() => {})
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
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
  expect(pairs.every((pair) => pair.answered() === pair.sent.size)).toBe(true)
  expect(idle.every((socket) => socket.readyState === WebSocket.OPEN)).toBe(true)
  for (const pair of pairs) pair.close()
  for (const socket of idle) socket.terminate()
}, 300_000)
