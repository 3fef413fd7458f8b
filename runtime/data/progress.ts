/** What plugins are working on for the visitor, as the Account view shows it. */
import { proxy } from 'valtio/vanilla'
import { perKit } from '../contracts/perKit.ts'
import type { Progress } from '../contracts/pluginKit.ts'

/** One entry for each plugin, newest first. `isSeen`: the visitor has looked at the outcome. */
export type ShownProgress = Progress & { plugin: string; since: number; isSeen: boolean }

export const progress = perKit(() => proxy<ShownProgress[]>([]))

/** Replaces what the plugin showed before; the time goes on while the state stays the same. */
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

/** Drops the outcomes that were looked at: the next visit begins without them. */
export function hideSeen(list: ShownProgress[]) {
  for (const { plugin } of list.filter(({ isSeen }) => isSeen)) hideProgress(list, plugin)
}
