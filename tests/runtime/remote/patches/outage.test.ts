/** A relay that is unreachable for a long time (reliability P40), with the real client. */
import { afterEach, expect, it, vi } from 'vitest'
import { useRemote } from '../../../support/remote.ts'

const { sandbox, page, wallet, connected } = useRemote()
afterEach(() => void vi.useRealTimers())

/** Moves the clock in steps of 0.1 s. Connections that begin in a step are answered before the next one. */
async function pass(seconds: number, unless = () => false) {
  for (let tenth = 0; tenth < seconds * 10 && !unless(); tenth++) {
    await vi.advanceTimersByTimeAsync(100)
    await sockets()
  }
}
const pause = setTimeout
const sockets = () => new Promise((resolve) => pause(resolve, 10))

it('retries the relay at growing intervals and reconnects without a reload', async () => {
  // Fake the timers before the client starts, because its heartbeat is an interval that runs all the time.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
  const opened = await page()
  const remote = await wallet({ policy: 'approve' })
  await connected(opened, remote)
  // Close the wallet, because it would connect to the relay again too.
  await remote.close()
  const { relay } = sandbox()
  relay.clear()
  relay.refuse(true)
  relay.drop()
  await pass(12)
  // The pauses are 0.5–1, 1–2, 2–4 and 4–8 seconds long.
  expect(relay.report().dials.length).toBeGreaterThanOrEqual(3)
  expect(relay.report().dials.length).toBeLessThanOrEqual(5)
  relay.refuse(false)
  await pass(20, () => relay.report().sockets.length === 1)
  expect(relay.report().sockets).toHaveLength(1)
  expect(opened.account().status).toBe('connected')
}, 60_000)
