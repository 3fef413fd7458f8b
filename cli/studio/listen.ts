/** Starts servers that listen on 127.0.0.1 only, and checks that a request was meant for them. */
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts the server and returns its origin. If the port is taken, or is 0, any free port is used. */
export async function listen(server: Server, port: number): Promise<string> {
  const start = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await start(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return start(0)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Whether the request's `Host` is this server. If a site's name resolves to 127.0.0.1 (DNS rebinding), its requests
 * name that site, and must be refused.
 */
export const hostIs = ({ headers }: IncomingMessage, origin: string) => `http://${headers.host}` === origin

/** Whether the studio's page sent the POST, by its `Origin`, which browsers add to every POST, and its type, JSON. */
export const isOwn = ({ headers }: IncomingMessage, origin: string) =>
  headers.origin === origin && headers['content-type'] === 'application/json'
