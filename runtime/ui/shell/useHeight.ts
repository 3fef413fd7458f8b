import { useLayoutEffect, useRef } from 'react'

/** Sets the height of the modal's body to that of its content. The style sheet animates the change in 150 ms. */
export function useHeight() {
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [outer, inner] = [body.current, content.current]
    if (!outer || !inner) return
    const follow = () => {
      // A view that is still loading is as tall as the view before it, so that the card does not shrink and grow again.
      // Set `height` itself, not a custom property: for that, the browser would restyle everything inside the body.
      const height = inner.offsetHeight && `${inner.offsetHeight}px`
      // Writing the same height again would cost each opening a layout.
      if (height && outer.style.height !== height) outer.style.height = height
    }
    const observer = new ResizeObserver(follow)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return { body, content }
}
