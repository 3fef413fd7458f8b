/**
 * Serves the page that the studio shows next to its form: the draft's build, from a separate origin. A draft may name
 * RPC addresses with keys, so no other page may load its files: the address is a secret, and the server checks the
 * header in which browsers say where a request comes from.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { extname } from 'node:path'
import type { BuiltDraft } from './build.ts'
import { hostIs, listen } from './listen.ts'

/** How many of the newest drafts stay available, so that a preview that is still loading gets its files. */
const KEPT = 3

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Preview</title>
<script src="state.js"></script>
<script src="wallet.js"></script>
<script type="module" src="preview.js"></script>
</head>
<body><main><h1>Your page</h1><walletkit-button></walletkit-button></main></body>
</html>
`

/**
 * Replaces `fetch` before the kit loads, so that other origins can seem to never answer, to fail, or to be unreachable.
 * The state is `ready`, with real responses, until SCRIPT sets another one, after it connected the wallet.
 */
const STATE = `(() => {
  const own = globalThis.fetch.bind(globalThis)
  globalThis.studio = { state: 'ready' }
  globalThis.fetch = (...asked) => {
    const { state } = globalThis.studio
    const url = new URL(asked[0] instanceof Request ? asked[0].url : asked[0], location.href)
    if (state === 'ready' || url.origin === location.origin) return own(...asked)
    if (state === 'loading') return new Promise(() => {})
    if (state === 'error') return Promise.resolve(new Response('{}', { status: 503 }))
    return Promise.reject(new TypeError('Failed to fetch'))
  }
})()
`

/** Opens what the address asks for: `?view=Account&state=error&connected=1&answer=hold&mode=dark`. */
const SCRIPT = `import { kit } from './walletkit.js'

const asked = new URLSearchParams(location.search)
const wallet = globalThis.__walletkitTest?.['org.walletkit.test']
const mode = asked.get('mode')
if (mode === 'light' || mode === 'dark') kit.setThemeMode(mode)
const show = async () => {
  if (wallet && asked.has('connected')) await kit.connect('org.walletkit.test', 'eip155')
  wallet?.set({ answer: asked.get('answer') ?? 'approve' })
  globalThis.studio.state = asked.get('state') ?? 'ready'
  if (globalThis.studio.state === 'offline') {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  }
  await kit.open({ view: asked.get('view') ?? undefined })
}
show()
  .catch((error) => {
    document.querySelector('h1').textContent = error instanceof Error ? error.message : String(error)
  })
  .finally(() => parent.postMessage('shown', '*'))
`

export type Preview = {
  origin: string
  /** Makes a draft available, and returns the address of its page. */
  show: (draft: BuiltDraft) => string
  server: Server
}

/** Starts the preview's server. `studio` returns the only origin that may frame its pages. */
export async function startPreview(studio: () => string): Promise<Preview> {
  const drafts = new Map<string, BuiltDraft>()
  let origin = ''
  const server = createServer((request, response) => {
    const end = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) =>
      response
        .writeHead(status, {
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          ...headers,
        })
        .end(body)
    if (!hostIs(request, origin) || request.method !== 'GET') return end(403)
    const [, id = '', path = ''] = /^\/([\w-]+)\/([\w./-]*)(?:\?|$)/.exec(request.url ?? '') ?? []
    if (!mayLoad(request, path)) return end(403)
    const draft = drafts.get(id)
    const body = draft && (own(path) ?? draft.files.get(path))
    if (!draft || body === undefined) return end(404)
    const policy = draft.csp.replace("frame-ancestors 'none'", `frame-ancestors ${studio()}`)
    const type = TYPES[path ? extname(path) : '.html'] ?? 'application/octet-stream'
    return end(200, body, {
      'content-type': `${type}; charset=utf-8`,
      ...(path === '' && { 'content-security-policy': policy }),
    })
  })
  origin = await listen(server, 0)
  return {
    origin,
    server,
    show: (draft) => {
      const id = randomBytes(24).toString('base64url')
      drafts.set(id, draft)
      for (const old of [...drafts.keys()].slice(0, -KEPT)) drafts.delete(old)
      return `${origin}/${id}/`
    },
  }
}

/**
 * Whether the page that asks may have a file, as browsers say in `Sec-Fetch-Site`. The preview's page loads if the
 * studio frames it from another port (`same-site`) or a person opens its address (`none`); all other files go only to
 * that page (`same-origin`). Programs and old browsers send no such header: only the secret address keeps them out.
 */
function mayLoad({ headers }: IncomingMessage, path: string): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined || from === 'same-origin' || (path === '' && (from === 'same-site' || from === 'none'))
}

const own = (path: string) => ({ '': PAGE, 'state.js': STATE, 'preview.js': SCRIPT })[path]
