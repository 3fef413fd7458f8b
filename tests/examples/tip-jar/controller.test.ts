import { afterEach, expect, it } from 'vitest'
import { createTestPluginKit, type TestPluginKit, type TestPluginOptions } from 'walletkit/test'
import type { TipJar } from './controller.ts'
import plugin from './index.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`

/** A connected kit with the permissions of the manifest. The wallet answers with a hash, and the server with a note. */
const kits: TestPluginKit<TipJar>[] = []
const make = async (changes: TestPluginOptions = {}) => {
  const test = createTestPluginKit(plugin, {
    options: { to: TO },
    answers: { eth_sendTransaction: () => HASH },
    fetch: async () => Response.json({ note: 'Thank you!' }),
    ...changes,
  })
  kits.push(test)
  await test.connect()
  return { test, jar: await test.controller() }
}
afterEach(() => kits.splice(0).forEach((test) => test.end()))

it('sends the amount after the review, keeps the hash over reloads, and says thanks', async () => {
  const { test, jar } = await make()
  await jar.tip()
  expect(test.reviews).toMatchObject([{ transaction: { to: TO, value: 1_000_000_000_000_000n } }])
  expect(jar.state).toMatchObject({ hash: HASH, note: 'Thank you!', sending: false })
  expect((await make({ stored: test.stored() })).jar.state.hash).toBe(HASH)
  expect([test.reported, test.tracked]).toMatchObject([[], [{ event: 'TIP_SENT' }]])
})

it('asks the visitor once, however often the button is pressed', async () => {
  const { test, jar } = await make()
  await Promise.all([jar.tip(), jar.tip()])
  expect(test.reviews).toHaveLength(1)
})

it('keeps the hash of a tip that nobody thanks for', async () => {
  const { test, jar } = await make({ fetch: async () => new Response(undefined, { status: 404 }) })
  await jar.tip()
  expect(jar.state).toMatchObject({ hash: HASH, note: undefined })
  expect(test.reported).toMatchObject([{ code: 'TIP_NOTE' }])
})

it('keeps nothing when the visitor declines, and can be asked again', async () => {
  const { test, jar } = await make({ review: 'decline' })
  await jar.tip()
  expect(jar.state).toMatchObject({ hash: undefined, sending: false })
  expect(test.stored()).toEqual({})
  expect(test.reported).toMatchObject([{ code: 'TIP_FAILED' }])
})
