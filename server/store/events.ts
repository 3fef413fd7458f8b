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

/** Whether this version knows a kind of event. A newer version may have stored other kinds, which are skipped. */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(KINDS, kind)
