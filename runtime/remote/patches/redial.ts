/** Reconnects to the relay after the socket drops, with growing pauses. */
import type { Kit } from '../../contracts/kit.ts'
import { ONE_SECOND, THIRTY_SECONDS } from '../../lib/time.ts'
import type { Relayer } from '../client.ts'

/**
 * The pause before the n-th attempt of an outage, in ms: doubles from one second up to thirty. Each pause is shortened
 * at random by up to half, so that pages do not all reconnect at the same moment.
 */
export const pauseBefore = (dial: number, chance = Math.random()) =>
  Math.min(ONE_SECOND * 2 ** dial, THIRTY_SECONDS) * (0.5 + chance / 2)

/**
 * ms after which WalletConnect's library has started its first connection attempt. Its start clears the flag that
 * prevents further attempts, so the flag is set only after that.
 */
const BEGUN = 200

/**
 * WalletConnect's library reconnects 0.1 s after a drop and on every heartbeat (5 s), with five attempts each time. All
 * attempts go through `transportOpen`; this rejects them during the pause, and then makes one attempt. Returns a
 * function that stops this.
 */
export function keepDialling(kit: Kit, relayer: Relayer): () => void {
  const open = relayer.transportOpen.bind(relayer)
  let dials = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false

  const dial = async () => {
    const opening = open()
    // With this flag set, the library stops after the first failed attempt: `plan` decides when the next one begins.
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
    // Open no socket while one is open or opening: each request to the relay opens one by itself, and a second socket
    // would lose what the first one sent. The next heartbeat checks again.
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
