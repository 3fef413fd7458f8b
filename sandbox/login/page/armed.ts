/**
 * Buttons that are safe from clickjacking and accidental presses: they stay disabled for half a second after they
 * appear, move or are covered, and accept only real user events.
 */
const SETTLE = 500
/** In pixels: tolerance for rounding on scaled screens. */
const SLACK = 2

/** Includes `isVisible`, which not every browser has yet. */
type Observed = IntersectionObserverEntry & { isVisible?: boolean }

/** @returns a function that stops it */
export function arm(row: HTMLElement, buttons: readonly (readonly [HTMLButtonElement, () => void])[]): () => void {
  let [seen, since, timer] = [false, Infinity, undefined as ReturnType<typeof setTimeout> | undefined]
  let place: { x: number; y: number } | undefined

  const restart = () => {
    clearTimeout(timer)
    since = seen ? performance.now() : Infinity
    for (const [button] of buttons) button.disabled = true
    if (!seen) return
    timer = setTimeout(() => {
      for (const [button] of buttons) button.disabled = false
    }, SETTLE)
  }
  // Browsers that support it also report when something covers the buttons or when they are transparent.
  const whole = { threshold: [0, 0.99], trackVisibility: true, delay: 100 }
  const observer = new IntersectionObserver((entries) => {
    const entry: Observed | undefined = entries.at(-1)
    const now = Boolean(entry?.isIntersecting && entry.intersectionRatio >= 0.99 && entry.isVisible !== false)
    if (now === seen) return
    seen = now
    restart()
  }, whole)
  observer.observe(row)

  /** The difference between the pointer's screen and client coordinates gives the frame's position on the screen. */
  const moved = ({ screenX, screenY, clientX, clientY }: PointerEvent) => {
    const next = { x: screenX - clientX, y: screenY - clientY }
    const jumped = place && (Math.abs(place.x - next.x) > SLACK || Math.abs(place.y - next.y) > SLACK)
    place = next
    if (jumped) restart()
  }
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  window.addEventListener('resize', restart, options)
  document.addEventListener('visibilitychange', restart, options)
  window.addEventListener('pointermove', moved, options)
  window.addEventListener('pointerdown', moved, options)
  for (const [button, press] of buttons) {
    button.disabled = true
    const take = (event: MouseEvent) => {
      if (event.isTrusted && seen && performance.now() - since >= SETTLE) press()
    }
    button.addEventListener('click', take, { signal: listening.signal })
  }
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    listening.abort()
  }
}
