/**
 * Queues tracking events until the analytics code has loaded, and drops them where the config, the browser or the
 * visitor does not allow them. Loads that code only once there is an event to send, and not while the first view is
 * still loading.
 */
import type { KitEvents, TrackedEvent } from '../contracts/events.ts'
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { perKit } from '../contracts/perKit.ts'
import { ONE_SECOND } from '../lib/time.ts'
import { activeAddress } from '../state/active.ts'

/** Starts to queue the kit's events with the first call. */
export const tracking = perKit((kit) => {
  const held: TrackedEvent[] = []
  let consent: boolean | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let part: ReturnType<NonNullable<Kit['parts']['analytics']>> | undefined

  const allowed = () => mayTrack(kit) && (consent ?? !needsConsent(kit))
  const drop = () => void (held.length = 0)
  const send = () => {
    clearTimeout(timer)
    if (!held.length) return
    part ??= kit.parts.analytics?.()
    part?.then(({ default: analytics }) => {
      if (!allowed()) return drop()
      for (const event of held.splice(0)) void analytics.send(kit, event)
    }, drop)
  }
  const plan = (event: string) => {
    const { modal, router } = kit.state
    const isClosing = event === 'MODAL_CLOSE'
    // Once the analytics code was requested, send at once, except when the modal opens: a request is work that would
    // delay the modal's first frame. Before that, send at once only if the modal is closed and this event is not its
    // closing.
    if (part ? event !== 'MODAL_OPEN' : !modal.open && !isClosing) return send()
    clearTimeout(timer)
    // The Connect view calls `send` itself once it shows. Any other view has rendered after a second. Wait for a second
    // after the modal closes, too: the visitor may open it again, and loading the analytics code would delay that.
    if (isClosing || router.view !== 'Connect') timer = setTimeout(send, ONE_SECOND)
  }
  const add = (event: KitEvents['track']) => {
    if (!allowed()) return
    held.push({ ...event, address: activeAddress(kit) })
    // A page load alone does not justify a download. The microtask lets the action that emitted the event finish first.
    if (event.event !== 'INITIALIZE') queueMicrotask(() => plan(event.event))
  }

  if (kit.parts.analytics) {
    kit.teardown.push(kit.events.on('track', add), drop, () => clearTimeout(timer))
    if (kit.lastEvent) add(kit.lastEvent)
  }
  return {
    /** Sends the queued events; call it once the first view shows. */
    send,
    setConsent: (given: boolean) => {
      consent = given
      if (!given) drop()
    },
  }
})

/** Whether the config and the browser allow events: Do Not Track and Global Privacy Control forbid them. */
function mayTrack({ config, state }: Kit): boolean {
  if (!config.services?.analytics || state.options.features['analytics'] === false) return false
  if (typeof navigator === 'undefined') return false
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: unknown }
  return doNotTrack !== '1' && !globalPrivacyControl
}

function needsConsent({ state }: Kit): boolean {
  const { analytics } = state.options.features
  return isRecord(analytics) && analytics['consent'] === 'required'
}
