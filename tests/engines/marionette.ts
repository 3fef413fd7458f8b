/**
 * Asks Firefox over Marionette, the protocol below WebDriver, because it has the virtual authenticator
 * (https://www.w3.org/TR/webauthn-3/#sctn-automation) and WebDriver BiDi has none.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends one command. Only one may run at a time. @throws Error with Firefox's message */
export type Marionette = <T>(name: string, parameters: object) => Promise<T>

type Answer<T> = [kind: 1, id: number, error: { message: string } | null, result: T]

/** The connection must last as long as the browser: when it ends, Firefox ends the session of WebDriver BiDi too. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const messages = messagesOf(socket)
  // Firefox greets first.
  await messages.next()
  let id = 0
  return async <T>(name: string, parameters: object) => {
    id += 1
    const command = JSON.stringify([0, id, name, parameters])
    socket.write(`${Buffer.byteLength(command)}:${command}`)
    const { value, done } = await messages.next()
    if (done) throw new Error(`Firefox closed the connection before it answered ${name}`)
    const [, , error, result] = value as Answer<T>
    if (error) throw new Error(`${name}: ${error.message}`)
    return result
  }
}

/** Reads messages, each of which is its length in bytes, a colon, and JSON. */
async function* messagesOf(socket: Socket): AsyncGenerator<unknown, void> {
  let bytes: Buffer = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const colon = bytes.indexOf(':')
      const end = colon + 1 + Number(bytes.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || bytes.length < end) break
      yield JSON.parse(bytes.subarray(colon + 1, end).toString())
      bytes = bytes.subarray(end)
    }
  }
}
