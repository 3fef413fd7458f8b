/**
 * Connecting to the relay again (reliability P40). tests/runtime/actions/pair.test.ts tests it with the real client and
 * relay.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Relayer } from '../../../../runtime/remote/client.ts'
import { keepDialling, pauseBefore } from '../../../../runtime/remote/patches/redial.ts'
import { makeKit } from '../../../support/kit.ts'

afterEach(() => void vi.useRealTimers())

it('doubles its delays from one second to thirty, with half of each random', () => {
  const longest = [0, 1, 2, 3, 4, 5, 9].map((dial) => pauseBefore(dial, 1))
  expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(pauseBefore(3, 0)).toBe(4000)
  const random = Array.from({ length: 200 }, () => pauseBefore(2))
  expect(new Set(random).size).toBeGreaterThan(150)
})

/**
 * A fake of the client's transport: it connects up to five times per opening, has a heartbeat every five seconds, and
 * tries again after each loss.
 */
function transport() {
  const listeners: Record<string, (() => void)[]> = {}
  const emit = (event: string) => listeners[event]?.forEach((hear) => hear())
  const state = { down: false, dials: 0 }
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const relayer: Relayer = {
    transportExplicitlyClosed: false,
    connected: false,
    transportOpen: async () => {
      relayer.transportExplicitlyClosed = false
      for (let attempt = 1; attempt < 6 && !relayer.transportExplicitlyClosed; attempt++) {
        state.dials++
        if (!state.down) {
          Object.assign(relayer, { connected: true })
          return emit('relayer_connect')
        }
        await sleep(attempt * 1000)
      }
      throw new Error('No socket')
    },
    on: (event, listener) => void (listeners[event] ??= []).push(listener as () => void),
  }
  const again = () => void relayer.transportOpen().catch(() => undefined)
  const pulse = setInterval(() => relayer.connected || relayer.transportExplicitlyClosed || again(), 5_000)
  const drop = () => {
    Object.assign(relayer, { connected: false })
    emit('relayer_disconnect')
    setTimeout(again, 100)
  }
  return { relayer, state, drop, stop: () => clearInterval(pulse) }
}

describe('an outage', () => {
  it('of five minutes costs at most 25 attempts, and ends with the first attempt after it', async () => {
    vi.useFakeTimers()
    const kit = makeKit()
    const { relayer, state, drop, stop } = transport()
    keepDialling(kit, relayer)
    state.down = true
    drop()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(state.dials).toBeLessThanOrEqual(25)
    expect(state.dials).toBeGreaterThan(8)
    state.down = false
    await vi.advanceTimersByTimeAsync(31_000)
    expect(relayer.connected).toBe(true)
    stop()
    kit.teardown.forEach((end) => end())
  })

  it('resets the delay after each connection, so that 5,000 drops lose no connection', async () => {
    vi.useFakeTimers()
    const kit = makeKit()
    const { relayer, state, drop, stop } = transport()
    keepDialling(kit, relayer)
    for (let at = 0; at < 5_000; at++) {
      drop()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(relayer.connected).toBe(true)
    }
    expect(state.dials).toBe(5_000)
    stop()
    kit.teardown.forEach((end) => end())
    expect(vi.getTimerCount()).toBe(0)
  })
})
