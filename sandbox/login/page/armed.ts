import { type Change, followPointer } from './pointer.ts'

/**
 * ms for which the whole box has to be on the screen, uncovered and unmoved, before its buttons accept real user
 * events: protects against clickjacking and accidental presses. Approve also needs every section to have been seen, and
 * waits for REST ms if the pointer was on the button before: the person may have meant what was there then.
 */
export const SETTLE = 500
const REST = 1_500

/**
 * The smallest window in CSS pixels in which a request is shown. The width is 300, because the narrowest phones have
 * 320, of which scroll bars take a part. The height is 350, because the modal's frame has at least 360. Each section of
 * a request fits into that (see LINES in request.ts).
 */
export const LEAST = { width: 300, height: 350 }

/** Whether this window is large enough to show a request. */
export const fits = () => window.innerWidth >= LEAST.width && window.innerHeight >= LEAST.height

/** Calls `run` when this window becomes too small for a request, or large enough. */
export function onFitChange(run: () => void): void {
  let had = fits()
  window.addEventListener('resize', () => {
    if (fits() === had) return
    had = !had
    run()
  })
}

/**
 * Whether no other window is in front of this one, as far as a browser tells: the window that a person uses has the
 * focus. A frame cannot find out, and counts as in front: it gets the focus only once somebody clicks into it.
 */
const isInFront = () => isFrame() || document.hasFocus()
const isFrame = () => window.parent !== window

/**
 * Calls `run` when this window gets or loses the focus. Listens without `capture`: with it, the listeners would also
 * get the focus events of each element.
 */
const onFocusChange = (run: () => void, signal: AbortSignal) => {
  for (const event of ['focus', 'blur']) window.addEventListener(event, run, { signal })
}

/** Whether this browser can report that another page's content covers an element (Intersection Observer v2). */
export const seesCovers = () => 'isVisible' in IntersectionObserverEntry.prototype

/** An entry of Intersection Observer v2; `isVisible` is undefined in browsers with v1. */
type Observed = IntersectionObserverEntry & { isVisible?: boolean }
const isShown = (entry: Observed) =>
  entry.isIntersecting && entry.intersectionRatio >= 0.99 && entry.isVisible !== false

type Button = { element: HTMLButtonElement; press: () => void }

/**
 * `box` fills the window, so that anything that covers or cuts off a part of the window is noticed. `sections` are what
 * the person has to see before approving; a section counts as seen once all of it was scrolled into view.
 */
export type Watched = { box: HTMLElement; sections: readonly Element[]; approve: Button; reject: Button }
/** `next`: the first section that was not seen yet. `whole`: whether the whole box is on the screen and uncovered. */
export type Progress = { next: Element | undefined; whole: boolean }

/**
 * Enables the buttons when they are safe to press.
 * @param tell called on each change
 * @returns a function that stops the watching
 */
export function arm({ box, sections, approve, reject }: Watched, tell: (progress: Progress) => void): () => void {
  const unseen = new Set<Element>()
  const [shown, timers] = [new Set<Element>(), { ready: 0, armed: 0 }]
  let [whole, armed, ready] = [false, false, false]

  const stop = () => {
    clearTimeout(timers.ready)
    clearTimeout(timers.armed)
  }
  const update = () => {
    approve.element.disabled = !armed
    reject.element.disabled = !ready
    tell({ next: sections.find((section) => unseen.has(section)), whole })
  }
  const after = (ms: number, run: () => void) =>
    window.setTimeout(() => {
      run()
      update()
    }, ms)
  /** Disables both buttons until their waiting times have passed without another change. */
  const settle = () => {
    stop()
    armed = ready = false
    if (whole && isInFront()) {
      timers.ready = after(SETTLE, () => (ready = true))
      timers.armed = after(pointer.rests() ? REST : SETTLE, () => (armed = unseen.size === 0))
    }
    update()
  }
  /** Called when the window moved or was covered: every section has to be seen again. */
  const restart = () => {
    pointer.begin()
    for (const section of sections) unseen.add(section)
    count()
    settle()
  }
  /** Marks the sections that are on the screen as seen. */
  const count = () => whole && isInFront() && shown.forEach((section) => unseen.delete(section))

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
      count()
      if (unseen.size !== before) settle()
    },
    // With `trackVisibility` (v2), `isVisible` is false if something covers an element or makes it transparent.
    { threshold: [0, 0.5, 0.99], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
  )

  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  const heard = (change: Change) => {
    if (change === 'jumped') restart()
    else if (change === 'came' || !armed) settle()
  }
  const pointer = followPointer(approve.element, heard, options)
  window.addEventListener('resize', restart, options)
  if (!isFrame()) onFocusChange(restart, listening.signal)
  document.addEventListener('visibilitychange', restart, options)
  const listen = ({ element, press }: Button, may: () => boolean) =>
    element.addEventListener('click', (event) => void (event.isTrusted && may() && press()), {
      signal: listening.signal,
    })
  listen(approve, () => armed && whole && fits() && isInFront())
  listen(reject, () => ready && whole)
  for (const section of sections) unseen.add(section)
  for (const element of [box, ...sections]) observer.observe(element)
  update()
  return () => {
    stop()
    observer.disconnect()
    listening.abort()
  }
}
