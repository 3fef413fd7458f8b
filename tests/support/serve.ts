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

/** Serves a folder on loopback with the headers given. `headers` may be a function, for what is not known yet. */
export async function serveFolder(
  folder: string,
  headers: Record<string, string> | (() => Record<string, string>) = {},
) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname).replace(/\/$/, '/index.html')
    readFile(join(folder, path)).then(
      (body) => {
        const own = typeof headers === 'function' ? headers() : headers
        response
          .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', ...own })
          .end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
