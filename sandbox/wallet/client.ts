/** Opens the SDK's client of the wallet, with a relay on this computer. */
import { Core } from '@walletconnect/core'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { endOnce, type Ending } from '../../runtime/remote/patches/endOnce.ts'
import type { WalletOptions } from './types.ts'

export type Client = InstanceType<typeof WalletKit>
export type Opened = { core: InstanceType<typeof Core>; client: Client }

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Opens the client with its stored sessions. It resolves before the client has connected to the relay. */
export async function openClient(options: WalletOptions): Promise<Opened> {
  const { relayUrl, projectId, name = 'Sandbox wallet', url = 'http://127.0.0.1', storage, storagePrefix } = options
  const core = await Core.init({
    relayUrl,
    projectId,
    logger: 'silent',
    telemetryEnabled: false,
    ...(storage && { storage }),
    ...(storagePrefix && { customStoragePrefix: storagePrefix }),
  })
  // The sandbox has no service that verifies pages. Without this the client would wait 5 s for it on every request.
  Object.assign(core.verify, { isDevEnv: true })
  // The relay is on this computer, so do not require that the computer is online.
  Object.assign(core.relayer, { confirmOnlineStateOrThrow: async () => {} })
  // Without this the SDK would report its start to its vendor, even with telemetry off.
  Object.assign(core.eventClient, { init: async () => {} })
  const metadata = { name, description: 'Test keys only', url, icons: [] }
  const client = await WalletKit.init({
    core: core as WalletKitTypes.Options['core'],
    metadata,
    signConfig: { disableRequestQueue: true },
  })
  endOnce(client.engine.signClient as Ending)
  return { core, client }
}

/** Ends the connection to the relay, so that another client with the same prefix can open. */
export async function closeClient({ core }: Opened, storagePrefix = ''): Promise<void> {
  core.heartbeat.stop()
  await core.relayer.transportClose()
  // The SDK keeps its core in a global variable by prefix. The next client with this prefix would get the closed one.
  const kept = `_walletConnectCore_${storagePrefix}`
  for (const each of [kept, `${kept}_count`]) Reflect.deleteProperty(globalThis, each)
  // The client writes to its storage a moment after its last message: wait for that.
  await later(20)
}
