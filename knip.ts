import type { KnipConfig } from 'knip'
import { entryPoints } from './cli/repo/entryPoints.ts'

/** `!` marks what `knip --production` reads: what is published, and what makes it. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        ...entryPoints().map(({ source }) => `${source}!`),
        'cli/repo/*.{ts,mjs}!',
        'cli/repo/docs/browser/docs.ts!',
        'cli/repo/studioPage.ts!',
        'cli/studio/page/main.ts!',
        'cli/repo/demo/main.tsx!',
        'cli/index.ts!',
        'schema/generate.ts!',
        'runtime/test/install.ts!',
        // `walletkit build` bundles it for Node.
        'runtime/ui/ahead/print.tsx!',
        'tests/**/*.test.ts',
        'tests/**/main.tsx',
        'tests/support/dev/server.tsx',
        'tests/bench/*.ts',
      ],
      project: [
        '{runtime,plugins,schema,cli}/**/*.{ts,tsx}!',
        'tests/**/*.{ts,tsx}',
        '!sandbox/**',
        '!server/**',
        '!tests/examples/**',
        '!tests/cli/import/projects/**',
      ],
      ignoreDependencies: ['@arethetypeswrong/cli', 'axe-core', 'publint'],
      // Of Debian, for the tests of an HSM.
      ignoreBinaries: ['pkcs11-tool', 'softhsm2-util'],
    },
    sandbox: {
      entry: ['index.ts!', 'bin.ts!', 'compile.ts!'],
      project: ['**/*.ts!'],
      ignore: ['contracts/artifacts/**'],
      ignoreDependencies: ['@foundry-rs/anvil', '@openzeppelin/contracts'],
    },
    server: {
      entry: ['bin.ts!'],
      project: ['**/*.ts!'],
      // `ws`: the relay needs it, whose source is in the sandbox's folder. `koffi`: only those with an HSM install it.
      ignoreDependencies: ['ws', 'koffi'],
    },
    'cli/create': {
      entry: ['index.ts!'],
      project: ['**/*.ts!'],
    },
  },
  ignoreExportsUsedInFile: true,
}
export default config
