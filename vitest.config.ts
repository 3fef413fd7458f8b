import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The public entry points, resolved to source, so that tests run the working tree and not the last packed build. */
export const alias = [
  { find: /^walletkit$/, replacement: at('./runtime/index.ts') },
  { find: /^walletkit\/(plugin|ui|elements)$/, replacement: at('./runtime/$1.ts') },
  { find: /^walletkit\/(react|ssr)$/, replacement: at('./runtime/$1.tsx') },
  { find: /^walletkit\/(wagmi|viem|ethers)$/, replacement: at('./runtime/interop/$1.ts') },
  { find: /^walletkit\/walletconnect$/, replacement: at('./runtime/remote/index.ts') },
  { find: /^walletkit\/auth$/, replacement: at('./runtime/auth/index.ts') },
  { find: /^walletkit\/analytics$/, replacement: at('./runtime/analytics/index.ts') },
  { find: /^walletkit\/siwx$/, replacement: at('./runtime/siwx/index.ts') },
  { find: /^walletkit\/siwx\/(.*)$/, replacement: at('./runtime/siwx/verify/$1.ts') },
  { find: /^walletkit\/siwx-server$/, replacement: at('./runtime/siwx/server/index.ts') },
  { find: /^walletkit\/test$/, replacement: at('./runtime/test/index.ts') },
  { find: /^walletkit\/chains\/(.*)$/, replacement: at('./runtime/chains/$1/index.ts') },
  { find: /^walletkit\/plugins\/(.*)$/, replacement: at('./plugins/$1/index.ts') },
]

/** Timeouts are generous because tests check results, not speed: `npm run bench` and the proof tests measure speed. */
const project = (
  name: string,
  include: string[],
  timeout: number,
  rest: Pick<InlineConfig, 'exclude' | 'globalSetup' | 'isolate' | 'provide'> = {},
) => ({
  resolve: { alias },
  test: {
    name,
    include,
    testTimeout: timeout,
    hookTimeout: 120_000,
    // Below the 10 s after which views refresh: a result that only a refresh brings must fail the test.
    expect: { poll: { timeout: 8_000, interval: 20 } },
    ...rest,
  },
})

const page = ['tests/support/setup.ts', 'tests/support/build.ts']

/** Files that run a relay client. Its timers last as long as the process, so each file gets its own process. */
const relay = [
  'tests/runtime/actions/{disconnect,pair,tabs}.test.ts',
  'tests/runtime/remote/*.test.ts',
  'tests/runtime/siwx/oneClick.test.ts',
]

/** Files in one worker share its modules and browser, which saves a third of the time. Each starts its own servers. */
const isolate = false

/** These pages live for seconds, so V8's optimizing compilers would cost more time than they save. */
const browserArgs = ['--js-flags=--no-opt --no-maglev']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('unit', ['tests/{runtime,plugins,schema,cli,sandbox,examples}/**/*.test.{ts,tsx}'], 20_000, {
        exclude: relay,
        isolate,
      }),
      project('relay', relay, 20_000),
      project('architecture', ['tests/architecture/**/*.test.ts'], 120_000),
      project('packages', ['tests/packages/**/*.test.ts'], 300_000, {
        globalSetup: ['tests/support/setup.ts', 'tests/support/packages.ts'],
      }),
      project('flows', ['tests/flows/**/*.test.ts'], 60_000, { globalSetup: page, isolate, provide: { browserArgs } }),
      project('engines', ['tests/engines/**/*.test.ts'], 120_000, {
        globalSetup: ['tests/support/packages.ts', 'tests/engines/setup.ts'],
      }),
      project('proof', ['tests/proof/**/*.test.ts'], 600_000, { globalSetup: page }),
    ],
  },
})
