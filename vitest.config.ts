import { defineConfig } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'
import { entryAliases } from './cli/repo/entryPoints.ts'

/** The public entry points, resolved to source, so that tests run the working tree and not the last packed build. */
const alias = entryAliases()

/** In ms. Below the 10 s after which views refresh: a result that only a refresh brings must fail the test. */
const POLL = 8_000

/** Timeouts are generous because tests check results, not speed: `npm run bench` and the proof tests measure speed. */
const project = (
  name: string,
  include: string[],
  timeout: number,
  rest: Pick<
    InlineConfig,
    'exclude' | 'expect' | 'globalSetup' | 'isolate' | 'maxWorkers' | 'provide' | 'sequence' | 'setupFiles'
  > = {},
) => ({
  resolve: { alias },
  test: {
    name,
    include,
    testTimeout: timeout,
    hookTimeout: 120_000,
    expect: { poll: { timeout: POLL, interval: 20 } },
    ...rest,
  },
})

const page = ['tests/support/setup.ts', 'tests/support/build.ts']

/**
 * Files that each need a process of their own: those with a relay client, whose timers last as long as the process, and
 * those with an HSM, whose library finds only the tokens that were there when the process first used it.
 */
const relay = [
  'tests/server/keys/{hsm,hsmFaults}.test.ts',
  'tests/sandbox/{relay,relayWire,walletPage}.test.ts',
  'tests/runtime/actions/{disconnect,pair,sessionWalk,tabs}.test.ts',
  'tests/runtime/remote/**/*.test.ts',
  'tests/runtime/siwx/oneClick.test.ts',
]

/** Files in one worker share its modules and browser, which saves a third of the time. Each starts its own servers. */
const isolate = false

/** These pages live for seconds, so V8's optimizing compilers would cost more time than they save. */
const browserArgs = ['--js-flags=--no-opt --no-maglev']

/** Flows that try a part of their combinations on every change, and all of them in the proof. */
const matrices = ['tests/flows/{docs,faults,locales,pluginFaults}.test.ts']

/** Files of the proof that measure time: nothing runs beside them. */
const timed = [
  'tests/proof/{history,hsmFigures,relayFigures,relayKills,serverFigures,serverKills,serverSteps,wallets}.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('unit', ['tests/{runtime,plugins,schema,cli,sandbox,server,examples}/**/*.test.{ts,tsx}'], 20_000, {
        exclude: relay,
        globalSetup: 'tests/support/serverFolder.ts',
        isolate,
        setupFiles: ['tests/support/leftGlobals.ts'],
      }),
      project('relay', relay, 20_000),
      project('architecture', ['tests/architecture/**/*.test.ts'], 120_000),
      project('packages', ['tests/packages/**/*.test.ts'], 300_000, {
        globalSetup: ['tests/support/setup.ts', 'tests/support/packages.ts'],
      }),
      project('frameworks', ['tests/frameworks/**/*.test.ts'], 300_000, {
        globalSetup: ['tests/support/setup.ts', 'tests/support/packages.ts'],
      }),
      // On a busy machine a flow of many steps takes three times as long as alone; a step that hangs ends it after POLL.
      project('flows', ['tests/flows/**/*.test.ts'], 180_000, {
        globalSetup: page,
        isolate,
        // Each look at a page costs its processor time.
        expect: { poll: { timeout: POLL, interval: 50 } },
        provide: { browserArgs, whole: false },
      }),
      project('engines', ['tests/engines/**/*.test.ts'], 120_000, {
        globalSetup: ['tests/support/packages.ts', 'tests/engines/setup.ts'],
      }),
      project('proof', ['tests/proof/**/*.test.ts', ...matrices], 600_000, {
        exclude: timed,
        globalSetup: page,
        provide: { whole: true },
      }),
      project('timed', timed, 600_000, {
        globalSetup: [...page, 'tests/support/serverFolder.ts'],
        provide: { whole: true },
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})
