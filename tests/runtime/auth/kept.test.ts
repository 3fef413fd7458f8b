/** A login across network failures, wake-ups and its end. */
import { expect, it } from 'vitest'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { embeddedKit, signedIn } from '../../support/embedded.ts'
import { memoryStorage } from '../../support/kit.ts'
import { ALICE } from '../../support/loginFrame.ts'
import { waitFor } from '../../support/waitFor.ts'

it('stays stored if its frame does not load', async () => {
  const storage = memoryStorage()
  await signedIn({ storage })
  const before = storage
    .keys()
    .filter((key) => !/cache|recent/.test(key))
    .sort()
  const { kit, frame } = await embeddedKit({ storage })
  const taken = reconnect(kit)
  await waitFor(() => expect(frame.urls).not.toEqual([]))
  frame.fail()
  await taken
  expect(kit.state.accounts.eip155.status).toBe('disconnected')
  expect(
    storage
      .keys()
      .filter((key) => !/cache|recent/.test(key))
      .sort(),
  ).toEqual(before)
  expect(storage.get('@appkit/connection_status')).toBe('connected')
})

it('keeps the types of its accounts when the page wakes', async () => {
  const { kit, frame } = await signedIn()
  const [eoa, smart] = ALICE.accounts
  frame.replies.GET_USER = { ...ALICE, address: smart?.address, preferredAccountType: 'smartAccount' }
  await verify(kit)
  expect(kit.state.accounts.eip155.allAccounts).toEqual([smart, eoa])
  expect(kit.state.accounts.eip155.preferredAccountType).toBe('smartAccount')
})

it('tells its end to the listeners of its provider', async () => {
  const { kit } = await signedIn()
  const provider = connectionOf(kit, 'eip155')?.provider as {
    on: (event: string, hear: (payload: unknown) => void) => void
  }
  const told: unknown[] = []
  provider.on('disconnect', (payload) => void told.push(payload))
  await disconnect(kit)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(told).toHaveLength(1)
})
