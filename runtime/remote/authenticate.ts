/**
 * Requests the session and the sign-in in one message (`wc_sessionAuthenticate`). The library sends a plain session
 * proposal with it, for wallets that do not know this method, and makes a session of either answer.
 */
import { holdBuffer } from './patches/buffer.ts'
import { readMessage, RPC_CODES } from '../errors/rpc.ts'
import type { SignInRequest } from '../contracts/siwx.ts'
import type { RelayClient } from './client.ts'
import type { Proposal } from './namespaces.ts'

/** The library's handler of these answers. It is private, so check that it exists before using it. */
export type AuthEngine = {
  onSessionAuthenticateResponse?: (topic: string, payload: AuthAnswer) => void
}
export type AuthAnswer = {
  id: number
  jsonrpc: string
  result?: { cacaos?: unknown; responder?: unknown }
  error?: { code: number; message: string }
}
export type AuthStore = {
  readonly authKeys: { getAll: () => { responseTopic: string; publicKey: string }[] }
  readonly pairingTopics: {
    getAll: () => { topic: string; pairingTopic: string }[]
    delete: (topic: string, reason: { code: number; message: string }) => Promise<void>
  }
}
/** Decrypts a topic's messages. The answer to a sign-in needs the key of its own request. */
export type Decode = (topic: string, message: string, options?: { receiverPublicKey?: string }) => Promise<unknown>

/** A request that waits for its answer, by the answer's topic. */
type Open = { request: SignInRequest; publicKey: string; release: () => void; refusal?: Error }
type Held = Map<string, Open>
const held = new WeakMap<RelayClient, Held>()

/** `auths` are the CACAOs (CAIP-74) of a wallet that signed; they are verified. */
export type Authenticated = { session: unknown; auths?: unknown }

/** Sends the request. Rejects with the wallet's error, or with `SIWX_INVALID` when the wallet signed something else. */
export async function authenticate(
  client: RelayClient,
  optionalNamespaces: Record<string, Proposal>,
  request: SignInRequest,
): Promise<Authenticated> {
  const open = held.get(client) ?? guard(client)
  let mine: Open | undefined
  const release = holdBuffer()
  // No wallet can answer before the URI is shown.
  const remember = () => {
    const [key] = client.client.auth?.authKeys.getAll() ?? []
    if (key && !mine) open.set(key.responseTopic, (mine = { request, publicKey: key.publicKey, release: () => {} }))
    release()
  }
  client.on('display_uri', remember)
  try {
    return await ask(client, { ...request.params, optionalNamespaces })
  } catch (error) {
    throw mine?.refusal ?? (error instanceof Error ? error : new Error(readMessage(error), { cause: error }))
  } finally {
    client.removeListener('display_uri', remember)
    release()
    mine?.release()
  }
}

function ask(client: RelayClient, params: Parameters<NonNullable<RelayClient['authenticate']>>[0]) {
  if (!client.authenticate) throw new Error('The relay client knows no sign-in')
  // The library would unsubscribe from older pairings here, which a visitor may have scanned a moment ago; `pair` does
  // not do that either.
  const shadow = client as { cleanupPendingPairings?: RelayClient['cleanupPendingPairings'] }
  shadow.cleanupPendingPairings = () => dropExpired(client)
  try {
    return client.authenticate(params)
  } finally {
    delete shadow.cleanupPendingPairings
  }
}

/**
 * Checks an answer before the library sees it. The library would ask a host of its own to verify a contract's
 * signature, and would create a session from an answer that it rejects.
 */
function guard(client: RelayClient): Held {
  const open: Held = new Map()
  held.set(client, open)
  const { engine, core } = client.client
  const hear = engine?.onSessionAuthenticateResponse
  if (engine && hear) {
    engine.onSessionAuthenticateResponse = (topic, payload) => {
      const own = open.get(topic)
      void judge(own, payload).then((judged) => {
        if (own) own.release = holdBuffer()
        hear(topic, judged)
      })
    }
  }
  // The library decrypts answers with the key of the newest request only.
  const decode = core.crypto.decode.bind(core.crypto)
  core.crypto.decode = (topic, message, options) => {
    const own = open.get(topic)
    return decode(topic, message, own ? { ...options, receiverPublicKey: own.publicKey } : options)
  }
  return open
}

async function judge(own: Open | undefined, payload: AuthAnswer): Promise<AuthAnswer> {
  if (payload.result === undefined) return payload
  const { id, jsonrpc, result } = payload
  try {
    await own?.request.check(result.cacaos)
    if (own && isResponder(result.responder)) return payload
    throw new Error('The wallet does not say who answers')
  } catch (error) {
    const refusal = error instanceof Error ? error : new Error(readMessage(error))
    if (own) own.refusal = refusal
    return { id, jsonrpc, error: { code: RPC_CODES.invalidRequest, message: refusal.message } }
  }
}

const isResponder = (value: unknown) => {
  const { publicKey, metadata } = (value ?? {}) as { publicKey?: unknown; metadata?: unknown }
  return typeof publicKey === 'string' && /^[0-9a-f]{64}$/.test(publicKey) && typeof metadata === 'object' && !!metadata
}

/** Removes the answer topics of expired pairings. The library leaves them in its store and subscribed at the relay. */
async function dropExpired({ client }: RelayClient): Promise<void> {
  const { auth, core, pairing } = client
  const reason = { code: 0, message: 'expired' }
  for (const { topic, pairingTopic } of auth?.pairingTopics.getAll() ?? []) {
    if (!pairing || pairing.keys.includes(pairingTopic)) continue
    await core.relayer.subscriber?.unsubscribe(topic).catch(() => undefined)
    await auth?.pairingTopics.delete(topic, reason).catch(() => undefined)
  }
}
