import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The public doors, resolved to source: tests run what the tree holds, not what was packed last. */
export const alias = [
  { find: /^walletkit$/, replacement: at('./runtime/index.ts') },
  { find: /^walletkit\/(plugin|ui|elements)$/, replacement: at('./runtime/$1.ts') },
  { find: /^walletkit\/(react|ssr)$/, replacement: at('./runtime/$1.tsx') },
  { find: /^walletkit\/(wagmi|viem|ethers)$/, replacement: at('./runtime/interop/$1.ts') },
  { find: /^walletkit\/walletconnect$/, replacement: at('./runtime/connectors/walletConnect/index.ts') },
  { find: /^walletkit\/auth$/, replacement: at('./runtime/auth/index.ts') },
  { find: /^walletkit\/analytics$/, replacement: at('./runtime/analytics/index.ts') },
  { find: /^walletkit\/siwx$/, replacement: at('./runtime/siwx/index.ts') },
  { find: /^walletkit\/siwx\/(.*)$/, replacement: at('./runtime/siwx/verify/$1.ts') },
  { find: /^walletkit\/siwx-server$/, replacement: at('./runtime/siwx/server/index.ts') },
  { find: /^walletkit\/test$/, replacement: at('./runtime/test/index.ts') },
  { find: /^walletkit\/chains\/(.*)$/, replacement: at('./runtime/chains/$1/index.ts') },
  { find: /^walletkit\/plugins\/(.*)$/, replacement: at('./plugins/$1/index.ts') },
]

/** What is waited for comes when it comes: how fast it does is measured by `npm run bench` and the proofs. */
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
    // Screens read anew every 10 s: what only came with that reading is not what a test waited for.
    expect: { poll: { timeout: 8_000, interval: 20 } },
    ...rest,
  },
})

const page = ['tests/support/setup.ts', 'tests/support/build.ts']

/** Files that run a relay client, whose timers live as long as their process does: each gets one of its own. */
const relay = [
  'tests/runtime/actions/{disconnect,pair,tabs}.test.ts',
  'tests/runtime/connectors/{remote,walletConnect/*}.test.ts',
  'tests/runtime/siwx/oneClick.test.ts',
]

/** The files of a worker share its modules, and the browser: a third less to do. Each starts its own servers. */
const isolate = false

/** A page of these tests lives for seconds: what V8 would make faster in it is thrown away before it pays. */
const browserArgs = ['--js-flags=--no-opt --no-maglev']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('unit', ['tests/{runtime,plugins,schema,cli,examples}/**/*.test.{ts,tsx}'], 20_000, {
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
