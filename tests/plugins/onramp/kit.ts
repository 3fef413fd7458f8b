/** The on-ramp for unit tests: the runtime's own kit, and the real sandbox behind a recorder of its requests. */
import { onTestFinished } from 'vitest'
import createOnRampApi from '../../../plugins/onramp/api.ts'
import createOnRampController from '../../../plugins/onramp/controller.ts'
import manifest from '../../../plugins/onramp/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import type { Sandbox } from '../../../sandbox/index.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { startRecorder } from '../../support/recorder.ts'

export type OpenOptions = { options?: unknown; config?: Config; isConnected?: boolean }

/** Opens the on-ramp. The kit is destroyed after the test. */
export async function openOnRamp(sandbox: Sandbox, { options, config = {}, isConnected = true }: OpenOptions = {}) {
  const recorder = await startRecorder(sandbox.url)
  const base = sandboxConfig(sandbox)
  const kit = makeKit(
    { ...base, services: { ...base.services, api: recorder.url }, ...config },
    { plugins: [manifest] },
  )
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  if (isConnected) await connect(kit, testConnector(sandbox).connector)
  const service = blockchainApi(kit)
  if (!service) throw new Error('The config names an API')
  const api = createOnRampApi(service)
  const tracked: { event: string; properties?: unknown }[] = []
  kit.events.on('track', ({ event, properties }) => tracked.push({ event, properties }))
  const errors: string[] = []
  kit.events.on('error', ({ code }) => errors.push(code))
  const pluginKit = createPluginKit(kit, manifest)
  const controller = createOnRampController({ kit: pluginKit, api, options })
  return { kit, pluginKit, api, controller, state: controller.state, recorder, tracked, errors }
}
