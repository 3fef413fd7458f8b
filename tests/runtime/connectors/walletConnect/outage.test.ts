/** A relay that is away for long (reliability P40), with the real client. */
import { expect, it } from 'vitest'
import { until } from '../../../cli/sandbox/peers.ts'
import { useRemote } from '../../../support/remote.ts'

const { sandbox, page, wallet, connected } = useRemote()

it('is dialled ever more rarely, and is there again by itself', async () => {
  const opened = await page()
  const remote = await wallet({ policy: 'approve' })
  await connected(opened, remote)
  // The wallet would dial as well.
  await remote.close()
  const { relay } = sandbox()
  relay.clear()
  relay.refuse(true)
  relay.drop()
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  // Pauses of 0.5–1, 1–2, 2–4 and 4–8 seconds.
  expect(relay.report().dials.length).toBeGreaterThanOrEqual(3)
  expect(relay.report().dials.length).toBeLessThanOrEqual(5)
  relay.refuse(false)
  await until(() => relay.report().sockets.length === 1, 'the socket', 20_000)
  expect(opened.account().status).toBe('connected')
}, 60_000)
