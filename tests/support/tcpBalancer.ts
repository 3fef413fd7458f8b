/** A load balancer that knows nothing of HTTP: it passes each connection to the next of several servers. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** @param ports returns the servers' ports; a connection that a server refuses goes to the next one */
export async function startTcpBalancer(ports: () => readonly number[]) {
  let turn = 0
  const open = new Set<Socket>()
  const pass = (from: Socket, [port, ...others]: readonly number[]): void => {
    if (port === undefined) return void from.destroy()
    const to = connect(port, '127.0.0.1')
    let isThere = false
    to.once('connect', () => {
      isThere = true
      from.pipe(to).pipe(from)
    })
    to.on('error', () => (isThere ? from.destroy() : pass(from, others)))
    to.once('close', () => isThere && from.destroy())
    from.once('close', () => to.destroy())
  }
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
    const all = ports()
    const first = turn++ % all.length
    pass(socket, [...all.slice(first), ...all.slice(0, first)])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
