import { useEffect, useRef } from 'react'

/**
 * Runs when the screen is left, and when the modal closes over it: a closed modal keeps its screen. Give the result to
 * the screen's element. A screen that React only mounts twice (strict mode) is not left.
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
