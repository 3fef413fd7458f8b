/** The client of the wallet's side of the relay, set up for this computer. */
import { Core } from '@walletconnect/core'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { endOnce, type Ending } from '../../runtime/remote/patches/endOnce.ts'
import type { WalletOptions } from './types.ts'

export type Client = InstanceType<typeof WalletKit>
export type Opened = { core: InstanceType<typeof Core>; client: Client }

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Resolves before the client connects to the relay. */
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
  // There is no service that attests pages here; without this the client would wait 5 s for one on every request.
  Object.assign(core.verify, { isDevEnv: true })
  // The wallet only talks to this computer, so it needs no network connection for that.
  Object.assign(core.relayer, { confirmOnlineStateOrThrow: async () => {} })
  // The SDK reports its start to its vendor even with telemetry off.
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
  // The client stores itself globally for the next one with its prefix, which would then start closed.
  const kept = `_walletConnectCore_${storagePrefix}`
  for (const each of [kept, `${kept}_count`]) Reflect.deleteProperty(globalThis, each)
  // The client writes its store shortly after its last message.
  await later(20)
}
