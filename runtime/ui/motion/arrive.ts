/** What arrives and leaves inside the card: views, placeholders that get their content, toasts, amounts. */

const EASE = 'cubic-bezier(0.2, 0, 0, 1)'
/** ms. What leaves is gone before what comes is in place. */
const LEAVE = 100
const ARRIVE = 150

const isReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** What a parent lost and got in one render. */
type Change = { hadPlaceholder: boolean; added: Element[]; hasText: boolean }

/** Animates changes of the card from now on. The observer runs before the frame is painted, so nothing flickers. */
export function watchArrivals(card: HTMLElement) {
  const body = card.querySelector<HTMLElement>('.body')
  if (!body) return
  // When a view is replaced, the browser has already clamped the scroll position to the new view.
  let scrolled = 0
  body.addEventListener('scroll', () => (scrolled = body.scrollTop), { passive: true })
  const observer = new MutationObserver((records) => {
    hideRepeated(card)
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
  hideRepeated(card)
  observer.observe(card, { childList: true, characterData: true, subtree: true })
}

/** Lets a removed view or toast fade. Returns whether the node is or has a placeholder. */
function leave(node: Node, card: HTMLElement, body: HTMLElement, scrolled: number): boolean {
  // What has left already is removed a second time when it has faded.
  if (!(node instanceof HTMLElement) || node.isConnected || node.dataset['leaving'] !== undefined) return false
  if (node.matches('.view')) fadeView(node, body, scrolled)
  else if (node.matches('.toast')) fadeOut(node, card, { translate: '0 -8px' })
  return node.matches(PLACEHOLDER) || node.querySelector(PLACEHOLDER) !== null
}

const PLACEHOLDER = '.bone,.waiting'

/** Content in place of a placeholder fades in; rows also rise. Connect's rows only rise: they never show late. */
function arrive(target: Element, { added, hasText }: Change) {
  const isFirst = target.closest('.connect') !== null
  const from = { ...(!isFirst && { opacity: 0 }), translate: '0 4px' }
  for (const each of hasText ? [target] : added)
    if (!each.matches(PLACEHOLDER)) each.animate([from, {}], { duration: ARRIVE, easing: EASE })
}

/** An amount that changes while it is looked at: marked with `data-live`. */
function changeAmount({ parentElement }: Node) {
  const amount = parentElement?.closest('[data-live]')
  if (amount?.checkVisibility())
    amount.animate([{ opacity: 0.3, translate: '0 3px' }, {}], { duration: ARRIVE, easing: EASE })
}

/** The old view fades under the new one, where it was, without being there for the keyboard or a screen reader. */
function fadeView(view: HTMLElement, body: HTMLElement, scrolled: number) {
  // A frame would load again.
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
  // Only one leaves at a time: a second press during the motion starts the next one at once.
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

/** Where a view says what a toast may say too. */
const SAID = '.state-title,.title,.label,.banner,.note,.text'

/**
 * Hides the open toast of a card while its text is in the view. Screen readers still hear the toast, unless the text in the
 * view is in a live region too, which they hear instead: then the toast stays silent, also when the view goes on.
 */
function hideRepeated(card: HTMLElement) {
  const toast = card.querySelector('[role] > .toast')
  const message = toast?.querySelector('span > span')?.textContent.trim()
  if (!toast || !message) return
  const said = [...card.querySelectorAll(`.body ${SAID.replaceAll(',', ',.body ')}`)].filter(
    (each) => each.textContent.trim() === message && each.checkVisibility() && !each.closest('[data-leaving]'),
  )
  toast.classList.toggle('sr', said.length > 0)
  if (said.some((each) => each.closest('[role=status],[role=alert]'))) toast.setAttribute('aria-hidden', 'true')
}
