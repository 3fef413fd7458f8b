import type { ModalState } from '../state/modal.ts'

/** ms that the card shakes after a refused close. */
export const SHAKE_DURATION = 500

/** A second refusal during a shake does not extend it. */
export function shake(modal: ModalState) {
  if (modal.shake) return
  modal.shake = true
  setTimeout(() => void (modal.shake = false), SHAKE_DURATION)
}
