import type { Kit } from '../kit.ts'

/** Takes up what other pages of the site wrote down while this one could not heed it. Never throws. */
export const followOthers = (kit: Kit) =>
  void import('./tabs.ts').then(({ follow }) => follow(kit)).catch(() => undefined)
