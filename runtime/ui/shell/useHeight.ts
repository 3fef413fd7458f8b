import { useLayoutEffect, useRef } from 'react'

/** Lets the body's height follow its content in 150 ms; the transition itself is in the sheet. */
export function useHeight() {
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [outer, inner] = [body.current, content.current]
    if (!outer || !inner) return
    const follow = () => {
      if (inner.offsetHeight) outer.style.setProperty('height', `${inner.offsetHeight}px`)
    }
    const observer = new ResizeObserver(follow)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return { body, content }
}
