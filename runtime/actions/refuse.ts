/** Tells the visitor when the page requested an RPC method that is not on the allow-list. */
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { open } from './open.ts'

/** How many ms after the refusal the error toast appears. The modal, in which it shows, has opened by then. */
export const REFUSAL_DELAY = 300

/**
 * Handles requests of methods that are not on the allow-list, from the first session until the kit is destroyed: opens
 * the modal, and shows the error once it is open. The providers themselves reject the request.
 */
export const heedRefusals = perKit((kit: Kit) => {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const stop = kit.events.on('refused', ({ method }) => {
    const show = () => void (kit.state.modal.open || open(kit))
    show()
    void kit.preload()
    const timer = setTimeout(() => {
      timers.delete(timer)
      // Something that finished in the meantime may have closed the modal, so open it again.
      show()
      report(kit, coreError('METHOD_REFUSED', method), 'METHOD_REFUSED')
    }, REFUSAL_DELAY)
    timers.add(timer)
  })
  kit.teardown.push(stop, () => timers.forEach(clearTimeout))
})
