/** A request of an app that is refused before the visitor is asked. */
import { expect, it } from 'vitest'
import manifest from '../../../../plugins/smart-sessions/index.ts'
import createSessionsController from '../../../../plugins/smart-sessions/controller.ts'
import RequestView from '../../../../plugins/smart-sessions/views/RequestView.tsx'
import { connect } from '../../../../runtime/actions/connect.ts'
import { createPluginKit } from '../../../../runtime/host/createPluginKit.ts'
import { drawn } from '../../../support/drawn.tsx'
import { makeKit, sandboxConfig, testConnector } from '../../../support/kit.ts'
import { useSandbox } from '../../../support/sandbox.ts'

const sandbox = useSandbox()
const endless = { expiry: 1, permissions: [] }
const MINT = { type: 'contract-call', data: { address: `0x${'ab'.repeat(20)}`, functions: [{ functionName: 'mint' }] } }
/** A request that the page cannot copy, because a value in it is a function. */
const uncopied = () => ({ expiry: Math.floor(Date.now() / 1000) + 3600, permissions: [{ ...MINT, more: () => 1 }] })

async function open() {
  const messages = { 'error.SESSION_ENDLESS': 'Sie braucht ein Ende', 'error.SESSION_EMPTY': 'Sie muss etwas sagen' }
  const kit = makeKit({ ...sandboxConfig(sandbox()), messages }, { plugins: [manifest] })
  await connect(kit, testConnector(sandbox()).connector)
  const pluginKit = createPluginKit(kit, manifest)
  const controller = { ...createSessionsController({ kit: pluginKit, api: undefined }), hasService: true }
  return (request: unknown) => drawn(kit, <RequestView kit={pluginKit} controller={controller} params={{ request }} />)
}

it.each([
  ['has no end', endless, 'Sie braucht ein Ende'],
  ['cannot be copied', uncopied(), 'Sie muss etwas sagen'],
])('that %s is refused in the visitor’s language', async (_what, request, words) => {
  const screen = await open()
  expect(screen(request)).toContain(words)
})
