import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

/** ms that a confirm button takes no input after it showed or moved (reliability P99). */
export const SETTLE_TIME = 500

/**
 * Tells whether an event on a confirm button is the visitor's own and late enough to be meant: made by a person
 * (`isTrusted`), and at least {@link SETTLE_TIME} after the screen showed, changed its size or came back to the front.
 */
export function useSettled(screen: RefObject<HTMLElement | null>): (event: SyntheticEvent) => boolean {
  const since = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const restart = () => void (since.current = performance.now())
    restart()
    const sizes = new ResizeObserver(restart)
    if (screen.current) sizes.observe(screen.current)
    addEventListener('resize', restart)
    document.addEventListener('visibilitychange', restart)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', restart)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [screen])
  return (event) => event.nativeEvent.isTrusted && performance.now() - since.current >= SETTLE_TIME
}
