import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

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
const project = (name: string, include: string[], timeout: number, globalSetup: string[] = []) => ({
  resolve: { alias },
  test: {
    name,
    include,
    testTimeout: timeout,
    hookTimeout: 120_000,
    globalSetup,
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
})

const page = ['tests/support/setup.ts', 'tests/support/build.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('unit', ['tests/{runtime,plugins,schema,cli,examples}/**/*.test.{ts,tsx}'], 20_000),
      project('architecture', ['tests/architecture/**/*.test.ts'], 120_000),
      project('packages', ['tests/packages/**/*.test.ts'], 300_000, [
        'tests/support/setup.ts',
        'tests/support/packages.ts',
      ]),
      project('flows', ['tests/flows/**/*.test.ts'], 60_000, page),
      project('proof', ['tests/proof/**/*.test.ts'], 600_000, page),
    ],
  },
})
