/** CACAOs and recaps: as the maker of the relay's client writes them, and wrong ones. */
import { buildAuthObject, formatMessage, populateAuthPayload } from '@walletconnect/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCacao, readCacaos } from '../../../runtime/siwx/cacao.ts'
import { parseMessage } from '../../../runtime/siwx/message.ts'
import { hasSentence, readRecap, sentenceOf, withoutRecap } from '../../../runtime/siwx/recap.ts'
import { SESSION_METHODS } from '../../../runtime/chains/families.ts'
import type { SIWXMessageData } from '../../../runtime/siwx/types.ts'

const ISS = 'did:pkh:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const S = { t: 'eip191' as const, s: `0x${'11'.repeat(65)}` }
const encode = (value: unknown, kind: 'base64' | 'base64url' = 'base64') =>
  `urn:recap:${Buffer.from(JSON.stringify(value)).toString(kind).replace(/=/g, '')}`
const att = (methods: readonly string[], chains?: readonly string[]) => ({
  att: { eip155: Object.fromEntries(methods.map((name) => [`request/${name}`, [chains ? { chains } : {}]])) },
})
const payload = (changes: object = {}) => ({
  domain: 'app.example',
  aud: 'https://app.example',
  version: '1' as const,
  nonce: 'abcdefgh12345678',
  iat: '2026-01-01T00:00:00.000Z',
  chains: ['eip155:1'],
  type: 'caip122' as const,
  ...changes,
})

