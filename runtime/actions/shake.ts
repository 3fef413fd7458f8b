import type { ModalState } from '../state/modal.ts'

/** A refused close shakes the card for this long (spec section 9; decisions 4.9). */
export const SHAKE_DURATION = 500

const timers = new WeakMap<ModalState, ReturnType<typeof setTimeout>>()

export function shake(modal: ModalState) {
  clearTimeout(timers.get(modal))
  modal.shake = true
  timers.set(
    modal,
    setTimeout(() => void (modal.shake = false), SHAKE_DURATION),
  )
}
