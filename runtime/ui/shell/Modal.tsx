import { useEffect, useLayoutEffect, useRef } from 'react'
import { takeShown } from '../ahead/record.ts'
import { useKit, useSnapshot } from '../context.ts'
import { painted } from '../../lib/painted.ts'
import { Alert } from './Alert.tsx'
import { dialogListeners, showDialog } from './dialog.ts'
import { focusView } from './focus.ts'
import { Header } from './Header.tsx'
import { Outlet } from './Outlet.tsx'
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

  useLayoutEffect(() => {
    const element = dialog.current
    return element && open ? (takeShown(kit, element) ?? showDialog(element)) : undefined
  }, [kit, open])

  const { cancel, close, click, keydown } = dialogListeners(kit)
  return (
    <dialog
      ref={dialog}
      className="overlay"
      aria-labelledby="wk-title"
      onCancel={cancel}
      onClose={close}
      onClick={click}
      onKeyDown={keydown}
    >
      <Card />
    </dialog>
  )
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
