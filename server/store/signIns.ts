/** Stores sign-ins with a wallet's signature (nonces and sessions) in the table `signins`. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Store } from '../../runtime/siwx/server/index.ts'
import type { Tables } from './tables.ts'

/**
 * The most that the rows of one kind may weigh together. A row weighs 1 for every 2,000 characters of its value,
 * rounded up. The limit is needed because anybody can ask for nonces, and sign in with any number of new keys.
 */
const MOST = 1_000_000
/**
 * ms after which the rows are counted again. Until then, each process adds the rows that it stores itself to the last
 * count.
 */
const RECOUNT = 10_000

type Count = { at: number; read: Promise<number>; added: number }

/** The key's prefix: `nonce`, `session`, or `ended`, which marks a session that was ended. */
const kindOf = (key: string) => key.split(':', 1)[0] ?? ''
const weightOf = (value: string) => Math.max(1, Math.ceil(value.length / 2_000))
/**
 * The key of a row is a hash of the site and the key: all sites share the table, and a site must not find what was
 * stored for another.
 */
const hashOf = (site: string, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([site, key]))
    .digest('base64url')

/**
 * Makes the store of sign-ins, divided by site.
 * @param options `most` is the limit of each kind. While it is reached, `set` rejects instead of deleting older rows,
 *   so that strangers cannot end sessions of others
 * @returns a function that returns the store of a site
 */
export function signInStore(
  db: Kysely<Tables>,
  { most = MOST, now = Date.now }: { most?: number; now?: () => number } = {},
): (site: string) => Store {
  const counts = new Map<string, Count>()
  const sumOf = async (kind: string): Promise<number> => {
    const { sum } = await db
      .selectFrom('signins')
      .select((each) => each.fn.sum<number | string | null>('weight').as('sum'))
      .where('until', '>', now())
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return Number(sum ?? 0)
  }
  const countOf = (kind: string): Count => {
    const known = counts.get(kind)
    if (known && now() - known.at < RECOUNT) return known
    const count = { at: now(), read: sumOf(kind), added: 0 }
    counts.set(kind, count)
    count.read.catch(() => counts.delete(kind))
    return count
  }
  const claim = async (kind: string, weight: number) => {
    const count = countOf(kind)
    const before = await count.read
    if (before + count.added + weight > most)
      throw Object.assign(new Error(`There are too many sign-ins (${kind})`), { name: 'TooManySignIns' })
    count.added += weight
  }

  return (site) => ({
    async get(key) {
      const row = await db
        .selectFrom('signins')
        .select('value')
        .where('key', '=', hashOf(site, key))
        .where('until', '>', now())
        .executeTakeFirst()
      return row?.value
    },
    async set(key, value, ttlSeconds) {
      const [kind, weight] = [kindOf(key), weightOf(value)]
      await claim(kind, weight)
      const row = { value, weight, until: now() + ttlSeconds * 1_000 }
      await db
        .insertInto('signins')
        .values({ key: hashOf(site, key), kind, ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    },
    // One statement, so atomic: of several that delete a row at once, only one gets it.
    async take(key) {
      const row = await db
        .deleteFrom('signins')
        .where('key', '=', hashOf(site, key))
        .where('until', '>', now())
        .returning(['value', 'weight'])
        .executeTakeFirst()
      const count = counts.get(kindOf(key))
      // A session that is taken makes room for the one that replaces it.
      if (row && count) count.added -= row.weight
      return row?.value
    },
  })
}
