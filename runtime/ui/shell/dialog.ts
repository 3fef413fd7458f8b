/** How the modal's dialog opens, closes and answers the visitor: the same before React has rendered it and after. */
import type { Kit } from '../../contracts/kit.ts'
import { requestClose } from '../../actions/close.ts'
import { focusView, showFocused, trapTab } from './focus.ts'
import { lockScroll } from './scroll.ts'

/** Dialogs that this module has shown and not closed. If such a dialog is closed, the browser has closed it. */
const shown = new WeakSet<EventTarget>()
/** Dialogs on which the last press began beside the card; the later presses of a double click do not count. */
const pressedBeside = new WeakSet<EventTarget>()

/** Shows the dialog. Returns a function that closes it and gives the focus back to the element that had it. */
export function showDialog(dialog: HTMLDialogElement): () => void {
  const opener = activeElement()
  pressedBeside.delete(dialog)
  shown.add(dialog)
  // Lock scrolling first, while reading the layout causes no reflow.
  const unlock = lockScroll()
  if (dialog.open) focusView(dialog)
  else showFocused(dialog)
  return () => {
    shown.delete(dialog)
    dialog.close()
    unlock()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
}

/** The fields that the browser's events and React's events have in common, because both kinds reach these listeners. */
type Heard = { target: EventTarget | null; currentTarget: EventTarget | null; preventDefault: () => void }
type Pressed = Heard & { key: string; shiftKey: boolean }
/** `detail`: the number of this press in a series of quick ones, from 1. */
type Counted = Heard & { detail: number }

const isOwn = ({ target, currentTarget }: Heard) => target === currentTarget

/** What the dialog listens to, by the name of the event. */
export const dialogListeners = (kit: Kit) => ({
  // Escape and the platform's back gesture fire `cancel`, and `requestClose` decides whether to close. If the visitor
  // pressed nothing since the last `cancel`, a browser may close the dialog without `cancel`: show it again unless
  // `requestClose` agrees.
  cancel: (event: Heard) => {
    if (!isOwn(event)) return
    event.preventDefault()
    requestClose(kit, 'escape')
  },
  close: (event: Heard) => {
    const { currentTarget } = event
    if (!isOwn(event) || !(currentTarget instanceof HTMLDialogElement)) return
    // The event fires in the next frame, or when the page is visible again. The site may have closed and opened the
    // modal any number of times before that.
    if (currentTarget.open || !shown.has(currentTarget) || !kit.state.modal.open) return
    if (!requestClose(kit, 'escape')) showFocused(currentTarget)
  },
  mousedown: (event: Counted) => {
    const { currentTarget, detail } = event
    if (currentTarget && detail < 2) pressedBeside[isOwn(event) ? 'add' : 'delete'](currentTarget)
  },
  // Two kinds of clicks arrive here without the visitor meaning to close: after a press in the card that ended beside
  // it, as when text in a field is selected; and the second one of a double click on the button that opened the modal.
  click: (event: Heard) => {
    const { currentTarget } = event
    if (isOwn(event) && currentTarget && pressedBeside.has(currentTarget)) requestClose(kit, 'overlay')
  },
  keydown: (event: Pressed) => {
    if (event.key === 'Tab' && event.currentTarget instanceof HTMLElement) trapTab(event, event.currentTarget)
  },
})

/** Whether the visitor types in a field of the page beside the card, or in another site's frame there. */
export function isTypingBeside(card: Element): boolean {
  const focused = activeElement()
  if (!(focused instanceof HTMLElement) || card.contains(focused)) return false
  return focused.isContentEditable || focused.matches('input, textarea, select, iframe:not(#w3m-iframe)')
}

/** The focused element, also inside open shadow roots. */
function activeElement(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}
