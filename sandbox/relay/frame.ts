/**
 * Parses the frames that a client sends over its socket. Source: WalletConnect specifications, "Relay RPC" (irn_*), and
 * the two `wc_` calls that current clients use to propose and approve a session.
 */

/** A message in transit: an envelope that only the two peers can decrypt. `ttl` is in seconds. */
export type Message = { topic: string; message: string; ttl: number; tag: number; attestation?: string }

export type Call =
  | { does: 'subscribe' | 'unsubscribe' | 'fetch'; topics: string[]; batch: boolean }
  /** `joins` is a topic to which the same call also subscribes the sender. */
  | { does: 'publish'; messages: Message[]; joins?: string }

export type RpcId = string | number

export type Frame =
  | { kind: 'call'; id: RpcId; method: string; call: Call }
  /** The client's acknowledgement of a message that the relay pushed. */
  | { kind: 'answer'; id: RpcId }
  | { kind: 'refused'; id: RpcId | null; code: number; message: string }

/** The limits of a client's requests, and of what the relay keeps. */
export const limits = {
  /** Bytes of one frame; a larger one closes the socket (1009). */
  frame: 2_000_000,
  /** Characters of one message, and of the attestation that goes with it. */
  message: 1_000_000,
  attestation: 10_000,
  /** Topics or messages in one batch. */
  batch: 500,
  /** Topics of one socket. */
  topics: 5000,
  /** Messages kept for one topic and in total; mailbox.ts says which are dropped. */
  mailbox: 500,
  mailboxes: 20_000,
  /**
   * For how many clients the relay remembers that they have received one message, so that it is not sent to them again.
   */
  arrived: 32,
  /** Pushed messages that one socket may leave unacknowledged. Nothing more is pushed until it acknowledges some. */
  pushed: 500,
} as const

/** The seconds for which a message without a `ttl` is kept. */
export const defaultTtl = 86_400
const longestTtl = 30 * 86_400

class Wrong extends Error {}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function topicOf(params: Fields, name = 'topic'): string {
  const topic = params[name]
  if (typeof topic !== 'string' || !/^[0-9a-f]{64}$/.test(topic)) throw new Wrong(`${name} must be 64 hex digits`)
  return topic
}

function textOf(params: Fields, name = 'message', most: number = limits.message): string {
  const text = params[name]
  if (typeof text !== 'string' || !text) throw new Wrong(`${name} must be a text`)
  if (text.length > most) throw new Wrong(`${name} is longer than ${most} characters`)
  return text
}

function countOf(params: Fields, name: string, otherwise: number, least: number, most: number): number {
  const count = params[name] ?? otherwise
  if (!Number.isSafeInteger(count) || Number(count) < least || Number(count) > most) {
    throw new Wrong(`${name} must be a whole number from ${least} to ${most}`)
  }
  return Number(count)
}

function listOf(params: Fields, name: string): unknown[] {
  const list = params[name]
  if (!Array.isArray(list)) throw new Wrong(`${name} must be a list`)
  if (list.length > limits.batch) throw new Wrong(`${name} has more than ${limits.batch} entries`)
  return list
}

const topicsOf = (params: Fields) => listOf(params, 'topics').map((topic) => topicOf({ topic }))

function messageOf(params: unknown): Message {
  if (!isFields(params)) throw new Wrong('A message must be an object')
  const { attestation } = params
  return {
    topic: topicOf(params),
    message: textOf(params),
    ttl: countOf(params, 'ttl', defaultTtl, 1, longestTtl),
    tag: countOf(params, 'tag', 0, 0, 1_000_000),
    ...(typeof attestation === 'string' &&
      attestation && { attestation: textOf(params, 'attestation', limits.attestation) }),
  }
}

/**
 * Parses `wc_approveSession`: a proposal's response on the pairing's topic, and a settlement on the new session's
 * topic.
 */
function approval(params: Fields): Call {
  const joins = topicOf(params, 'sessionTopic')
  const answer = textOf(params, 'sessionProposalResponse')
  const settlement = textOf(params, 'sessionSettlementRequest')
  const common = { ttl: params['ttl'], attestation: params['attestation'] }
  const messages = [
    messageOf({ ...common, topic: topicOf(params, 'pairingTopic'), message: answer, tag: 1101 }),
    messageOf({ ...common, topic: joins, message: settlement, tag: 1102 }),
  ]
  return { does: 'publish', messages, joins }
}

function proposal(params: Fields): Call {
  const joins = topicOf(params, 'pairingTopic')
  const { ttl, attestation } = params
  const message = messageOf({ ttl, attestation, topic: joins, message: textOf(params, 'sessionProposal'), tag: 1100 })
  return { does: 'publish', messages: [message], joins }
}

const one =
  (does: 'subscribe' | 'unsubscribe' | 'fetch') =>
  (params: Fields): Call => ({
    does,
    topics: [topicOf(params)],
    batch: false,
  })
const many =
  (does: 'subscribe' | 'unsubscribe' | 'fetch') =>
  (params: Fields): Call => ({
    does,
    topics: topicsOf(params),
    batch: true,
  })

const calls = new Map<string, (params: Fields) => Call>([
  ['irn_subscribe', one('subscribe')],
  ['irn_batchSubscribe', many('subscribe')],
  ['irn_unsubscribe', one('unsubscribe')],
  ['irn_batchUnsubscribe', (params) => ({ does: 'unsubscribe', topics: unsubscribedTopics(params), batch: true })],
  ['irn_publish', (params) => ({ does: 'publish', messages: [messageOf(params)] })],
  ['irn_batchPublish', (params) => ({ does: 'publish', messages: listOf(params, 'messages').map(messageOf) })],
  ['irn_fetchMessages', one('fetch')],
  ['irn_batchFetchMessages', many('fetch')],
  ['wc_proposeSession', proposal],
  ['wc_approveSession', approval],
])

/**
 * The topics of `irn_batchUnsubscribe`: `subscriptions: [{ topic, id }]` by the specification, `topics` from real
 * clients.
 */
function unsubscribedTopics(params: Fields): string[] {
  if (!('subscriptions' in params)) return topicsOf(params)
  return listOf(params, 'subscriptions').map((each) => topicOf(isFields(each) ? each : {}))
}

const idOf = (value: unknown): RpcId | null =>
  (typeof value === 'string' && value.length <= 64) || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : null

/** Parses one frame. It never throws: an invalid frame is returned as `refused`, with a JSON-RPC error code. */
export function parseFrame(data: string): Frame {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return { kind: 'refused', id: null, code: -32700, message: 'The frame is not JSON' }
  }
  if (!isFields(value)) return { kind: 'refused', id: null, code: -32600, message: 'The frame must be a JSON object' }
  const id = idOf(value['id'])
  const { method } = value
  if (id === null) return { kind: 'refused', id, code: -32600, message: 'id must be a text or a number' }
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'answer', id }
  if (value['jsonrpc'] !== '2.0' || typeof method !== 'string') {
    return { kind: 'refused', id, code: -32600, message: 'The frame is not a JSON-RPC 2.0 call' }
  }
  const parse = calls.get(method)
  if (!parse) return { kind: 'refused', id, code: -32601, message: `The relay has no ${method.slice(0, 60)}` }
  if (!isFields(value['params'])) return { kind: 'refused', id, code: -32602, message: 'params must be an object' }
  try {
    return { kind: 'call', id, method, call: parse(value['params']) }
  } catch (error) {
    return { kind: 'refused', id, code: -32602, message: error instanceof Wrong ? error.message : String(error) }
  }
}
