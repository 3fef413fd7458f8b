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

export const createRouterState = () =>
  proxy<RouterState>({
    view: 'Connect',
    params: undefined,
    history: [{ view: 'Connect', params: undefined }],
    direction: 'forward',
    stack: [],
  })
