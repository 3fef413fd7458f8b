/** What happens when a page asks a wallet for something that nobody may ask (spec section 4, other). */
import { coreError } from '../errors/catalogue.ts'
import { report } from '../errors/report.ts'
import type { Kit } from '../kit.ts'
import { open } from './open.ts'

/** ms from the refusal to its notice: the modal is there by then (spec section 9). */
export const REFUSAL_DELAY = 300

/** Opens the modal and says so a moment later. What the wallet was asked before is given up by its own provider. */
export function heedRefusals(kit: Kit) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const stop = kit.events.on('refused', ({ method }) => {
    const show = () => void (kit.state.modal.open || open(kit))
    show()
    if (typeof document !== 'undefined') void import('../ui/shell/index.ts').then(({ preload }) => preload(kit))
    const timer = setTimeout(() => {
      timers.delete(timer)
      // What ended meanwhile may have closed it.
      show()
      report(kit, coreError('METHOD_REFUSED', method), 'METHOD_REFUSED')
    }, REFUSAL_DELAY)
    timers.add(timer)
  })
  kit.teardown.push(stop, () => timers.forEach(clearTimeout))
}
