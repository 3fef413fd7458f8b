import { existsSync, readFileSync } from 'node:fs'
import adapter from '@sveltejs/adapter-node'

/** The policy that `walletkit csp` prints, as SvelteKit takes it: `{ 'img-src': ['self', …] }`. */
function readPolicy() {
  const file = new URL('./generated/csp.json', import.meta.url)
  const { policy } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { policy: '' }
  const directives = policy.split('; ').map((directive) => directive.replaceAll("'", '').split(' '))
  return Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]))
}

/** The hash of the style attribute of the element in which SvelteKit announces page titles to screen readers. */
const ANNOUNCER = 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    adapter: adapter(),
    // SvelteKit adds the hash or the nonce of its own inline script. In development there is no policy.
    ...(process.env.NODE_ENV === 'production' && {
      csp: {
        directives: {
          ...readPolicy(),
          'style-src-attr': ['unsafe-hashes', ANNOUNCER],
        },
      },
    }),
  },
}
