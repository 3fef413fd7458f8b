const FOCUSABLE = 'a[href],summary,:is(button,input,select,textarea):not(:disabled),[tabindex="0"]'

/**
 * The element to focus first: the one that the view marked (not on touch screens, where a keyboard would open), else
 * the title, which a screen reader then announces.
 */
function target(root: HTMLElement): HTMLElement | null {
  const marked = root.querySelector<HTMLElement>('[data-autofocus]')
  return marked && matchMedia('(hover:hover)').matches ? marked : root.querySelector<HTMLElement>('#wk-title')
}

export const focusView = (root: HTMLElement) => target(root)?.focus({ preventScroll: true })

/** Shows the dialog with the focus on its target. Without `autofocus`, the browser would focus the first button. */
export function showFocused(dialog: HTMLDialogElement) {
  target(dialog)?.setAttribute('autofocus', '')
  dialog.showModal()
  focusView(dialog)
}

/** Keeps Tab inside the modal. A modal dialog alone lets it move to the browser's own toolbars. */
export function trapTab(event: { shiftKey: boolean; preventDefault: () => void }, dialog: HTMLElement) {
  const stops = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  )
  const first = stops.at(0)
  const last = stops.at(-1)
  const active = (dialog.getRootNode() as ShadowRoot).activeElement
  const edge = event.shiftKey ? first : last
  const outside = !stops.includes(active as HTMLElement) && (event.shiftKey || !dialog.contains(active))
  if (active !== edge && !outside) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
