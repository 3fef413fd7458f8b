/** Remote sessions over the relay: the driver of the WALLET_CONNECT connectors, and the pairings. */
import { WalletKitError } from '../errors/base.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import { entryOf } from '../state/entries.ts'
import { FOUR_MINUTES, TEN_SECONDS, THREE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import type { Session } from '../contracts/connector.ts'
import type { Approval, Pairing, Remote } from '../contracts/remote.ts'
import type { SignInRequest } from '../contracts/siwx.ts'
import { authenticate, type Authenticated } from './authenticate.ts'
import { clientOf, dropClient, madeClient, type MakeClient, type RelayClient } from './client.ts'
import { alertOnce, type ProviderError } from './errors.ts'
import { expireFirst } from './patches/expireFirst.ts'
import { SESSION_EVENT_TABLE, type SessionEvents } from './events.ts'
import { type Proposal, proposedNamespaces } from './namespaces.ts'
import { accountType } from './accountType.ts'
import { accountsOn, inOrder, networkIn, networkNow, remoteKey, toAccounts } from './current.ts'
import { createProvider, type RemoteProvider } from './provider.ts'
import { type RemoteNamespace, sessionFor } from './session.ts'
import { accountsByNetwork, takesAll, watchSession } from './watchSession.ts'

export type RemoteOptions = {
  /** Creates WalletConnect's universal provider. Pass your own function to use another version of it. */
  client?: MakeClient
  /** ms for which the modal shows a pairing. Default 4 min. */
  lifetime?: number
  /** How the session's events change the kit's state. */
  events?: SessionEvents
  /** The errors of the client that show an alert to the site's developer; {@link PROVIDER_ERRORS} by default. */
  errors?: readonly ProviderError[]
}

/**
 * Creates what `parts.remote` of the generated module loads; a site calls it to pass other options.
 *
 * @example
 * ```ts
 * import { createWalletKit } from 'walletkit'
 * import { createRemote } from 'walletkit/walletconnect'
 * import { generated } from 'virtual:walletkit'
 *
 * // Shows a QR code for two minutes, not four.
 * const remote = async () => ({ default: createRemote({ lifetime: 120_000 }) })
 * const kit = createWalletKit({ ...generated, parts: { ...generated.parts, remote } })
 * ```
 */
export function createRemote({
  client: make,
  lifetime = FOUR_MINUTES,
  events: table = SESSION_EVENT_TABLE,
  errors,
}: RemoteOptions = {}): Remote {
  const providers = perKit(() => new Map<Namespace, RemoteProvider>())
  const wrapped = perKit(() => new Map<Namespace, unknown>())
  const current = perKit((): { client?: RelayClient } => ({}))
  const openClient = async (kit: Kit): Promise<RelayClient> => {
    const fresh = !madeClient(kit)
    const client = await clientOf(kit, make)
    current(kit).client = client
    if (fresh) client.client.core.relayer.on('relayer_error', (error: never) => alertOnce(kit, error, errors))
    return client
  }

  const providerOf = (kit: Kit, client: RelayClient, namespace: Namespace) => {
    const known = providers(kit)
    const provider = known.get(namespace) ?? createProvider(kit, () => current(kit).client ?? client, namespace)
    known.set(namespace, provider)
    return provider
  }

  /**
   * The provider that the page gets, created once per namespace. Some chains wrap the provider that sends requests in a
   * provider of their own kind.
   */
  const wrap = async (kit: Kit, client: RelayClient, namespace: Namespace): Promise<unknown> => {
    const [requests, known] = [providerOf(kit, client, namespace), wrapped(kit)]
    const load = kit.chains.get(namespace)?.wrapRequests
    if (!load) return requests
    const own = known.get(namespace) ?? (await load()).default(kit, requests)
    known.set(namespace, own)
    return own
  }

  const read = async (kit: Kit, client: RelayClient, namespace: Namespace): Promise<Session | undefined> => {
    const session = sessionFor(kit, client.session)
    const own = session?.namespaces[namespace]
    // MetaMask accepts every network, so it may be on one that its session does not list. If it is connected, keep the
    // network that it is on.
    const held = takesAll(session) && entryOf(kit, remoteKey(namespace)) ? networkNow(kit, namespace) : undefined
    const caipNetworkId = own && (held?.caipNetworkId ?? networkIn(kit, namespace, own))
    if (!session || !own || !caipNetworkId) return undefined
    return {
      ...(await readAccounts(kit, namespace, own, caipNetworkId)),
      caipNetworkId,
      provider: await wrap(kit, client, namespace),
      wallet: { name: session.peer.name, ...(session.peer.icon ? { icon: session.peer.icon } : {}) },
      ...(takesAll(session) ? {} : { approvedCaipNetworkIds: own.networks }),
    }
  }

  const pair = async (kit: Kit): Promise<Pairing> => {
    try {
      const client = await openClient(kit)
      const proposed = proposedNamespaces(kit)
      return await invite(kit, client, proposed, lifetime, client.authenticate && (await signInWith(kit, proposed)))
    } catch (error) {
      alertOnce(kit, error, errors)
      throw new WalletKitError('RELAY_FAILED', 'The relay cannot be reached', error)
    }
  }

  return {
    // Prepare only walletkit's own client: it opens no connection while it has no session, but a client of the site
    // might. Create the client's key too: the first key computes the curve's tables, which on a slow machine takes a
    // fifth of the time until the QR code shows.
    ...(!make && { prepare: async (kit) => (await openClient(kit)).client.core.crypto.getClientId() }),
    pair,
    connect: async (kit, { chain }) => {
      const { approval } = await pair(kit)
      const { signIn } = await approval
      await signIn?.()
      const session = await read(kit, await openClient(kit), chain)
      if (!session) throw new WalletKitError('RELAY_FAILED', 'The wallet approved no account here')
      return session
    },
    resume: async (kit, { chain }) => read(kit, await openClient(kit), chain),
    disconnect: async (kit) => endSession(kit, await openClient(kit)),
    forget: dropClient,
    dismiss: async (kit) => {
      const client = await madeClient(kit)?.catch(() => undefined)
      if (client?.session) await client.disconnect().catch(() => undefined)
    },
    watch: (kit, { chain }, on) =>
      watchSession(kit, chain, on, table, async () => {
        const client = await openClient(kit)
        return { client, provider: providerOf(kit, client, chain) }
      }),
  }
}

/**
 * Ends the session. Never rejects: if the relay does not accept the message within three seconds, the wallet may not
 * learn that the session is over, but the page still forgets the session.
 */
async function endSession(kit: Kit, client: RelayClient): Promise<void> {
  // All namespaces share one session. The first disconnect ends it, and for the other namespaces there is no session
  // any more.
  const topic = sessionFor(kit, client.session)?.topic
  if (topic === undefined) return
  const said = await within(
    THREE_SECONDS,
    client.disconnect().then(() => true),
  ).catch(() => false)
  if (said) return
  await client.client.session.delete(topic, GOODBYE).catch(() => undefined)
  await dropClient(kit)
}

/** WalletConnect's code and text for a session that its user ended. */
const GOODBYE = { code: 6000, message: 'User disconnected.' }

/**
 * The sign-in to request together with the session, if every chain is an EVM chain. Other namespaces have no such
 * request.
 */
async function signInWith(
  kit: Kit,
  { eip155, ...others }: Partial<Record<Namespace, Proposal>>,
): Promise<SignInRequest | undefined> {
  const load = kit.parts.siwx
  if (!load || !eip155 || Object.keys(others).length) return undefined
  const active = kit.state.networks.eip155.caipNetwork?.caipNetworkId
  const chains = (eip155.chains as CaipNetworkId[]).sort((a, b) => Number(b === active) - Number(a === active))
  // If the sign-in code fails to load, connect without it: the second step, after connecting, reports the failure.
  const part = await load().catch(() => undefined)
  return part?.default.request(kit, { chains, methods: eip155.methods })
}

/** Sends one proposal: resolves with the URI once the relay has it; `approval` settles with the wallet's answer. */
async function invite(
  kit: Kit,
  client: RelayClient,
  optionalNamespaces: ReturnType<typeof proposedNamespaces>,
  lifetime: number,
  request: SignInRequest | undefined,
): Promise<Pairing> {
  let stop = () => {}
  const shown = new Promise<string>((resolve, reject) => {
    const hear = (uri: string) => resolve(uri)
    const late = setTimeout(() => reject(new Error('The relay did not answer')), TEN_SECONDS)
    client.on('display_uri', hear)
    stop = () => {
      clearTimeout(late)
      client.removeListener('display_uri', hear)
    }
  })
  // Do not use `connect`: it unsubscribes from older pairings, which a visitor may have scanned a moment ago.
  client.optionalNamespaces = optionalNamespaces
  const before = sessionFor(kit, client.session)?.topic
  const asked: Promise<Authenticated> = request
    ? authenticate(client, optionalNamespaces, request)
    : client.pair(undefined).then((session) => ({ session }))
  const approval = asked.then(({ session, auths }): Approval => {
    void client.cleanupPendingPairings()
    const parsed = sessionFor(kit, session)
    if (!parsed) throw new WalletKitError('RELAY_FAILED', 'The wallet approved no account here')
    const { peer, namespaces, topic } = parsed
    // The client keeps only one session: tell the wallet of the previous session that it is over.
    if (before !== undefined && before !== topic)
      void client.client.disconnect?.({ topic: before, reason: GOODBYE }).catch(() => undefined)
    const signIn = request && auths !== undefined ? { signIn: () => request.keep(auths) } : {}
    return { peer, namespaces: Object.keys(namespaces) as Namespace[], ...signIn }
  })
  // The caller handles a rejection later; this prevents an unhandled rejection until then.
  approval.catch(() => undefined)
  try {
    const uri = await Promise.race([shown, asked.then(() => shown)])
    expireFirst(client.client, uri, approval)
    return { uri, expiry: Date.now() + lifetime, approval }
  } finally {
    stop()
  }
}

async function readAccounts(kit: Kit, namespace: Namespace, own: RemoteNamespace, id: CaipNetworkId) {
  const accounts = inOrder(kit, namespace, accountsOn(own, id))
  const type = await accountType(kit, id, accounts[0])
  return { accounts: toAccounts(accounts, type), accountsOn: accountsByNetwork(own, type) }
}
