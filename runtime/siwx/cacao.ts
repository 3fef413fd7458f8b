/** Parses messages in CAIP-74's container (CACAO), which remote wallets return, into sessions. */
import { isRecord } from '../lib/isRecord.ts'
import { parseCaipAddress } from '../lib/caip.ts'
import { formatMessage } from './message.ts'
import { parseSession } from './parseSession.ts'
import { hasSentence, readRecap, sentenceOf } from './recap.ts'
import type { SIWXMessageData, SIWXSession } from './types.ts'

/**
 * The largest number of CACAOs that a response may have. A wallet sends one per network, and pages usually have fewer
 * networks.
 */
const LIMIT = 32

/** The sessions of a list; an empty list if it is too long, or any entry is not a valid CACAO of an EVM account. */
export function readCacaos(value: unknown): SIWXSession[] {
  if (!Array.isArray(value) || value.length > LIMIT) return []
  const sessions = (value as unknown[]).flatMap((each) => readCacao(each) ?? [])
  return sessions.length === value.length ? sessions : []
}

/**
 * Reads the account from `iss` (did:pkh) and the fields from the payload, and formats the message text from them.
 * `undefined` if the value is not a valid CACAO of an EVM account. Does not verify the signature.
 */
export function readCacao(value: unknown): SIWXSession | undefined {
  if (!isRecord(value) || !isRecord(value.h) || !isRecord(value.p) || !isRecord(value.s)) return undefined
  if (value.h.t !== 'caip122' && value.h.t !== 'eip4361') return undefined
  if (value.s.t !== 'eip191' && value.s.t !== 'eip1271') return undefined
  const message = textOf(value.p)
  return message === undefined ? undefined : parseSession({ message, signature: value.s.s, cacao: value })
}

function textOf(payload: Record<string, unknown>): string | undefined {
  const text = (name: string) => {
    const value = payload[name] ?? undefined
    return value === undefined || typeof value === 'string' ? value : null
  }
  const { iss, resources } = payload
  const account = typeof iss === 'string' ? parseCaipAddress(iss.replace(/^did:pkh:/, '')) : undefined
  const named = resources ?? []
  if (account?.namespace !== 'eip155' || !Array.isArray(named)) return undefined
  if (!named.every((each) => typeof each === 'string')) return undefined
  const fields = {
    domain: text('domain'),
    uri: text('aud') ?? text('uri'),
    version: text('version'),
    nonce: text('nonce'),
    issuedAt: text('iat'),
    expirationTime: text('exp'),
    notBefore: text('nbf'),
    requestId: text('requestId'),
    statement: statementOf(text('statement'), named),
    resources: named.length ? named : undefined,
  }
  const said = Object.entries(fields).filter(([, field]) => field !== undefined)
  if (said.some(([, field]) => field === null)) return undefined
  const data = { accountAddress: account.address, chainId: account.caipNetworkId, ...Object.fromEntries(said) }
  try {
    return formatMessage(data as SIWXMessageData)
  } catch {
    return undefined
  }
}

/**
 * Adds the sentence of the recap (ERC-5573: the methods that the message permits) if it is missing: some wallets sign
 * it but leave it out of the payload.
 */
function statementOf(statement: string | null | undefined, resources: readonly string[]): string | null | undefined {
  if (statement === null) return null
  const recap = readRecap(resources.at(-1) ?? '')
  if (!recap || hasSentence(statement ?? '')) return statement || undefined
  return [...(statement ? [statement] : []), sentenceOf(recap)].join(' ')
}
