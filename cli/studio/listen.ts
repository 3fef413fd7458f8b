/** Servers of this computer: they listen on 127.0.0.1, and answer only requests that were meant for them. */
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Resolves with the origin. A port that is taken is replaced by a free one; 0 is any. */
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
 * Whether the request names this server. A site whose name resolves to 127.0.0.1 (DNS rebinding) sends its own name,
 * and must learn nothing.
 */
export const hostIs = ({ headers }: IncomingMessage, origin: string) => `http://${headers.host}` === origin

/** Whether our own page sent the request. Browsers send `Origin` with every POST; another site's is another. */
export const isOwn = ({ headers }: IncomingMessage, origin: string) =>
  headers.origin === origin && headers['content-type'] === 'application/json'
