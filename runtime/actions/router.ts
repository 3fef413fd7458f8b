/** Moves through the modal's views. State only: no URL, no browser history. */
import type { PendingTransaction, RouterState } from '../state/router.ts'

/** Ignored when the view is already shown. */
export function push(router: RouterState, view: string, params?: unknown) {
  if (router.view === view) return
  router.history.push({ view, params })
  settle(router, 'forward')
}

/** Starts the history anew with one view. */
export function reset(router: RouterState, view: string, params?: unknown) {
  router.history = [{ view, params }]
  settle(router, 'forward')
}

/** Takes the place of the current view; ignored when it is the same. */
export function replace(router: RouterState, view: string, params?: unknown) {
  if (router.view === view) return
  router.history[router.history.length - 1] = { view, params }
  settle(router, 'forward')
}

/** One view back. `false` when there is none, and the caller closes the modal. */
export function pop(router: RouterState): boolean {
  if (router.history.length < 2) return false
  router.history.pop()
  settle(router, 'back')
  return true
}

/** Back to the entry at `index`, dropping what came after it. */
export function popTo(router: RouterState, index: number) {
  if (index < 0 || index >= router.history.length - 1) return
  router.history.length = index + 1
  settle(router, 'back')
}

export const pushTransaction = (router: RouterState, transaction: PendingTransaction) =>
  void router.stack.push(transaction)

/** Ends the newest pending transaction: its callback runs, and the router goes where it said. */
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
