/** Tells the visitor when the page requested an RPC method that is not on the allow-list. */
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { open } from './open.ts'

/** ms between the refusal and its error toast: the modal has opened by then. */
export const REFUSAL_DELAY = 300

/** Opens the modal and shows the error a moment later. Each provider rejects its own pending requests. */
export function heedRefusals(kit: Kit) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const stop = kit.events.on('refused', ({ method }) => {
    const show = () => void (kit.state.modal.open || open(kit))
    show()
    void kit.preload()
    const timer = setTimeout(() => {
      timers.delete(timer)
      // Something that finished in the meantime may have closed the modal.
      show()
      report(kit, coreError('METHOD_REFUSED', method), 'METHOD_REFUSED')
    }, REFUSAL_DELAY)
    timers.add(timer)
  })
  kit.teardown.push(stop, () => timers.forEach(clearTimeout))
}
