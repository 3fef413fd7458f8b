/**
 * Takes random steps of a model at two servers on one PostgreSQL and one Redis: they must lose no code, no session and
 * no key, and make none of them twice.
 */
import { cpus, loadavg } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { findPostgres, POSTGRES_ADVICE } from '../../cli/repo/postgres.ts'
import { findRedis, REDIS_ADVICE } from '../../cli/repo/redis.ts'
import type { User } from '../../sandbox/login/database.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { parseMasterKeys } from '../../server/keys/masterKeys.ts'
import { localWrapper } from '../../server/keys/wrapper.ts'
import { openThere } from '../../server/store/database.ts'
import { sqlStore } from '../../server/store/sqlStore.ts'
import { verify } from '../../server/verbs/verify.ts'
import { act, worldOf } from '../support/steps/actor.ts'
import { KINDS } from '../support/steps/kinds.ts'
import { startPair } from '../support/steps/service.ts'

/** How many steps. More take longer: `WALLETKIT_STEPS=1000000`. */
const STEPS = Number(process.env['WALLETKIT_STEPS'] ?? 20_000)
/** Decides all that is random, but not which process is faster. */
const SEED = Number(process.env['WALLETKIT_SEED'] ?? Math.floor(Math.random() * 1e6))
/** How many take their steps at once. */
const ACTORS = 32

const [hasPostgres, hasRedis] = [(await findPostgres()) !== undefined, (await findRedis()) !== undefined]
if (!hasPostgres) it.skip(`PostgreSQL ${POSTGRES_ADVICE}`)
if (!hasRedis) it.skip(REDIS_ADVICE)

async function accountsOf(store: Store): Promise<User[]> {
  const all: User[] = []
  for (;;) {
    const page = await store.usersAfter(all.at(-1)?.id ?? '', 100)
    if (!page.length) return all
    all.push(...page)
  }
}

it.runIf(hasPostgres && hasRedis)(
  `${STEPS} random steps at two processes lose and double no code, no session and no key`,
  async () => {
    console.log(`seed ${SEED}, ${cpus().length} processors, load before: ${loadavg()[0]?.toFixed(1)}`)
    const pair = await startPair()
    onTestFinished(pair.close)
    const world = worldOf(pair, SEED, ACTORS)
    const started = performance.now()
    const quota = Math.ceil(STEPS / ACTORS)
    const all = await Promise.allSettled(Array.from({ length: ACTORS }, (_, number) => act(world, number, quota)))
    for (const each of all) if (each.status === 'rejected') throw each.reason
    const seconds = (performance.now() - started) / 1000

    // What is stored is exactly what the model has.
    const people = world.everybody.filter(({ isKnown }) => isKnown)
    const store = sqlStore(await openThere(pair.database))
    onTestFinished(store.close)
    const accounts = new Map((await accountsOf(store)).map((user) => [user.email, user]))
    for (const { email, address, live } of people) {
      const user = accounts.get(email)
      expect(user?.evm, email).toBe(address)
      const handles = (await store.sessionsOf(user?.id ?? '')).map(({ handle }) => handle)
      expect(handles.sort(), email).toEqual(live.map(({ handle }) => handle).sort())
    }
    const verified = await verify(store, localWrapper(parseMasterKeys(pair.masterKeys)))
    expect(verified).toEqual({ accounts: people.length, locked: 0, lost: [] })
    expect(pair.mails.left()).toEqual([])

    const steps = [...world.counts.values()].reduce((sum, count) => sum + count, 0)
    const races = [...world.counts].reduce((sum, [kind, count]) => sum + (kind.startsWith('race: ') ? count : 0), 0)
    console.table(Object.fromEntries([...world.counts].sort(([, one], [, other]) => other - one)))
    console.log(
      `${steps} steps in ${Math.round(seconds)} s, ${Math.round(steps / seconds)} a second: ${races} races, ` +
        `${people.length} accounts, ${world.secrets.size} frames, tokens and handles`,
    )
    expect(steps).toBeGreaterThanOrEqual(STEPS)
    // A kind that never comes would prove nothing.
    for (const name of [...Object.keys(KINDS), 'race: first logins'])
      expect(world.counts.get(name) ?? 0, name).toBeGreaterThan(0)
  },
  7_200_000,
)
