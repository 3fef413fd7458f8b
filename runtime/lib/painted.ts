/**
 * Resolves once the next frame is on the screen. Callers wait for it before they load what the first paint does not
 * need. Never resolves on a server or in a build, where nothing is painted.
 */
export const painted = () =>
  new Promise<void>((resolve) => {
    if (typeof requestAnimationFrame === 'undefined') return
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** The longest wait for a frame, in ms: the browser paints none while the page is in the background. */
const LATEST = 100

/** Like {@link painted}, but resolves after `latest` ms at the latest, also where nothing is painted. */
export const nextFrame = (latest = LATEST) =>
  Promise.race([painted(), new Promise<void>((resolve) => setTimeout(resolve, latest))])
