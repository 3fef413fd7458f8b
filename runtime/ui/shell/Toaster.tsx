import { useEffect, useLayoutEffect, useRef } from 'react'
import { hideToast, TOAST_DURATION } from '../../state/showToast.ts'
import { useKit, useSnapshot } from '../context.ts'
import { Icon, type IconName, isIcon } from '../parts/Icon.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { hideRepeated } from './repeated.ts'

/** The toast above the content. A live region, so that screen readers announce it; assertive for errors. */
export function Toaster() {
  const kit = useKit()
  const toast = useSnapshot(kit.state.toast)
  const shown = useRef<HTMLDivElement>(null)
  // Hide repeated texts from here, not from the code that loads with the motion: the first toast may show before it.
  useLayoutEffect(
    () => (toast.open && shown.current ? hideRepeated(shown.current, toast.message) : undefined),
    [toast.open, toast.message],
  )
  useEffect(() => {
    if (!toast.open || !toast.autoClose) return
    const timer = setTimeout(() => hideToast(kit.state.toast), TOAST_DURATION)
    return () => clearTimeout(timer)
  }, [kit, toast.open, toast.autoClose, toast.message])
  const icon: IconName = toast.svg && isIcon(toast.svg) ? toast.svg : toast.variant === 'error' ? 'warning' : 'check'
  return (
    <div role={toast.variant === 'error' ? 'alert' : 'status'}>
      {toast.open && (
        <div ref={shown} className="toast" data-variant={toast.variant}>
          {toast.variant === 'loading' ? <Spinner /> : <Icon name={icon} />}
          <span>
            <span>{toast.message}</span>
            {toast.note && <small>{toast.note}</small>}
          </span>
        </div>
      )}
    </div>
  )
}
