/**
 * The element that scrolls a list of a view: the modal's body. `undefined` if the page itself scrolls.
 *
 * @example
 * ```ts
 * import { scrollerOf } from 'walletkit/ui'
 *
 * const observe = (list: Element, onSeen: () => void) =>
 *   new IntersectionObserver(onSeen, { root: scrollerOf(list) ?? null }).observe(list)
 * ```
 */
export function scrollerOf(element: Element): Element | undefined {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return undefined
}
