import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Env } from '../data/routes.ts'
import { signInStore } from '../store/signIns.ts'
import type { Tables } from '../store/tables.ts'
import { signInRoutes } from './routes.ts'

/**
 * Makes the endpoints of sign-in from the config.
 *
 * @param report gets each failure of the database or of a node
 * @returns undefined if the config has no `signIn`
 */
export const openSignIn = (
  config: Config,
  db: Kysely<Tables>,
  report: (error: unknown) => void,
): Hono<Env> | undefined =>
  config.signIn && signInRoutes({ config, signIn: config.signIn, storeOf: signInStore(db), report })
