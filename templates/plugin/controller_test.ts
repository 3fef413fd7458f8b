import { afterEach, expect, it } from 'vitest'
import { createTestPluginKit, type TestPluginKit } from 'walletkit/test'
import type { MyPluginController } from './controller.ts'
import plugin from './index.ts'

/** The test kits that `make` created: each has the manifest's permissions, and `answer` in place of the service. */
const kits: TestPluginKit<MyPluginController>[] = []
const make = (answer: () => Response = () => Response.json({ name: 'a service' }), stored = {}) => {
  const test = createTestPluginKit(plugin, { fetch: async () => answer(), stored })
  kits.push(test)
  return test
}
afterEach(() => kits.splice(0).forEach((test) => test.end()))

it('counts its visits over reloads', async () => {
  const first = make()
  ;(await first.controller()).open()
  const second = await make(undefined, first.stored()).controller()
  second.open()
  expect(second.state.opened).toBe(2)
})

it('shows who answered', async () => {
  const test = make()
  const controller = await test.controller()
  await controller.ask()
  expect(controller.state).toMatchObject({ name: 'a service', asking: false })
  expect(test.tracked).toMatchObject([{ event: 'MY_PLUGIN_ASKED' }])
  expect(test.reported).toEqual([])
})

it('says when the service fails, and can be asked again', async () => {
  const test = make(() => new Response(undefined, { status: 500 }))
  const controller = await test.controller()
  await controller.ask()
  expect(controller.state).toMatchObject({ name: undefined, asking: false })
  expect(test.reported).toMatchObject([{ code: 'MY_PLUGIN_SERVICE', message: 'The service did not answer' }])
})
