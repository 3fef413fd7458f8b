/**
 * Creates the relay client of a kit: at most one per kit at a time, even when React mounts twice, and only when a
 * screen of remote wallets, a deep link or a stored session first needs it.
 */
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import type { AuthEngine, AuthStore, Decode } from './patches/checkAnswers.ts'
import { endOnce, type Ending } from './patches/endOnce.ts'
import type { Proposals } from './patches/expireFirst.ts'
import type { Proposal } from './namespaces.ts'
import { type History, keepShort, type Messages } from './patches/history.ts'
import { setOnline } from './patches/online.ts'
import { keepDialling } from './patches/redial.ts'
import { forgetCore } from './patches/sharedCore.ts'
import { setVerify } from './patches/verify.ts'
import { metadataOf } from '../data/metadata.ts'

/** The parts of WalletConnect's universal provider that walletkit uses. */
export type RelayClient = {
  /** The session as WalletConnect's library stores it; only {@link parseSession} reads its fields. */
  session?: unknown
  readonly uri?: string | undefined
  /** Prepares the client for requests in `session`. */
  createProviders?: () => void
  /** The namespaces that the next proposal requests. */
  optionalNamespaces?: Record<string, Proposal>
  /** Proposes a session in a new pairing. Emits `display_uri`; resolves with the session. */
  pair: (topic: undefined) => Promise<unknown>
  /** Proposes a session together with a sign-in. Resolves with `session`, and with `auths` if the wallet signed. */
  authenticate?: (params: {
    chains: string[]
    optionalNamespaces: Record<string, Proposal>
  }) => Promise<{ session: unknown; auths?: unknown }>
  /** Unsubscribes from the topics of all pairings. Their sessions continue, because each session has its own topic. */
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
      getAll?: () => readonly { expiry: number }[]
      delete: (topic: string, reason: { code: number; message: string }) => Promise<void>
    }
    /** Ends one session; the client's own one or another. */
    disconnect?: (ending: { topic: string; reason: { code: number; message: string } }) => Promise<void>
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
  /** Throws when WalletConnect's library believes that the page is offline. */
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

/**
 * WalletConnect's library accesses browser globals when it is imported, so import it late: a server must be able to
 * import this file.
 */
const makeClient: MakeClient = async (options) =>
  (await import('../lib/vendor/walletconnect.ts')).createRelayClient(options) as Promise<RelayClient>

/** The kit's relay client, if it was created, and the function that stops the client's attempts to reconnect. */
const relayClients = perKit(() => ({
  client: undefined as Promise<RelayClient> | undefined,
  stopDialling: undefined as (() => void) | undefined,
}))

/** Returns the kit's client, which the first call creates; after a failure, the next call tries again. */
export function clientOf(kit: Kit, make = makeClient): Promise<RelayClient> {
  const own = relayClients(kit)
  return (own.client ??= create(kit, make).catch((error: unknown) => {
    own.client = undefined
    throw error
  }))
}

/** The client if one exists; never creates one. */
export const madeClient = (kit: Kit): Promise<RelayClient> | undefined => relayClients(kit).client

/**
 * Drops the client with its socket and timers, because its sessions and keys are out of date: it reads them from the
 * store only when it is created. The next call of `clientOf` creates a client that reads the current ones.
 */
export async function dropClient(kit: Kit): Promise<void> {
  const own = relayClients(kit)
  const dropping = own.client
  own.client = undefined
  const client = await dropping?.catch(() => undefined)
  if (!client) return
  own.stopDialling?.()
  forgetCore(client)
  const { core } = client.client
  core.heartbeat.stop()
  await core.relayer.transportClose().catch(() => undefined)
}

/**
 * Makes the client use the newest stored session. The library uses the oldest one. After a new pairing that one is
 * still stored if the page was left, or another tab reads the store, before the relay accepted the message that ends
 * it.
 */
function takeNewest(client: RelayClient) {
  const newest = [...(client.client.session.getAll?.() ?? [])].sort((a, b) => a.expiry - b.expiry).at(-1)
  if (!newest || newest === client.session) return
  client.session = newest
  client.createProviders?.()
}

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
  takeNewest(client)
  setVerify(client, services)
  setOnline(client)
  endOnce(client.client)
  keepShort(client.client.core.history, client.client.core.relayer.messages)
  relayClients(kit).stopDialling = keepDialling(kit, client.client.core.relayer)
  return client
}
