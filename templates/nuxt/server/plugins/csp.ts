import { createHash } from 'node:crypto'
import csp from '~~/generated/csp.json'

const INLINE = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g

/**
 * Sends the policy that `walletkit csp` prints. It also allows the inline scripts of this page by their hashes. Nuxt's
 * development server injects styles, so there is no policy in development.
 */
export default defineNitroPlugin(({ hooks }) => {
  if (import.meta.dev) return
  hooks.hook('render:response', (response) => {
    const scripts = [...String(response.body).matchAll(INLINE)].map(([, text = '']) => text)
    const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    response.headers = {
      ...response.headers,
      'content-security-policy': [csp.policy, `script-src 'self' ${hashes.join(' ')}`].join('; '),
    }
  })
})
