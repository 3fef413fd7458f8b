/**
 * Account names for unit tests: the runtime's own kit, real keys, and the real sandbox behind a recorder of its
 * requests.
 */
import { onTestFinished } from 'vitest'
import createNamesApi from '../../../plugins/names/api.ts'
import createNamesController from '../../../plugins/names/controller.ts'
import manifest from '../../../plugins/names/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import type { Storage } from '../../../runtime/lib/storage.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import type { Sandbox } from '../../../sandbox/index.ts'
import { makeKit, memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'
import { startRecorder } from '../../support/recorder.ts'

export const SANDBOX_NAMES = { suffix: 'walletkit.id' }

export type OpenOptions = {
  options?: unknown
  config?: Config
  storage?: Storage
  wallet?: Partial<InstallOptions>
  /**
   * How the account is connected. With `auth` it counts as a login without a wallet, although its key is the test
   * wallet's.
   */
  by?: 'auth' | 'wallet' | 'nobody'
}

/** Opens the plugin on its form. The kit is destroyed after the test. */
export async function openNames(sandbox: Sandbox, given: OpenOptions = {}) {
  const { options = SANDBOX_NAMES, config = {}, storage = memoryStorage(), by = 'auth', wallet: own } = given
  const recorder = await startRecorder(sandbox.url)
  const base = sandboxConfig(sandbox)
  const kit = makeKit(
    { ...base, services: { ...base.services, api: recorder.url }, ...config },
    { plugins: [manifest], storage },
  )
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const { wallet, connector } = testConnector(sandbox, own)
  if (by !== 'nobody') await connect(kit, connector)
  if (by === 'auth') kit.state.accounts.eip155.connectedWalletInfo = { name: 'mira@example.com', identifier: 'ID_AUTH' }
  // Remove the name, because the identity service has names for the first accounts.
  kit.state.accounts.eip155.profileName = undefined
  const service = blockchainApi(kit)
  if (!service) throw new Error('The config names an API')
  const api = createNamesApi(service)
  const tracked: { event: string; properties?: unknown }[] = []
  kit.events.on('track', ({ event, properties }) => tracked.push({ event, properties }))
  const errors: string[] = []
  kit.events.on('error', ({ code }) => errors.push(code))
  kit.state.modal.open = true
  const controller = createNamesController({ kit: createPluginKit(kit, manifest), api, options })
  return {
    ...{ kit, wallet, api, controller, state: controller.state, recorder, tracked, errors, storage },
    view: () => kit.state.router.view,
    profileName: () => kit.state.accounts.eip155.profileName,
    posts: () => recorder.asked('/v1/profile/account'),
    signed: () => wallet.requests.filter(({ method }) => method === 'personal_sign'),
  }
}
