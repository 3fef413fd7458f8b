/** The `sveltekit` template: see tests/support/frameworkSite.ts. */
import { testTemplate } from '../support/frameworkSite.ts'

testTemplate('sveltekit', {
  server: () => ['build'],
  policy: ['trusted-types svelte-trusted-html sveltekit-trusted-url', "script-src 'self' 'nonce-"],
})
