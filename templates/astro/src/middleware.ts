import { createHash } from 'node:crypto'
import { defineMiddleware } from 'astro:middleware'
import csp from '../generated/csp.json'

const INLINE = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g
const STYLES = /<style[^>]*>([^]*?)<\/style>/g

/**
 * Sends the policy that `walletkit csp` prints. It also allows Astro's inline scripts and the style of its islands, by
 * their hashes. Astro's development server injects styles and scripts, so there is no policy in development.
 */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next()
  // Not `import.meta.env.DEV`: Astro takes its value from a variable of the build's environment, if there is one.
  if (import.meta.hot || !response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  const headers = new Headers(response.headers)
  const policy = [csp.policy, `script-src 'self' ${hashes(html, INLINE)}`, `style-src 'self' ${hashes(html, STYLES)}`]
  headers.set('content-security-policy', policy.join('; '))
  return new Response(html, { status: response.status, headers })
})

const hashes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ')
