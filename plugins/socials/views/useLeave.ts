import { useEffect, useRef } from 'react'

/**
 * Runs `leave` when the screen unmounts, and when the modal closes, because a closed modal keeps its screen mounted.
 * Pass the result as the `ref` of the screen's element. Ignores the extra unmount of React's strict mode.
 */
export function useLeave(leave: () => void) {
  const root = useRef<HTMLDivElement>(null)
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    const dialog = root.current?.closest('dialog')
    dialog?.addEventListener('close', leave)
    return () => {
      here.current = false
      dialog?.removeEventListener('close', leave)
      queueMicrotask(() => {
        if (!here.current) leave()
      })
    }
  }, [leave])
  return root
}
