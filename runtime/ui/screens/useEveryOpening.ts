import { useLayoutEffect } from 'react'
import { useKit, useSelected } from '../context.ts'

/**
 * Runs `reset` when the modal opens: a closed modal keeps its screen, with what the visitor typed into it. `reset` must
 * be the same function in every render.
 */
export function useEveryOpening(reset: () => void): void {
  const isOpen = useSelected(useKit().state.modal, ({ open }) => open)
  // Before the paint, so that nobody sees the old state.
  useLayoutEffect(() => {
    if (isOpen) reset()
  }, [isOpen, reset])
}
