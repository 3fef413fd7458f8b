/** All public vectors of EIP-4361 (the files name their sources). */
import { describe, expect, it } from 'vitest'
import { differences, formatMessage, parseMessage } from '../../../runtime/siwx/message.ts'
import { isCurrent, parseSession } from '../../../runtime/siwx/parseSession.ts'
import type { SIWXMessageData } from '../../../runtime/siwx/types.ts'
import verify from '../../../runtime/siwx/verify/eip155.ts'
import { isUri } from '../../../runtime/siwx/grammar.ts'
import uris from '../../vectors/siwx/invalidUris.json' with { type: 'json' }
import negative from '../../vectors/siwx/parsingNegative.json' with { type: 'json' }
import positive from '../../vectors/siwx/parsingPositive.json' with { type: 'json' }
import unverified from '../../vectors/siwx/verificationNegative.json' with { type: 'json' }
import verified from '../../vectors/siwx/verificationPositive.json' with { type: 'json' }

type Fields = Omit<SIWXMessageData, 'accountAddress' | 'chainId'> & { address: string; chainId: number }
const toData = ({ address, chainId, ...fields }: Fields): SIWXMessageData => ({
  ...fields,
  accountAddress: address,
  chainId: `eip155:${chainId}`,
})

describe('parsing', () => {
  it.each(Object.entries(positive.vectors))('reads and writes back: %s', (_name, { message, fields }) => {
    const data = toData(fields)
    expect(parseMessage(message)).toEqual(data)
    expect(formatMessage(data)).toBe(message)
  })

  it.each(Object.entries(negative.vectors))('rejects: %s', (_name, message) => {
    expect(parseMessage(message)).toBeUndefined()
  })

  const around = Object.values(positive.vectors)[9]?.message ?? ''
  it.each(uris.uris)('rejects the URI %s', (uri) => {
    expect(isUri(uri)).toBe(false)
    expect(parseMessage(around.replace('https://service.org/login', uri))).toBeUndefined()
  })

  it.each(uris.statements)('rejects %s in a statement', (statement) => {
    const { message } = Object.values(positive.vectors)[1] ?? { message: '' }
    expect(parseMessage(message)).toBeDefined()
    expect(parseMessage(message.replace('I accept', `I ${statement} accept`))).toBeUndefined()
  })
})

type Verification = Fields & { signature: string; time?: string; domainBinding?: string; matchNonce?: string }

/** Checks a message as a site does: with its domain, a nonce, a time, and the signature. */
async function isGood(vector: Verification): Promise<boolean> {
  const { signature, time, domainBinding, matchNonce, ...fields } = vector
  const data = toData(fields)
  let message: string
  try {
    message = formatMessage(data)
  } catch {
    return false
  }
  const session = parseSession({ data, message, signature })
  if (!session || !isCurrent(session, time ? Date.parse(time) : Date.now())) return false
  const asked = { ...data, domain: domainBinding ?? data.domain, nonce: matchNonce ?? data.nonce }
  return differences(asked, session.data).length === 0 && verify(session)
}

describe('verification', () => {
  it.each(Object.entries(verified.vectors))('accepts: %s', async (_name, vector) => {
    expect(await isGood(vector as Verification)).toBe(true)
  })

  it.each(Object.entries(unverified.vectors))('rejects: %s', async (_name, vector) => {
    expect(await isGood(vector as Verification)).toBe(false)
  })

  it('rejects a wrong signature when everything else is right', async () => {
    for (const name of ['malformed signature', 'wrong signature'] as const) {
      const { signature, ...fields } = unverified.vectors[name]
      const data = toData(fields)
      const session = parseSession({ data, message: formatMessage(data), signature })
      expect(session && isCurrent(session, Date.now())).toBe(true)
      expect(session && (await verify(session))).toBe(false)
    }
  })
})
