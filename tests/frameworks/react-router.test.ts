/** The `react-router` template: see tests/support/frameworkSite.ts. */
import { testTemplate } from '../support/frameworkSite.ts'

testTemplate('react-router', {
  server: () => ['node_modules/@react-router/serve/bin.js', './build/server/index.js'],
  policy: ["trusted-types 'none'", "'strict-dynamic'"],
})
