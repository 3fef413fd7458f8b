/**
 * Resolves once the next frame is on the screen. What the first paint does not need loads after that. A build, which
 * paints nothing, never gets there.
 */
export const painted = () =>
  new Promise<void>((resolve) => {
    if (typeof requestAnimationFrame === 'undefined') return
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** ms after which nobody waits for a frame: a page in the background has none. */
const LATEST = 100

/** As {@link painted}, and also resolves where nothing is painted. */
export const nextFrame = () => Promise.race([painted(), new Promise<void>((resolve) => setTimeout(resolve, LATEST))])
