import { pageRecord } from '../../lib/page.ts'

/**
 * Stops the page from scrolling under the modal, without a layout shift. Returns a function that releases this lock;
 * the page scrolls again once no lock is left.
 */
export function lockScroll(): () => void {
  const page = pageRecord()
  const { style } = document.documentElement
  if (page.scrollLocks++ === 0) {
    const scrolls = window.innerWidth > document.documentElement.clientWidth
    // Do not use the shorthand `overflow`: if the page sets only one of the two properties, the shorthand reads as
    // empty, and the page's value would be lost.
    const undo = [replace(style, 'overflow-x', 'hidden'), replace(style, 'overflow-y', 'hidden')]
    if (scrolls) undo.push(replace(style, 'scrollbar-gutter', 'stable'))
    page.unlock = () => undo.forEach((each) => each())
  }
  let held = true
  return () => {
    if (!held) return
    held = false
    if (--page.scrollLocks > 0) return
    page.unlock?.()
    page.unlock = undefined
  }
}

/** Sets an inline property; returns a function that gives the page its own value back, unless the page changed it. */
function replace(style: CSSStyleDeclaration, name: string, value: string): () => void {
  const [own, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)]
  style.setProperty(name, value)
  return () => {
    if (style.getPropertyValue(name) === value) style.setProperty(name, own, priority)
  }
}
