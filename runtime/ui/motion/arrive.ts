/**
 * Animates what appears and disappears inside the card: views, content that replaces a placeholder, toasts, amounts.
 */

const EASE = 'cubic-bezier(0.2, 0, 0, 1)'
/** Durations in ms. A removed element has faded before the new one is in place. */
const LEAVE = 100
const ARRIVE = 150

const isReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** What one render removed from a parent element, and added to it. */
type Change = { hadPlaceholder: boolean; added: Element[]; hasText: boolean }

/** Animates changes of the card from now on. The observer runs before the frame is painted, so nothing flickers. */
export function watchArrivals(card: HTMLElement) {
  const body = card.querySelector<HTMLElement>('.body')
  if (!body) return
  // Remember the scroll position: once a view was replaced, the browser has already limited it to the new view.
  let scrolled = 0
  body.addEventListener('scroll', () => (scrolled = body.scrollTop), { passive: true })
  const observer = new MutationObserver((records) => {
    if (isReduced() || !card.checkVisibility()) return
    const changes = new Map<Element, Change>()
    for (const { type, target, removedNodes, addedNodes } of records) {
      if (type === 'characterData') changeAmount(target)
      else if (target instanceof Element) {
        const change = changes.get(target) ?? { hadPlaceholder: false, added: [], hasText: false }
        changes.set(target, change)
        for (const node of removedNodes)
          change.hadPlaceholder = leave(node, card, body, scrolled) || change.hadPlaceholder
        for (const node of addedNodes)
          if (node instanceof Element) change.added.push(node)
          else change.hasText = true
      }
    }
    for (const [target, change] of changes) if (change.hadPlaceholder && target.isConnected) arrive(target, change)
  })
  observer.observe(card, { childList: true, characterData: true, subtree: true })
}

/** Lets a removed view or toast fade. Returns whether the node is or has a placeholder. */
function leave(node: Node, card: HTMLElement, body: HTMLElement, scrolled: number): boolean {
  // Ignore the second removal of an element that `fadeOut` had put back to fade.
  if (!(node instanceof HTMLElement) || node.isConnected || node.dataset['leaving'] !== undefined) return false
  if (node.matches('.view')) fadeView(node, body, scrolled)
  else if (node.matches('.toast')) fadeOut(node, card, { translate: '0 -8px' })
  return node.matches(PLACEHOLDER) || node.querySelector(PLACEHOLDER) !== null
}

const PLACEHOLDER = '.bone,.waiting'

/**
 * Content that replaces a placeholder rises and fades in. On Connect it only rises, so that its rows are visible at
 * once.
 */
function arrive(target: Element, { added, hasText }: Change) {
  const isFirst = target.closest('.connect') !== null
  const from = { ...(!isFirst && { opacity: 0 }), translate: '0 4px' }
  for (const each of hasText ? [target] : added)
    if (!each.matches(PLACEHOLDER)) each.animate([from, {}], { duration: ARRIVE, easing: EASE })
}

/** Animates a change of an amount that is visible and marked with `data-live`. */
function changeAmount({ parentElement }: Node) {
  const amount = parentElement?.closest('[data-live]')
  if (amount?.checkVisibility())
    amount.animate([{ opacity: 0.3, translate: '0 3px' }, {}], { duration: ARRIVE, easing: EASE })
}

/**
 * Puts the old view back in its old place, and fades it while the new one shows. Keyboards and screen readers do not
 * reach the old view.
 */
function fadeView(view: HTMLElement, body: HTMLElement, scrolled: number) {
  // Do not put a view with an iframe back: the iframe would load again.
  if (view.querySelector('iframe')) return
  for (const each of view.querySelectorAll('[data-autofocus]')) each.removeAttribute('data-autofocus')
  const box = document.createElement('div')
  for (const [name, value] of [
    ['position', 'absolute'],
    ['inset', '0'],
    ['overflow', 'hidden'],
  ] as const)
    box.style.setProperty(name, value)
  view.style.setProperty('margin-block-start', `${-scrolled}px`)
  box.append(view)
  fadeOut(box, body, {})
  stop(view)
}

/** Stops the style sheet's animation of an element that is in the page again. */
const stop = (element: HTMLElement) => element.style.setProperty('animation', 'none')

function fadeOut(element: HTMLElement, parent: HTMLElement, to: Keyframe) {
  // Only one element fades at a time. Remove one that still fades when the visitor is faster than the animation.
  for (const each of parent.querySelectorAll(':scope > [data-leaving]')) each.remove()
  element.dataset['leaving'] = ''
  element.inert = true
  element.setAttribute('aria-hidden', 'true')
  stop(element)
  parent.append(element)
  const { finished } = element.animate([{}, { opacity: 0, ...to }], { duration: LEAVE, easing: EASE, fill: 'forwards' })
  const remove = () => element.remove()
  finished.then(remove, remove)
}
