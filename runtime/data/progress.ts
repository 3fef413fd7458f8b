/** Stores what plugins are working on for the visitor. The Account view shows it. */
import { proxy } from 'valtio/vanilla'
import { perKit } from '../contracts/perKit.ts'
import type { Progress } from '../contracts/progress.ts'

/** What one plugin is working on, since `since` (ms since 1970). `isSeen`: the visitor has seen the outcome. */
export type ShownProgress = Progress & { plugin: string; since: number; isSeen: boolean }

/** The newest entry first; each plugin has at most one. */
export const progress = perKit(() => proxy<ShownProgress[]>([]))

/** Replaces the plugin's entry by `next`; `since` stays the same as long as the entry's `state` does. */
export function setProgress(list: ShownProgress[], plugin: string, next: Progress) {
  const before = list.find((each) => each.plugin === plugin)
  const since = before?.state === next.state ? before.since : Date.now()
  hideProgress(list, plugin)
  list.unshift({ ...next, plugin, since, isSeen: false })
}

export function hideProgress(list: ShownProgress[], plugin: string) {
  const at = list.findIndex((each) => each.plugin === plugin)
  if (at >= 0) list.splice(at, 1)
}

/** Removes the entries that the visitor has seen, so that the next visit of the view starts without them. */
export function hideSeen(list: ShownProgress[]) {
  for (const { plugin } of list.filter(({ isSeen }) => isSeen)) hideProgress(list, plugin)
}
