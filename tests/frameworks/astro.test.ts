/** The `astro` template: see tests/support/frameworkSite.ts. */
import { testTemplate } from '../support/frameworkSite.ts'

testTemplate('astro', {
  server: () => ['dist/server/entry.mjs'],
  policy: ["trusted-types 'none'", "script-src 'self' 'sha256-"],
})
