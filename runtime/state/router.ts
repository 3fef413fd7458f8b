/** The modal's current view and history. They are plain data; the modal never touches the page's URL. */
import { proxy } from 'valtio/vanilla'

export type Entry = { view: string; params: unknown }
/**
 * `stack` holds the requests that wait for an embedded wallet's answer. Each answer, success or error, removes the
 * newest.
 */
export type RouterState = {
  view: string
  params: unknown
  history: Entry[]
  direction: 'forward' | 'back'
  stack: PendingTransaction[]
  /** Set if the shown view is in English although the page's language is another one. */
  inEnglish?: boolean
}
export type PendingTransaction = {
  view: string
  goBack: boolean
  replace: boolean
  onSuccess?: () => void
  onCancel?: () => void
}

/** The fields that are not listed here start absent, and read as undefined. */
export const createRouterState = () =>
  proxy({ view: 'Connect', history: [{ view: 'Connect' }], direction: 'forward', stack: [] } as unknown as RouterState)
