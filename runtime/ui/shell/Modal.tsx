import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { requestClose } from '../../actions/close.ts'
import { useKit, useSnapshot } from '../context.ts'
import { painted } from '../painted.ts'
import { Alert } from './Alert.tsx'
import { focusView, showFocused, trapTab } from './focus.ts'
import { Header } from './Header.tsx'
import { Outlet } from './Outlet.tsx'
import { lockScroll } from './scroll.ts'
import { Toaster } from './Toaster.tsx'
import { useHeight } from './useHeight.ts'

/** The card: in the top layer over a dimmed page, or in flow when embedded. */
export function Modal() {
  const kit = useKit()
  return kit.config.embedded ? <Embedded /> : <Overlay />
}

function Overlay() {
  const kit = useKit()
  const { open } = useSnapshot(kit.state.modal)
  const dialog = useRef<HTMLDialogElement>(null)
  const closedByUs = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const opener = activeElement()
    // Lock scrolling first, while reading the layout causes no reflow.
    const unlock = lockScroll()
    if (element.open) focusView(element)
    else showFocused(element)
    return () => {
      closedByUs.current = element.open
      element.close()
      unlock()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [open])

  // Escape and the platform's back gesture fire `cancel`, and `requestClose` decides. A browser may skip `cancel` if
  // the visitor pressed nothing in between, and close the dialog itself: show it again unless `requestClose` agrees.
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    requestClose(kit, 'escape')
  }
  const onClose = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    // The event fires one task later, when the site may have opened the modal again.
    const ours = closedByUs.current
    closedByUs.current = false
    if (ours || !kit.state.modal.open) return
    if (!requestClose(kit, 'escape')) showFocused(dialog.current)
  }
  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) requestClose(kit, 'overlay')
  }

  return (
    <dialog
      ref={dialog}
      className="overlay"
      aria-labelledby="wk-title"
      onCancel={onCancel}
      onClose={onClose}
      onClick={onClick}
      onKeyDown={onTab}
    >
      <Card />
    </dialog>
  )
}

const onTab = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Tab') trapTab(event)
}

function Embedded() {
  const kit = useKit()
  const { open } = useSnapshot(kit.state.modal)
  return open ? (
    <section aria-labelledby="wk-title">
      <Card flat />
    </section>
  ) : null
}

function Card({ flat }: { flat?: boolean }) {
  const kit = useKit()
  const { shake, open } = useSnapshot(kit.state.modal)
  const { view } = useSnapshot(kit.state.router)
  const card = useRef<HTMLDivElement>(null)
  const { body, content } = useHeight()

  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view && open && card.current) {
      // Scroll to the top: otherwise a long view would begin where the view before it was scrolled to.
      body.current?.scrollTo(0, 0)
      focusView(card.current)
    }
    shown.current = view
  }, [view, open, body])

  // Load the motion after the first paint, because the card shows without it.
  useEffect(() => {
    if (!open) return
    void painted()
      .then(() => import('../motion/motion.ts'))
      .then(({ move }) => move(kit, card.current))
      .catch(() => undefined)
  }, [kit, open])

  return (
    <div ref={card} className={flat ? 'card flat' : 'card'} data-shake={shake || undefined} data-view={view}>
      <span className="handle" aria-hidden="true" />
      <Header />
      <Alert />
      <div ref={body} className="body">
        <div ref={content}>
          <Outlet />
        </div>
      </div>
      <Toaster />
    </div>
  )
}

/** The focused element, also inside open shadow roots. */
function activeElement(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}
