/** The only parser of sessions from outside: storage, a server, or a page. */
import { isRecord } from '../lib/isRecord.ts'
import { differences, parseMessage } from './message.ts'
import { parseTime } from './grammar.ts'
import type { Cacao, SIWXMessageData, SIWXSession } from './types.ts'

/** In characters; longer than wallets' signatures, even those that contain an account's deployment (ERC-6492). */
const SIGNATURE_LIMIT = 32_768

/**
 * Parses a session; `undefined` if it is malformed, or if its `data` differs from its text. If `data` is missing, takes
 * the fields from the text. Does not verify the signature.
 */
export function parseSession(value: unknown): SIWXSession | undefined {
  if (!isRecord(value) || typeof value.signature !== 'string') return undefined
  const { message, signature } = value
  const data = parseMessage(message)
  if (!data || !signature || signature.length > SIGNATURE_LIMIT) return undefined
  if (value.data !== undefined && !isSameData(value.data, data)) return undefined
  const cacao = parseCacao(value.cacao)
  if (value.cacao !== undefined && !cacao) return undefined
  return { data, message: message as string, signature, ...(cacao && { cacao }) }
}

const isSameData = (value: unknown, data: SIWXMessageData) =>
  isRecord(value) &&
  (value.resources === undefined || Array.isArray(value.resources)) &&
  differences(value as SIWXMessageData, data).length === 0

function parseCacao(value: unknown): Cacao | undefined {
  if (!isRecord(value) || !isRecord(value.h) || !isRecord(value.p) || !isRecord(value.s)) return undefined
  const { h, p, s } = value
  if (typeof h.t !== 'string' || typeof p.iss !== 'string' || typeof s.t !== 'string' || typeof s.s !== 'string')
    return undefined
  if (s.m !== undefined && typeof s.m !== 'string') return undefined
  return { h: { t: h.t }, p: { ...p, iss: p.iss }, s: { t: s.t, s: s.s, ...(s.m !== undefined && { m: s.m }) } }
}

export function isOver({ data }: SIWXSession, now: number): boolean {
  const end = parseTime(data.expirationTime)
  return end !== undefined && end <= now
}

/** Whether a session is valid at `now` (ms): it has started and not ended. */
export function isCurrent(session: SIWXSession, now: number): boolean {
  const start = parseTime(session.data.notBefore)
  return (start === undefined || start <= now) && !isOver(session, now)
}

/** Whether a session belongs to this account on this network. Ignores the case of eip155 addresses. */
export function isFor({ data }: SIWXSession, chainId: string, address: string): boolean {
  const spell = (text: string) => (chainId.startsWith('eip155:') ? text.toLowerCase() : text)
  return data.chainId === chainId && spell(data.accountAddress) === spell(address)
}
