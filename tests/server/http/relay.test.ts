/** The server's relay, which is on the same port as the rest. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createClientKey } from '../../sandbox/clientKey.ts'
import { until } from '../../sandbox/peers.ts'
import { startHosted } from '../../support/hosted.ts'

let hosted: Awaited<ReturnType<typeof startHosted>>
beforeAll(async () => {
  hosted = await startHosted()
})
afterAll(() => hosted.close())

async function connect(key = createClientKey()) {
  const socket = new WebSocket(key.address(`${hosted.url().replace('http', 'ws')}/relay`))
  const came: { id?: number; method?: string; params?: { data: { message: string } } }[] = []
  socket.on('message', (data: Buffer) => came.push(JSON.parse(data.toString('utf8')) as (typeof came)[number]))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const call = async (id: number, method: string, params: object) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    await until(() => came.some((each) => each.id === id && !each.method), `an answer to ${method}`)
  }
  return { socket, came, call }
}

it('passes a message to whoever subscribed, and closes with 1012 when the server stops', async () => {
  const topic = 'a'.repeat(64)
  const [one, two] = [await connect(), await connect()]
  await one.call(1, 'irn_subscribe', { topic })
  await two.call(1, 'irn_publish', { topic, message: 'hello', ttl: 300, tag: 1 })
  await until(() => one.came.some(({ params }) => params?.data.message === 'hello'), 'the message')
  expect(await (await fetch(`${hosted.url()}/metrics`)).text()).toContain('walletkit_relay_sockets 2')
  const closed = new Promise<number>((resolve) => one.socket.once('close', resolve))
  await hosted.restart()
  expect(await closed).toBe(1012)
})

it('is not there if the config says so', async () => {
  const own = await startHosted({ relay: false })
  const socket = new WebSocket(createClientKey().address(`${own.url().replace('http', 'ws')}/relay`))
  const refused = new Promise<number>((resolve) =>
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode)),
  )
  socket.on('error', () => {})
  expect(await refused).toBe(404)
  await own.close()
})
