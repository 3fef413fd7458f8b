import type { Kit } from '../kit.ts'
import { homeView } from './open.ts'

/** Takes views out of the modal, those that Back would lead to as well. What came before is shown, else what opening shows. */
export function leaveViews(kit: Kit, isGone: (view: string) => boolean) {
  const { router } = kit.state
  const kept = router.history.filter(({ view }) => !isGone(view))
  if (kept.length === router.history.length) return
  if (!kept.length) kept.push({ view: homeView(kit), params: undefined })
  router.history = kept
  if (isGone(router.view)) Object.assign(router, { ...kept.at(-1), direction: 'back' })
}
