/** Serves the docs on this computer, with a strict Content-Security-Policy, under which they must work. */
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export const POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** Serves `folder` on 127.0.0.1, at `port`, or at any free port for 0. Rejects when the port is taken. */
export async function serveDocs(folder: string, port: number): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // `path` begins with a slash, so `normalize` removes every `..` that would lead out of the folder.
    const path = normalize(decode(pathname).replace(/\/$/, '/index.html'))
    readFile(join(folder, path)).then(
      (body) => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream'
        response
          .writeHead(200, {
            'content-type': type,
            'content-security-policy': POLICY,
            'x-content-type-options': 'nosniff',
          })
          .end(body)
      },
      () => response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

const decode = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
