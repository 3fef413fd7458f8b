/** A bare client of a relay, without the wallets' library. */
import { WebSocket } from 'ws'
import { createClientKey } from '../sandbox/clientKey.ts'
import { until } from '../sandbox/peers.ts'

type Frame = {
  id?: number
  method?: string
  result?: unknown
  error?: { message: string }
  params?: { data: { topic: string; message: string } }
}

/**
 * Connects to the relay of a server.
 * @param server the server's origin @param options `key`: to come back as the same client. `named`: the origin that the
 *   relay believes to have, where that is another one. `acknowledges`: whether it acknowledges what is pushed to it
 */
export async function connectRelay(
  server: string,
  { key = createClientKey(), named = server, acknowledges = true } = {},
) {
  const [, query] = key.address(`${named.replace('http', 'ws')}/relay`).split('?')
  const socket = new WebSocket(`${server.replace('http', 'ws')}/relay?${query}`)
  const answers = new Map<number, Frame>()
  const texts: string[] = []
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as Frame
    if (frame.params) {
      texts.push(frame.params.data.message)
      if (acknowledges) socket.send(JSON.stringify({ jsonrpc: '2.0', id: frame.id, result: true }))
    } else answers.set(frame.id ?? 0, frame)
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  let last = 0
  /** @throws Error with the relay's message */
  const call = async (method: string, params: object): Promise<unknown> => {
    const id = ++last
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    await until(() => answers.has(id) || socket.readyState !== WebSocket.OPEN, `an answer to ${method}`)
    const { result, error = result === undefined ? { message: 'The socket was closed' } : undefined } =
      answers.get(id) ?? {}
    if (error) throw new Error(error.message)
    return result
  }
  return {
    key,
    /** The messages that were pushed to it. */
    texts,
    closed,
    call,
    subscribe: (topic: string) => call('irn_subscribe', { topic }),
    publish: (topic: string, message: string, ttl = 300) => call('irn_publish', { topic, message, ttl, tag: 1 }),
    async close() {
      socket.close()
      await closed
    },
  }
}
