/** Resolves once the next frame is on the screen. What the first paint does not need loads after that. */
export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
