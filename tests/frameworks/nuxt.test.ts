/** The `nuxt` template: see tests/support/frameworkSite.ts. */
import { testTemplate } from '../support/frameworkSite.ts'

testTemplate('nuxt', {
  server: () => ['.output/server/index.mjs'],
  policy: ['trusted-types vue', "script-src 'self' 'sha256-"],
})
