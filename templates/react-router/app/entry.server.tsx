import { randomUUID } from 'node:crypto'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import csp from '../generated/csp.json'
import { Nonce } from './nonce.ts'

/** Sends the policy that `walletkit csp` prints, with a nonce for the inline scripts of React Router: see README.md. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = btoa(randomUUID())
  const stream = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </Nonce>,
    { nonce, signal: request.signal },
  )
  headers.set('content-type', 'text/html')
  // React Router's development server injects styles and scripts, so there is no policy in development.
  if (import.meta.env.PROD)
    headers.set('content-security-policy', `${csp.policy}; script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`)
  return new Response(stream, { status, headers })
}
