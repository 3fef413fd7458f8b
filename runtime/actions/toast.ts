import { initialToast, type ToastState } from '../state/toast.ts'

/** An open toast closes first and comes back with the new message after this long (spec section 4). */
export const TOAST_REOPEN_DELAY = 150
/** How long a toast that closes by itself stays. */
export const TOAST_DURATION = 2500

const timers = new WeakMap<ToastState, ReturnType<typeof setTimeout>>()

/** `svg`: an icon of the stroke set, by name; a check without one. */
export const showSuccess = (toast: ToastState, message: string, svg?: string) =>
  show(toast, { message, variant: 'success', svg })
export const showError = (toast: ToastState, message: string) => show(toast, { message, variant: 'error' })
/** Stays until it is replaced or hidden: something is under way. */
export const showLoading = (toast: ToastState, message: string) =>
  show(toast, { message, variant: 'loading', autoClose: false })

export function hideToast(toast: ToastState) {
  clearTimeout(timers.get(toast))
  Object.assign(toast, initialToast())
}

function show(toast: ToastState, next: Partial<ToastState> & { message: string }) {
  clearTimeout(timers.get(toast))
  const open = () => Object.assign(toast, initialToast(), next, { open: true })
  if (!toast.open) return void open()
  toast.open = false
  timers.set(toast, setTimeout(open, TOAST_REOPEN_DELAY))
}
