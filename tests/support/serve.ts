/** Serves a folder over HTTP on 127.0.0.1. The caller has to stop it. */
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

export type Served = { url: string; stop: () => Promise<void> }
type Headers = Readonly<Record<string, string>>
export type ServeOptions = {
  /** More headers of each response. A function is called at each request, for headers that are not known yet. */
  headers?: Headers | (() => Headers)
  /** Names of URL folders under which the same files are served again. */
  copies?: readonly string[]
  /** The port to listen on if it is free; else, and by default, any. */
  port?: number
  /** Let browsers keep the files in `assets/`: their names contain a hash of their content. */
  cached?: boolean
}

const LASTING = { 'cache-control': 'public, max-age=31536000, immutable' }

export async function serveFolder(
  folder: string,
  { headers = {}, copies = [], cached = false, port = 0 }: ServeOptions = {},
): Promise<Served> {
  const server = createServer((request, response) => {
    const asked = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const copy = copies.find((name) => asked.startsWith(`/${name}/`))
    const path = (copy === undefined ? asked : asked.slice(copy.length + 1)).replace(/\/$/, '/index.html')
    readFile(join(folder, path)).then(
      (body) => {
        const own = typeof headers === 'function' ? headers() : headers
        const type = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }
        const lasting = cached && path.startsWith('/assets/') ? LASTING : {}
        response.writeHead(200, { ...type, ...lasting, ...own }).end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  const listen = (on: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(on, '127.0.0.1', resolve))
  await listen(port).catch(() => listen(0))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
