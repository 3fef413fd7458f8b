/** Checks the answer to a sign-in before WalletConnect's library sees it. */
import { readMessage } from '../../errors/rejection.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import type { SignInRequest } from '../../contracts/siwx.ts'
import type { RelayClient } from '../client.ts'
import { holdBuffer } from './buffer.ts'

/**
 * The handler of WalletConnect's library for answers to a sign-in. It is private, so check that it exists before using
 * it.
 */
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

/**
 * A request that waits for its answer. `release` removes the global Buffer again; `refusal` is why its answer was
 * refused.
 */
export type Open = { request: SignInRequest; publicKey: string; release: () => void; refusal?: Error }
type Requests = Map<string, Open>

/** The requests of each client that wait for an answer, by the answer's topic. */
const requests = new WeakMap<RelayClient, Requests>()

/**
 * Checks an answer to a sign-in before WalletConnect's library sees it. The library would ask a host of its own to
 * verify a contract's signature, and would create a session from an answer that it rejects.
 */
export function checkAnswers(client: RelayClient): Requests {
  const known = requests.get(client)
  if (known) return known
  const open: Requests = new Map()
  requests.set(client, open)
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
  // WalletConnect's library decrypts every answer with the key of the newest request, so pass the key of the request
  // that this answer belongs to.
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
