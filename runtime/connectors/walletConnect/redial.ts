/** How the relay is dialled again after a drop (reliability P40). */
import type { Kit } from '../../kit.ts'
import { ONE_SECOND, THIRTY_SECONDS } from '../../lib/time.ts'
import type { Relayer } from './client.ts'

/** The pause before the n-th dial of an outage, ms: doubled from one second up to thirty, half of it by chance. */
export const pauseBefore = (dial: number, chance = Math.random()) =>
  Math.min(ONE_SECOND * 2 ** dial, THIRTY_SECONDS) * (0.5 + chance / 2)

/**
 * The library dials again after a fixed tenth of a second, and with every pulse. While its transport counts as closed on
 * purpose it does neither, so that the pauses are ours; a dial of ours opens it again.
 */
export function keepDialling(kit: Kit, relayer: Relayer) {
  let dials = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const dial = () => {
    timer = undefined
    // It resolves without a connection where there is nothing to listen to.
    relayer.transportOpen().catch(() => undefined)
  }
  const plan = () => {
    relayer.transportExplicitlyClosed = true
    if (timer !== undefined) return
    timer = setTimeout(dial, pauseBefore(dials++))
  }
  const now = () => {
    if (relayer.connected || timer === undefined) return
    clearTimeout(timer)
    dials = 0
    dial()
  }
  relayer.on('relayer_connect', () => (dials = 0))
  relayer.on('relayer_disconnect', plan)
  globalThis.addEventListener?.('online', now)
  kit.teardown.push(() => {
    clearTimeout(timer)
    globalThis.removeEventListener?.('online', now)
  })
}
