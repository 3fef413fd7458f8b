/** The pixels by which the window's position may change without counting as moved: screens with scaling round it. */
const SLACK = 2

/**
 * `came`: a mouse entered this window, or the window opened under it. `jumped`: the window moved on the screen. `left`:
 * the pointer moved off the button on which it had rested.
 */
export type Change = 'came' | 'jumped' | 'left'

/**
 * Follows the pointer on a button. The pointer rests if it has been on the button since before the request was shown:
 * the person may have meant what was there before. A finger never rests.
 */
export function followPointer(
  button: HTMLElement,
  tell: (change: Change) => void,
  options: AddEventListenerOptions & { signal: AbortSignal },
) {
  let place: { x: number; y: number } | undefined
  let [isOn, rests] = [false, false]
  /**
   * Handles a pointer event, and reports what has changed since the last one. Screen minus client coordinates are the
   * position of the window, which a page could move under the pointer.
   */
  const moved = ({ screenX, screenY, clientX, clientY, pointerType }: PointerEvent) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    isOn = isInside && pointerType !== 'touch'
    const [before, next] = [place, { x: screenX - clientX, y: screenY - clientY }]
    place = next
    if (before && (Math.abs(before.x - next.x) > SLACK || Math.abs(before.y - next.y) > SLACK)) return tell('jumped')
    if (!before && pointerType !== 'touch') {
      rests = isOn
      return tell('came')
    }
    if (!rests || isOn) return
    rests = false
    tell('left')
  }
  /**
   * Called when the pointer leaves the window. The event also occurs when the pointer only moves to another element
   * (`relatedTarget`) of the window, which is ignored.
   */
  const gone = ({ relatedTarget }: PointerEvent) => {
    if (relatedTarget) return
    place = undefined
    isOn = false
  }
  window.addEventListener('pointermove', moved, options)
  window.addEventListener('pointerdown', moved, options)
  document.addEventListener('pointerleave', gone, options)
  return {
    rests: () => rests,
    /** Called when the page shows something new: a pointer that is on the button now rests from now on. */
    begin: () => void (rests = isOn),
  }
}
