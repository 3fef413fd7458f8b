/**
 * Buttons that are safe from clickjacking and accidental presses. They accept only real user events, and only after
 * the whole request was on the screen, not covered by anything, and nothing moved for half a second since.
 */
export const SETTLE = 500
/** In pixels: tolerance for rounding on scaled screens. */
const SLACK = 2

/**
 * The smallest size in CSS pixels at which a request is shown. 300 wide, because the narrowest phones have 320 and
 * rounding and scroll bars take a part; 350 high, because the modal gives the frame 360 at least. Each section of a request
 * fits into that (see LINES in request.ts).
 */
export const LEAST = { width: 300, height: 350 }

/** Whether this window is large enough to show a request. */
export const fits = () => window.innerWidth >= LEAST.width && window.innerHeight >= LEAST.height

/** Whether this browser tells when something of another page covers a part of this one (Intersection Observer v2). */
export const seesCovers = () => 'isVisible' in IntersectionObserverEntry.prototype

/** Includes `isVisible`, which not every browser has. */
type Observed = IntersectionObserverEntry & { isVisible?: boolean }
type Button = { element: HTMLButtonElement; press: () => void }

/**
 * `box` fills the window, so that it notices whatever covers or cuts a part of it. `sections` are all that a person has to
 * see; those that need scrolling count once they were scrolled to.
 */
export type Watched = { box: HTMLElement; sections: readonly Element[]; approve: Button; reject: Button }
/** `next`: the first section that was not seen yet. `whole`: whether the box is on the screen and uncovered. */
export type Progress = { next: Element | undefined; whole: boolean }

/** @returns a function that stops it */
export function arm({ box, sections, approve, reject }: Watched, tell: (progress: Progress) => void): () => void {
  const unseen = new Set<Element>()
  const [shown, timers] = [new Set<Element>(), { settle: 0 }]
  let [whole, armed, ready] = [false, false, false]
  let place: { x: number; y: number } | undefined

  const update = () => {
    approve.element.disabled = !armed
    reject.element.disabled = !ready
    tell({ next: sections.find((section) => unseen.has(section)), whole })
  }
  /** Starts the half second again. */
  const settle = () => {
    clearTimeout(timers.settle)
    armed = ready = false
    if (whole)
      timers.settle = window.setTimeout(() => {
        ready = true
        armed = unseen.size === 0
        update()
      }, SETTLE)
    update()
  }
  /** Something changed, so everything has to be seen again. */
  const restart = () => {
    for (const section of sections) unseen.add(section)
    if (whole) for (const section of shown) unseen.delete(section)
    settle()
  }
  const isShown = (entry: Observed) =>
    entry.isIntersecting && entry.intersectionRatio >= 0.99 && entry.isVisible !== false

  const observer = new IntersectionObserver(
    (entries: Observed[]) => {
      const before = unseen.size
      let cover = whole
      for (const entry of entries) {
        const now = isShown(entry)
        if (entry.target === box) cover = now
        else if (now) shown.add(entry.target)
        else shown.delete(entry.target)
      }
      if (cover !== whole) {
        whole = cover
        return restart()
      }
      if (whole) for (const section of shown) unseen.delete(section)
      if (unseen.size !== before) settle()
    },
    // Browsers that support it also report when something covers an element or makes it transparent.
    { threshold: [0, 0.5, 0.99], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )

  /** The difference between the pointer's screen and client coordinates gives the window's position on the screen. */
  const moved = ({ screenX, screenY, clientX, clientY, pointerType }: PointerEvent) => {
    const next = { x: screenX - clientX, y: screenY - clientY }
    // A mouse that appears over the buttons may be there because they came to it.
    const isNew = place === undefined && pointerType !== 'touch'
    const jumped = place && (Math.abs(place.x - next.x) > SLACK || Math.abs(place.y - next.y) > SLACK)
    place = next
    if (jumped) restart()
    else if (isNew) settle()
  }
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  window.addEventListener('resize', restart, options)
  document.addEventListener('visibilitychange', restart, options)
  window.addEventListener('pointermove', moved, options)
  window.addEventListener('pointerdown', moved, options)
  document.addEventListener('pointerleave', () => (place = undefined), options)
  const listen = ({ element, press }: Button, may: () => boolean) =>
    element.addEventListener('click', (event) => void (event.isTrusted && may() && press()), {
      signal: listening.signal,
    })
  listen(approve, () => armed && whole && fits())
  listen(reject, () => ready && whole)
  for (const section of sections) unseen.add(section)
  for (const element of [box, ...sections]) observer.observe(element)
  update()
  return () => {
    clearTimeout(timers.settle)
    observer.disconnect()
    listening.abort()
  }
}