describe('a CACAO', () => {
  it('yields the text that the wallet’s library signed, with and without each field', () => {
    const methods = fc.uniqueArray(fc.constantFrom(...SESSION_METHODS.eip155), { minLength: 1 })
    const fields = fc.record(
      {
        statement: fc.constantFrom('Welcome back.', 'One, two.'),
        exp: fc.constant('2030-01-01T00:00:00Z'),
        nbf: fc.constant('2026-01-01T00:00:00Z'),
        requestId: fc.constant('request-1'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(methods, fields, fc.boolean(), fc.boolean(), (names, more, populated, named) => {
        const resources = [...(named ? ['https://app.example/terms'] : []), encode(att(names))]
        const asked = payload({ ...more, resources })
        const chains = ['eip155:1', 'eip155:137']
        const given = populated ? populateAuthPayload({ authPayload: asked, chains, methods: names }) : asked
        const session = readCacao(buildAuthObject(given, S, ISS))
        expect(session?.message).toBe(formatMessage(given, ISS))
        const { data, recap } = withoutRecap(session?.data ?? ({} as SIWXMessageData))
        expect(data.statement).toBe(more.statement)
        expect(data.resources).toEqual(named ? ['https://app.example/terms'] : undefined)
        expect([...(recap?.methods ?? [])].sort()).toEqual([...names].sort())
      }),
    )
  })

  it('is rejected when an account, a field or the container is malformed', () => {
    const good = buildAuthObject(payload(), S, ISS)
    expect(readCacao(good)?.data).toMatchObject({ chainId: 'eip155:1', uri: 'https://app.example' })
    for (const changes of [
      { h: { t: 'jwt' } },
      { s: { ...S, t: 'secp' } },
      { s: { ...S, s: 7 } },
      { p: { ...good.p, iss: ISS.toLowerCase() } },
      { p: { ...good.p, iss: 'did:key:z6Mk' } },
      { p: { ...good.p, iss: ISS.replace('eip155', 'cosmos') } },
      { p: { ...good.p, nonce: 'short' } },
      { p: { ...good.p, nonce: 12345678 } },
      { p: { ...good.p, iat: 'yesterday' } },
      { p: { ...good.p, domain: 'app.example wants\n' } },
      { p: { ...good.p, statement: 'two\nlines' } },
      { p: { ...good.p, resources: 'https://app.example' } },
      { p: { ...good.p, resources: [7] } },
      { p: { ...good.p, aud: undefined } },
    ])
      expect(readCacao({ ...good, ...changes }), JSON.stringify(changes)).toBeUndefined()
    expect(readCacaos([good, { ...good, h: { t: 'jwt' } }])).toEqual([])
    expect(readCacaos(Array.from({ length: 33 }, () => good))).toEqual([])
    expect(readCacaos([good])).toHaveLength(1)
  })

  it('never throws, and yields only what its text says', () => {
    const leaf = fc.oneof(fc.string(), fc.constant(ISS), fc.constant('caip122'), fc.constant('eip191'), fc.anything())
    const part = fc.dictionary(
      fc.constantFrom('t', 's', 'iss', 'domain', 'aud', 'uri', 'version', 'nonce', 'iat', 'statement', 'resources'),
      leaf,
    )
    const cacao = fc.oneof(fc.record({ h: part, p: part, s: part }), fc.anything())
    fc.assert(
      fc.property(fc.oneof(fc.array(cacao), fc.anything()), (value) => {
        for (const { message, data } of readCacaos(value)) expect(parseMessage(message)).toEqual(data)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a recap', () => {
  it('is read in both base64 alphabets', () => {
    const value = att(['personal_sign'], ['eip155:1', 'eip155:137'])
    const expected = { methods: ['personal_sign'], chains: ['eip155:1', 'eip155:137'] }
    expect(readRecap(encode(value))).toEqual(expected)
    expect(readRecap(encode(value, 'base64url'))).toEqual(expected)
  })

  it.each([
    ['another resource', { att: { 'https://app.example': { 'request/personal_sign': [{}] } } }],
    ['a second resource', { att: { ...att(['personal_sign']).att, other: { 'request/x': [{}] } } }],
    ['another ability', { att: { eip155: { 'crud/delete': [{}] } } }],
    ['a proof', { ...att(['personal_sign']), prf: ['bafy'] }],
    ['nothing', { att: { eip155: {} } }],
    ['limits that are no list', { att: { eip155: { 'request/personal_sign': {} } } }],
    ['a limit of its own', { att: { eip155: { 'request/personal_sign': [{ amount: 1 }] } } }],
    ['a network of another kind', att(['personal_sign'], ['solana:x'])],
    ['a list', []],
  ])('is rejected when it has %s', (_, value) => {
    expect(readRecap(encode(value))).toBeUndefined()
  })

  it('is rejected without an error when it is not JSON, base64 or a recap', () => {
    for (const text of ['urn:recap:', 'urn:recap:%%%', 'urn:recap:e30', 'https://app.example', ''])
      expect(readRecap(text)).toBeUndefined()
    fc.assert(fc.property(fc.string(), (text) => void readRecap(`urn:recap:${text}`)))
  })

  it('is kept as a resource when the sentence in the message contradicts it', () => {
    const recap = { methods: ['eth_sendTransaction', 'personal_sign'], chains: [] }
    const data: SIWXMessageData = {
      accountAddress: ISS.slice(-42),
      chainId: 'eip155:1',
      domain: 'app.example',
      uri: 'https://app.example',
      version: '1',
      nonce: 'abcdefgh12345678',
      statement: `Welcome. ${sentenceOf(recap)}`,
      resources: [encode(att(recap.methods))],
    }
    expect(withoutRecap(data)).toMatchObject({ data: { statement: 'Welcome.' }, recap: { methods: recap.methods } })
    expect(withoutRecap(data).data).not.toHaveProperty('resources')
    // A wallet may write them in another order.
    const turned = data.statement?.replace(
      "'eth_sendTransaction', 'personal_sign'",
      "'personal_sign', 'eth_sendTransaction'",
    )
    expect(withoutRecap({ ...data, statement: turned ?? '' }).data.statement).toBe('Welcome.')
    for (const statement of [
      'Welcome.',
      sentenceOf({ methods: ['personal_sign'], chains: [] }),
      `${data.statement} And more.`,
      data.statement?.replace('Welcome. ', 'Welcome.') ?? '',
      data.statement?.replace("'personal_sign'", "'personal_sign', 'personal_sign'") ?? '',
      data.statement?.replace('eip155', 'eip156') ?? '',
      data.statement?.replace('(1)', '(2)') ?? '',
    ]) {
      const kept = { ...data, statement }
      expect(withoutRecap(kept), statement).toEqual({ data: kept })
    }
    expect(hasSentence('Welcome.')).toBe(false)
  })
})
