/**
 * `npm run docs`: builds the documentation from this checkout as static files, in `.cache/docs` or `--out DIR`. With
 * `--serve` it then serves them on this computer, at port 4321 or `--port N`.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDocs } from './docs/site.ts'
import { serveDocs } from './docs/serve.ts'
import { main, ROOT, say, step, Stop } from './run.ts'

main(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      serve: { type: 'boolean', default: false },
      port: { type: 'string', default: '4321' },
    },
  })
  const out = resolve(values.out ?? join(ROOT, '.cache', 'docs'))
  const port = Number(values.port)
  if (!Number.isSafeInteger(port) || port < 0 || port > 65535) throw new Stop(`--port ${values.port} is not a port.`)
  const count = await step('building the docs', () => buildDocs(out))
  say(`${count} pages in ${out}. Any web server can serve the folder, and the files open without one.`)
  if (!values.serve) return 0
  const { url, server } = await serveDocs(out, port)
  say(`${url}  (Ctrl-C stops)`)
  await new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
  server.closeAllConnections()
  server.close()
  return 0
})
