/** The metrics count what happened to accounts. */
import { expect, it } from 'vitest'
import type { StoredKeys } from '../../../sandbox/login/database.ts'
import type { Event, Store } from '../../../sandbox/login/store.ts'
import { createMetrics } from '../../../server/http/metrics.ts'

it('count the event of a change of keys, if the change was stored', async () => {
  const metrics = createMetrics(() => 0)
  let isStored = true
  const store = metrics.counting({ setKeys: async () => isStored } as unknown as Store)
  const by = { session: 's', epoch: 0, event: { kind: 'passkey-added' } as unknown as Event }
  const change = () => store.setKeys('ada', {} as StoredKeys, {} as StoredKeys, by)
  await change()
  isStored = false
  await change()
  expect(await metrics.text()).toContain('walletkit_events_total{kind="passkey-added"} 1')
})
