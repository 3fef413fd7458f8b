import type { ModalState } from '../state/modal.ts'

/** ms that a refused close shakes the card. */
export const SHAKE_DURATION = 500

/** A refusal during a shake is a part of it: the card comes to rest when it was going to. */
export function shake(modal: ModalState) {
  if (modal.shake) return
  modal.shake = true
  setTimeout(() => void (modal.shake = false), SHAKE_DURATION)
}
