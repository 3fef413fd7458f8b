/** How the relay is dialled again after a drop (reliability P40). */
import type { Kit } from '../../kit.ts'
import { ONE_SECOND, THIRTY_SECONDS } from '../../lib/time.ts'
import type { Relayer } from './client.ts'

/** The pause before the n-th dial of an outage, ms: doubled from one second up to thirty, half of it by chance. */
export const pauseBefore = (dial: number, chance = Math.random()) =>
  Math.min(ONE_SECOND * 2 ** dial, THIRTY_SECONDS) * (0.5 + chance / 2)

/** By then the library has begun its first dial, ms. */
const BEGUN = 200

/**
 * The library dials again a tenth of a second after a drop, with every pulse of five seconds, and five times in each of
 * these. All of them go through `transportOpen`: here they wait for the pause, and dial once. Returns what ends it.
 */
export function keepDialling(kit: Kit, relayer: Relayer): () => void {
  const open = relayer.transportOpen.bind(relayer)
  let dials = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false

  const dial = async () => {
    const opening = open()
    // It gives up after a failed dial where its transport counts as closed.
    const once = setTimeout(() => void (relayer.transportExplicitlyClosed ||= !relayer.connected), BEGUN)
    try {
      await opening
    } catch (error) {
      plan()
      throw error
    } finally {
      clearTimeout(once)
    }
  }
  const redial = () => {
    timer = undefined
    // A request dials by itself; two sockets at once lose what the first one sent. The next pulse looks again.
    if (!relayer.connected && !relayer.connecting) dial().catch(() => undefined)
  }
  const plan = () => void (over || (timer ??= setTimeout(redial, pauseBefore(dials++))))
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const now = () => {
    if (timer === undefined) return
    stop()
    dials = 0
    redial()
  }

  relayer.transportOpen = () => (timer === undefined && !over ? dial() : Promise.reject(new Error('The relay is away')))
  relayer.on('relayer_disconnect', plan)
  relayer.on('relayer_connect', () => {
    stop()
    dials = 0
    relayer.transportExplicitlyClosed = false
  })
  globalThis.addEventListener?.('online', now)
  const end = () => {
    over = true
    stop()
    globalThis.removeEventListener?.('online', now)
  }
  kit.teardown.push(end)
  return () => {
    end()
    kit.teardown.splice(kit.teardown.indexOf(end) >>> 0, 1)
  }
}
