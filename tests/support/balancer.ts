/** Gives each request to the next of several servers, as a balancer without any memory does. */
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** @param ports of the servers; whoever asks while one of them is gone gets the next one */
export async function startBalancer(ports: () => readonly number[]) {
  let turn = 0
  /** Which of the servers answered how many requests. */
  const answered = new Map<number, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => pass(ports().length))
    const pass = (left: number): void => {
      const all = ports()
      const port = all[turn++ % all.length]
      const { method, url: path, headers } = request
      // Nothing is kept open, so that a server that was killed is noticed before it gets a request.
      const passed = ask({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
        answered.set(port ?? 0, (answered.get(port ?? 0) ?? 0) + 1)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      })
      passed.on('error', (error) => {
        const isGone = 'code' in error && error.code === 'ECONNREFUSED'
        if (isGone && left > 1) return pass(left - 1)
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
