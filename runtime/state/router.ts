/** The modal's current view and history. They are plain data; the modal never touches the page's URL. */
import { proxy } from 'valtio/vanilla'

export type Entry = { view: string; params: unknown }
/** `stack` holds the requests that wait for an embedded wallet's answer; each answer, success or error, pops one. */
export type RouterState = {
  view: string
  params: unknown
  history: Entry[]
  direction: 'forward' | 'back'
  stack: PendingTransaction[]
  /** Whether the shown view is in English, though the page is not. */
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
