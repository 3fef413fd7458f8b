/** The elements of a view whose text a toast may repeat. */
const SAID = '.state-title,.title,.label,.banner,.note,.text'

/**
 * Hides a toast while its text is in the view of its card. Screen readers still hear the toast, unless the text in the
 * view is in a live region too, which they hear instead. Once hidden from screen readers, a toast stays hidden and
 * silent even if the view then shows another text, because its own is outdated by then.
 * @returns a function that ends this. A hidden toast stays hidden while it leaves.
 */
export function hideRepeated(toast: Element, message: string): () => void {
  const card = toast.closest('.card')
  if (!card) return () => undefined
  // The toast may still be hidden because of its previous message.
  toast.removeAttribute('aria-hidden')
  const look = () => {
    const said = [...card.querySelectorAll(`.body :is(${SAID})`)].filter(
      (each) => each.textContent.trim() === message && each.checkVisibility() && !each.closest('[data-leaving]'),
    )
    if (said.some((each) => each.closest('[role=status],[role=alert]'))) toast.setAttribute('aria-hidden', 'true')
    toast.classList.toggle('sr', said.length > 0 || toast.hasAttribute('aria-hidden'))
  }
  // An observer runs before the frame is painted, so nothing flickers.
  const observer = new MutationObserver(look)
  observer.observe(card, { childList: true, characterData: true, subtree: true })
  look()
  return () => observer.disconnect()
}
