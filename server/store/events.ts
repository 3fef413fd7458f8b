import type { Kysely } from 'kysely'
import type { Event, EventKind } from '../../sandbox/login/store.ts'
import type { Tables } from './tables.ts'

const KINDS: Readonly<Record<EventKind, true>> = {
  created: true,
  loggedIn: true,
  signedOut: true,
  addressChanged: true,
  exported: true,
  deleted: true,
  takenBack: true,
  approved: true,
  rotated: true,
  locked: true,
  passkeyAdded: true,
  passkeyRemoved: true,
  recoveryRenewed: true,
  unlocked: true,
}

/** Whether this version knows a kind of event. A newer version may have stored other kinds, which are skipped. */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(KINDS, kind)

/**
 * Stores an event; does nothing without one. Call it in the transaction of the change that the event describes, so that
 * both are stored, or neither.
 */
export async function insertEvent(db: Kysely<Tables>, event: Event | undefined): Promise<void> {
  if (!event) return
  const { at, kind, user, site = null, detail = null } = event
  await db.insertInto('events').values({ at, kind, user, site, detail }).execute()
}
