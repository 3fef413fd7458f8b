/** The relay client of a kit: one, however often React mounts; made when the first QR code or deep link is wanted. */
import type { Services } from '../../config.ts'
import type { Kit } from '../../kit.ts'
import { isOnline } from '../../lib/online.ts'
import { perKit } from '../../lib/perKit.ts'
import type { AuthEngine, AuthStore, Decode } from './authenticate.ts'
import { endOnce, type Ending } from './endOnce.ts'
import type { Proposals } from './expireFirst.ts'
import type { Proposal } from './namespaces.ts'
import { type History, keepShort, type Messages } from './history.ts'
import { keepDialling } from './redial.ts'
import { metadataOf } from '../../data/metadata.ts'

/** The part of a universal provider that is used here; every version of it has this. */
export type RelayClient = {
  /** As the library keeps it; read by {@link parseSession} alone. */
  readonly session?: unknown
  readonly uri?: string | undefined
  /** What the next proposal asks for. */
  optionalNamespaces?: Record<string, Proposal>
  /** Proposes a session in a pairing of its own. Emits `display_uri`; resolves with the session. */
  pair: (topic: undefined) => Promise<unknown>
  /** The same, with a sign-in in it. Resolves with `session`, and with `auths` where the wallet signed. */
  authenticate?: (params: {
    chains: string[]
    optionalNamespaces: Record<string, Proposal>
  }) => Promise<{ session: unknown; auths?: unknown }>
  /** Stops listening to every pairing, that of a session too: once settled, a session needs its own topic only. */
  cleanupPendingPairings: () => Promise<void>
  disconnect: () => Promise<void>
  request: (request: { method: string; params?: unknown }, chain: string, expiry?: number) => Promise<unknown>
  setDefaultChain: (chain: string) => void
  on: (event: string, listener: (payload: never) => void) => void
  removeListener: (event: string, listener: (payload: never) => void) => void
  readonly client: {
    readonly engine?: AuthEngine & NonNullable<Ending['engine']> & NonNullable<Proposals['engine']>
    readonly proposal?: Proposals['proposal']
    readonly auth?: AuthStore
    readonly pairing?: { readonly keys: readonly string[] }
    readonly session: {
      readonly keys: readonly string[]
      delete: (topic: string, reason: { code: number; message: string }) => Promise<void>
    }
    on: (event: string, listener: (payload: never) => void) => void
    off: (event: string, listener: (payload: never) => void) => void
    readonly core: {
      readonly verify: object
      readonly heartbeat: { stop: () => void }
      readonly relayer: Relayer & { transportClose: () => Promise<void>; readonly messages: Messages }
      readonly history: History
      readonly crypto: { decode: Decode; getClientId: () => Promise<string> }
    }
  }
}
export type Relayer = {
  transportExplicitlyClosed: boolean
  readonly connected: boolean
  readonly connecting?: boolean
  /** Throws where the library takes the page to be offline. */
  confirmOnlineStateOrThrow?: () => Promise<void>
  transportOpen: () => Promise<void>
  readonly subscriber?: { unsubscribe: (topic: string) => Promise<void> }
  on: (event: string, listener: (payload: never) => void) => void
}

export type RelayClientOptions = {
  projectId: string
  metadata: { name: string; description: string; url: string; icons: string[] }
  relayUrl: string
  telemetryEnabled: false
  disableProviderPing: true
  logger: 'silent'
}

export type MakeClient = (options: RelayClientOptions) => Promise<RelayClient>

/** The library reads the page as soon as it is loaded: a server must be able to import what stands before it. */
const makeClient: MakeClient = async (options) =>
  (await import('../../vendor/walletconnect.ts')).createRelayClient(options)

const held = perKit(() => ({
  client: undefined as Promise<RelayClient> | undefined,
  stopDialling: undefined as (() => void) | undefined,
}))

/** The kit's client; one that could not be made is made anew with the next call. */
export function clientOf(kit: Kit, make = makeClient): Promise<RelayClient> {
  const own = held(kit)
  return (own.client ??= create(kit, make).catch((error: unknown) => {
    own.client = undefined
    throw error
  }))
}

/** The client if there is one; nothing is made. */
export const madeClient = (kit: Kit): Promise<RelayClient> | undefined => held(kit).client

/**
 * Lets the client go, its socket and its timers with it: it read its sessions and keys from the store when it was made,
 * and another page of the site changed them. The next call makes one that knows them.
 */
export async function dropClient(kit: Kit): Promise<void> {
  const own = held(kit)
  const dropping = own.client
  own.client = undefined
  const client = await dropping?.catch(() => undefined)
  if (!client) return
  own.stopDialling?.()
  const { core } = client.client
  // The library gives every client of a page the first one's core.
  const page = globalThis as Record<string, unknown>
  if (page[SHARED_CORE] === core) delete page[SHARED_CORE]
  delete page[`${SHARED_CORE}_count`]
  core.heartbeat.stop()
  await core.relayer.transportClose().catch(() => undefined)
}
const SHARED_CORE = '_walletConnectCore_'

async function create(kit: Kit, make: MakeClient): Promise<RelayClient> {
  const { services = {}, projectId = '' } = kit.config
  const client = await make({
    projectId,
    metadata: metadataOf(kit),
    relayUrl: services.relay ?? '',
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: 'silent',
  })
  setVerify(client, services)
  setOnline(client)
  endOnce(client.client)
  keepShort(client.client.core.history, client.client.core.relayer.messages)
  held(kit).stopDialling = keepDialling(kit, client.client.core.relayer)
  return client
}

/** The library knows the browser's word alone, which is wrong on a computer without a network that asks itself. */
function setOnline({ client: { core } }: RelayClient) {
  core.relayer.confirmOnlineStateOrThrow = async () => {
    if (!isOnline()) throw new Error('No network')
  }
}

/**
 * Every request waits five seconds for a frame of the Verify service where the page's policy does not let it load. It is
 * asked only where the config names it (decisions 2.1).
 */
function setVerify({ client }: RelayClient, { verify }: Services) {
  Object.assign(client.core.verify, verify ? { verifyUrlV3: `${verify.replace(/\/$/, '')}/v3` } : { isDevEnv: true })
}
