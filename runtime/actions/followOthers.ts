import type { Kit } from '../contracts/kit.ts'

/** Applies what other pages of the site wrote to storage while this page was not listening to it. Never throws. */
export const followOthers = (kit: Kit) =>
  void import('./tabs.ts').then(({ follow }) => follow(kit)).catch(() => undefined)
