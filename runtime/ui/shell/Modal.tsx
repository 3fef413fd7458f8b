import { memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { takeShown } from '../ahead/record.ts'
import { useKit, useSelected } from '../context.ts'
import { painted } from '../../lib/painted.ts'
import { Alert } from './Alert.tsx'
import { dialogListeners, isTypingBeside, showDialog } from './dialog.ts'
import { focusView } from './focus.ts'
import { Header } from './Header.tsx'
import { Outlet } from './Outlet.tsx'
import { Toaster } from './Toaster.tsx'
import { useHeight } from './useHeight.ts'

/** The modal's card: in the top layer over a dimmed page or, when embedded, in the normal flow of the page. */
export function Modal() {
  const kit = useKit()
  return kit.config.embedded ? <Embedded /> : <Overlay />
}

function Overlay() {
  const kit = useKit()
  const open = useOpen()
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    return element && open ? (takeShown(kit, element) ?? showDialog(element)) : undefined
  }, [kit, open])

  const { cancel, close, mousedown, click, keydown } = dialogListeners(kit)
  return (
    <dialog
      ref={dialog}
      className="overlay"
      aria-labelledby="wk-title"
      onCancel={cancel}
      onClose={close}
      onMouseDown={mousedown}
      onClick={click}
      onKeyDown={keydown}
    >
      <Card />
    </dialog>
  )
}

function Embedded() {
  return useOpen() ? (
    <section aria-labelledby="wk-title">
      <Card flat />
    </section>
  ) : null
}

const useOpen = () => useSelected(useKit().state.modal, ({ open }) => open)

/**
 * The card with the header, the current view and the toasts. Does not render again when the modal opens, which would
 * delay the first frame.
 */
const Card = memo(function Card({ flat }: { flat?: boolean }) {
  const kit = useKit()
  const shake = useSelected(kit.state.modal, (modal) => modal.shake)
  const view = useSelected(kit.state.router, (router) => router.view)
  const card = useRef<HTMLDivElement>(null)
  const { body, content } = useHeight()

  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view && kit.state.modal.open && card.current) {
      // Scroll to the top: otherwise a long view would begin where the view before it was scrolled to.
      body.current?.scrollTo(0, 0)
      // An embedded view may change while the visitor types in the page, for example when a session has resumed.
      if (!flat || !isTypingBeside(card.current)) focusView(card.current)
    }
    shown.current = view
  }, [kit, view, body, flat])

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
      <Motion card={card} />
    </div>
  )
})

/** Loads the motion after the first paint, because the card shows without it. */
function Motion({ card }: { card: RefObject<HTMLDivElement | null> }) {
  const kit = useKit()
  const open = useOpen()
  useEffect(() => {
    if (!open) return
    void painted()
      .then(() => import('../motion/motion.ts'))
      .then(({ move }) => move(kit, card.current))
      .catch(() => undefined)
  }, [kit, open, card])
  return null
}
