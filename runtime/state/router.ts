/** Where the modal is. No URL is involved (spec section 2); history and parameters are plain data. */
import { proxy } from 'valtio/vanilla'

export type Entry = { view: string; params: unknown }
/** `stack` holds what waits for an embedded wallet's answer; it pops on success and on error (spec section 4). */
export type RouterState = {
  view: string
  params: unknown
  history: Entry[]
  direction: 'forward' | 'back'
  stack: PendingTransaction[]
}
export type PendingTransaction = {
  view: string
  goBack: boolean
  replace: boolean
  onSuccess?: () => void
  onCancel?: () => void
}

/** What is not named here starts absent, and reads as undefined. */
export const createRouterState = () =>
  proxy({ view: 'Connect', history: [{ view: 'Connect' }], direction: 'forward', stack: [] } as unknown as RouterState)
