import type { Kit } from '../contracts/kit.ts'
import { homeView } from './homeView.ts'

/**
 * Removes views from the modal and its history, so that Back cannot reach them either. Shows the view before them, else
 * the one that opening the modal would show.
 */
export function leaveViews(kit: Kit, isGone: (view: string) => boolean) {
  const { router } = kit.state
  const kept = router.history.filter(({ view }) => !isGone(view))
  if (kept.length === router.history.length) return
  if (!kept.length) kept.push({ view: homeView(kit), params: undefined })
  router.history = kept
  if (isGone(router.view)) Object.assign(router, { ...kept.at(-1), direction: 'back' })
}
