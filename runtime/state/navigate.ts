/** Navigates the modal's views. Changes state only: no URL and no browser history. */
import type { PendingTransaction, RouterState } from '../state/router.ts'

/** Opens a view on top of the current one. Does nothing when the view is already shown. */
export function push(router: RouterState, view: string, params?: unknown) {
  if (router.view === view) return
  router.history.push({ view, params })
  settle(router, 'forward')
}

/** Replaces the history by one view, so that there is nothing to go back to. */
export function reset(router: RouterState, view: string, params?: unknown) {
  router.history = [{ view, params }]
  settle(router, 'forward')
}

/** Replaces the current view; does nothing when it is the same view. */
export function replace(router: RouterState, view: string, params?: unknown) {
  if (router.view === view) return
  router.history[router.history.length - 1] = { view, params }
  settle(router, 'forward')
}

/** Goes one view back. Returns `false` when there is none; the caller then closes the modal. */
export function pop(router: RouterState): boolean {
  if (router.history.length < 2) return false
  router.history.pop()
  settle(router, 'back')
  return true
}

/** Goes back to the entry at `index` and drops the later ones. */
export function popTo(router: RouterState, index: number) {
  if (index < 0 || index >= router.history.length - 1) return
  router.history.length = index + 1
  settle(router, 'back')
}

export const pushTransaction = (router: RouterState, transaction: PendingTransaction) =>
  void router.stack.push(transaction)

/**
 * Ends the embedded wallet's newest pending request: runs its callback, then navigates as its `goBack` and `replace`
 * say.
 */
export function popTransaction(router: RouterState, outcome: 'success' | 'error') {
  const transaction = router.stack.pop()
  if (!transaction) return
  if (outcome === 'success') transaction.onSuccess?.()
  else transaction.onCancel?.()
  if (transaction.goBack) pop(router)
  else if (transaction.replace) replace(router, transaction.view)
}

function settle(router: RouterState, direction: RouterState['direction']) {
  const top = router.history.at(-1)
  if (!top) return
  Object.assign(router, { view: top.view, params: top.params, direction })
}
