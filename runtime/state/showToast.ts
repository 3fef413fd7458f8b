import { initialToast, type ToastState } from '../state/toast.ts'

/**
 * ms after which a toast that replaces an open one shows: the open one closes first, so that visitors notice the
 * change.
 */
export const TOAST_REOPEN_DELAY = 150
/** ms that a toast stays when it closes by itself. */
export const TOAST_DURATION = 2500

const timers = new WeakMap<ToastState, ReturnType<typeof setTimeout>>()
/** When each toast was last shown, in ms since 1970. */
const since = new WeakMap<ToastState, number>()

/** `svg`: the name of the toast's icon. Default: a check mark. */
export const showSuccess = (toast: ToastState, message: string, svg?: string) =>
  show(toast, { message, variant: 'success', svg })
/** `note`: a second line below the message. */
export const showError = (toast: ToastState, message: string, note?: string) =>
  show(toast, { message, note, variant: 'error' })
/** Shows a toast for an operation in progress, which stays until it is replaced or hidden. */
export const showLoading = (toast: ToastState, message: string) =>
  show(toast, { message, variant: 'loading', autoClose: false })

export function hideToast(toast: ToastState) {
  clearTimeout(timers.get(toast))
  Object.assign(toast, initialToast())
}

/**
 * Hides a toast that would have closed by itself before. Without the modal's code, which closes it, it stays open, and
 * a visitor who opens the modal much later would see it.
 */
export function hideOutdated(toast: ToastState) {
  if (toast.open && toast.autoClose && Date.now() - (since.get(toast) ?? 0) > TOAST_DURATION) hideToast(toast)
}

function show(toast: ToastState, next: Partial<ToastState> & { message: string }) {
  clearTimeout(timers.get(toast))
  const open = () => {
    since.set(toast, Date.now())
    Object.assign(toast, initialToast(), next, { open: true })
  }
  if (!toast.open) return void open()
  toast.open = false
  timers.set(toast, setTimeout(open, TOAST_REOPEN_DELAY))
}
