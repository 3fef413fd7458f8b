import type { EventKind } from '../../sandbox/login/store.ts'

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
}

/** Whether this version knows an event: a newer one may have written others. */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(KINDS, kind)
