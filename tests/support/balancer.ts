/** A load balancer that gives each request to the next of several servers, whoever sent it. */
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** @param ports returns the servers' ports; a request whose server refuses the connection goes to the next one */
export async function startBalancer(ports: () => readonly number[]) {
  let turn = 0
  /** The number of requests that each server answered, by port. */
  const answered = new Map<number, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const all = ports()
      const first = turn++ % all.length
      pass([...all.slice(first), ...all.slice(0, first)])
    })
    // The order is the request's own: if its retries took turns with other requests, they could meet the same dead
    // server again.
    const pass = ([port, ...others]: readonly number[]): void => {
      const { method, url: path, headers } = request
      // `agent: false` keeps no connection open: a killed server then refuses the connection, and the request goes to
      // the next server. A request that a server had already accepted when it was killed is lost.
      const passed = ask({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
        answered.set(port ?? 0, (answered.get(port ?? 0) ?? 0) + 1)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      })
      passed.on('error', (error) => {
        const isGone = 'code' in error && error.code === 'ECONNREFUSED'
        if (isGone && others.length > 0) return pass(others)
        response.destroy()
      })
      passed.end(Buffer.concat(chunks))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    answered,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
