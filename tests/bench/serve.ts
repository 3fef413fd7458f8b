/** The bench's two servers: one for the built page, one for all configured services. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const HASHED = /\/assets\/[^/]+-[\w-]{8}\.\w+$/

const listen = (server: Server | HttpServer) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )

/** Serves a built folder like a typical host: compressed, hashed files cached forever, others revalidated. */
export async function servePage(folder: string): Promise<{ url: string; stop: () => void }> {
  const packed = new Map<string, Promise<Buffer>>()
  const server = createHttpServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname).replace(/\/$/, '/index.html')
    const body = packed.get(path) ?? readFile(join(folder, path)).then((content) => gzipSync(content, { level: 9 }))
    packed.set(path, body)
    body.then(
      (content) => {
        const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`
        const cached = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
        const headers = { etag, 'cache-control': cached, 'content-encoding': 'gzip' }
        if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end()
        response.writeHead(200, { ...headers, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  const url = await listen(server)
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, stop }
}

/** A proxy in front of the sandbox. While it hangs, it accepts connections and never answers. */
export type Services = { url: string; join: (sandbox: string) => void; hang: (on: boolean) => void; stop: () => void }

export async function startServices(): Promise<Services> {
  let port = 0
  let hanging = false
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((socket) => {
    keep(socket)
    if (hanging) return void socket.resume()
    const upstream = keep(connect(port, '127.0.0.1'))
    socket.pipe(upstream).pipe(socket)
    socket.on('close', () => upstream.destroy())
    upstream.on('close', () => socket.destroy())
  })
  const url = await listen(server)
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url,
    join: (sandbox) => void (port = Number(new URL(sandbox).port)),
    // Close existing connections too, because a request on an open keep-alive connection would still be answered.
    hang: (on) => {
      hanging = on
      drop()
    },
    stop: () => {
      drop()
      server.close()
    },
  }
}
