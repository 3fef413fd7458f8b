import { pageRecord } from '../../lib/page.ts'

/** Stops the page from scrolling under the modal, without a layout shift. Counts locks; the last release unlocks. */
export function lockScroll(): () => void {
  const page = pageRecord()
  const { style } = document.documentElement
  if (page.scrollLocks++ === 0) {
    const scrolls = window.innerWidth > document.documentElement.clientWidth
    style.setProperty('overflow', 'hidden')
    if (scrolls) style.setProperty('scrollbar-gutter', 'stable')
  }
  let held = true
  return () => {
    if (!held) return
    held = false
    if (--page.scrollLocks > 0) return
    style.removeProperty('overflow')
    style.removeProperty('scrollbar-gutter')
  }
}
