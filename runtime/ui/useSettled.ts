import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

/** ms for which a confirm button ignores input after it appeared or moved, against accidental or tricked clicks. */
export const SETTLE_TIME = 500
/**
 * ms for which a confirm button ignores input if another request was in its place a moment ago: the visitor may be
 * about to press Confirm for that request.
 */
export const SUDDEN_TIME = 3_000

/**
 * Returns a check for events on a confirm button. It accepts only events from the visitor (`isTrusted`), at least
 * `time` ms after the screen appeared, changed its size or became visible again.
 *
 * @example
 * ```tsx
 * import { useRef } from 'react'
 * import { Button, useSettled } from 'walletkit/ui'
 *
 * function Confirm({ send }: { send: () => void }) {
 *   const screen = useRef<HTMLDivElement>(null)
 *   const accepts = useSettled(screen)
 *   return (
 *     <div ref={screen}>
 *       <Button onClick={(event) => accepts(event) && send()}>Confirm</Button>
 *     </div>
 *   )
 * }
 * ```
 */
export function useSettled(
  screen: RefObject<HTMLElement | null>,
  time = SETTLE_TIME,
): (event: SyntheticEvent) => boolean {
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
  return (event) => event.nativeEvent.isTrusted && performance.now() - since.current >= time
}
