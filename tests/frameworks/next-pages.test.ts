/** The `next-pages` template: see tests/support/frameworkSite.ts. */
import { testTemplate } from '../support/frameworkSite.ts'

testTemplate('next-pages', {
  server: (port) => ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', String(port)],
  policy: ['trusted-types nextjs nextjs#bundler', "'strict-dynamic'"],
})
