/** One message, one place: a toast that says what the view says too is only for screen readers. */

const SAID = '.state-title,.title,.label,.banner,.note,.text'

/** Hides the open toast of a card while its text is in the view. It stays in the live region, which announces it. */
export function hideRepeated(card: HTMLElement) {
  const toast = card.querySelector('[role] > .toast')
  const message = toast?.querySelector('span > span')?.textContent.trim()
  if (!toast || !message) return
  const isSaid = [...card.querySelectorAll(`.body ${SAID.replaceAll(',', ',.body ')}`)].some(
    (each) => each.textContent.trim() === message && each.checkVisibility() && !each.closest('[data-leaving]'),
  )
  toast.classList.toggle('sr', isSaid)
}
