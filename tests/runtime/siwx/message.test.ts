import fc from 'fast-check'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { createMessage } from '../../../runtime/siwx/createMessage.ts'
import { differences, formatMessage, parseMessage } from '../../../runtime/siwx/message.ts'
import { createNonce } from '../../../runtime/siwx/nonce.ts'
import { isAuthority, isUri, parseTime } from '../../../runtime/siwx/grammar.ts'
import type { SIWXMessageData } from '../../../runtime/siwx/types.ts'
import { evm, params, polkadot, bitcoin, solana, visitors } from './signers.ts'

const now = () => Date.UTC(2026, 0, 2, 3, 4, 5)
const nonce = 'nonce12345'
const full = { ...params, resources: ['https://app.example/a', 'ipfs://Qm'], requestId: 'some-id' }
const messageOf = (visitor: { address: string; chainId: SIWXMessageData['chainId'] }, fields = full) =>
  createMessage({ accountAddress: visitor.address, chainId: visitor.chainId }, fields, { nonce, now })

describe('the message text', () => {
  it('follows EIP-4361 exactly on eip155', () => {
    const { address } = evm()
    expect(messageOf({ address: address.toLowerCase(), chainId: 'eip155:1' }).toString()).toBe(
      `app.example wants you to sign in with your Ethereum account:
${address}

Sign in to Example. No fees, no transaction.

URI: https://app.example/login
Version: 1
Chain ID: 1
Nonce: nonce12345
Issued At: 2026-01-02T03:04:05.000Z
Expiration Time: 2026-01-02T04:04:05.000Z
Request ID: some-id
Resources:
- https://app.example/a
- ipfs://Qm`,
    )
    const { statement: _statement, ...silent } = params
    expect(messageOf(evm(), silent as typeof full).toString()).toContain(`account:\n${address}\n\n\nURI: `)
  })

  it.each([
    ['Solana', solana(), '2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'],
    ['Polkadot', polkadot(), '2b086afabd2c77b63e5e147e308568e2'],
    ['Bitcoin', bitcoin(), '0f9188f13cb7b2c71f2a335e3a4fc328'],
  ])('follows CAIP-122 on %s', (word, visitor, reference) => {
    const { statement: _statement, ...silent } = params
    expect(messageOf(visitor, silent as typeof full).toString()).toBe(
      `app.example wants you to sign in with your ${word} account:
${visitor.address}

URI: https://app.example/login
Version: 1
Chain ID: ${reference}
Nonce: nonce12345
Issued At: 2026-01-02T03:04:05.000Z
Expiration Time: 2026-01-02T04:04:05.000Z`,
    )
    expect(messageOf(visitor).toString()).toContain(`${visitor.address}\n\n${params.statement}\n\nURI: `)
  })

  it('is parsed by viem with the same fields', () => {
    for (const fields of [full, { ...params, statement: undefined }]) {
      const message = messageOf({ ...evm(), chainId: 'eip155:137' }, fields as typeof full)
      const read = parseSiweMessage(message.toString())
      expect(read).toMatchObject({ domain: 'app.example', address: evm().address, chainId: 137, nonce, version: '1' })
      expect(read.uri).toBe(params.uri)
      expect(read.statement).toBe(message.statement)
      expect(read.resources).toEqual(message.resources)
      expect(read.expirationTime?.toISOString()).toBe(message.expirationTime)
      expect(validateSiweMessage({ message: read, domain: 'app.example', nonce, time: new Date(now()) })).toBe(true)
    }
  })

  it('counts the expiry from notBefore when it is set', () => {
    const notBefore = '2026-06-01T00:00:00.000Z'
    const input = { accountAddress: evm().address, chainId: 'eip155:1', notBefore } as const
    const message = createMessage(input, params, { nonce, now })
    expect(message.expirationTime).toBe('2026-06-01T01:00:00.000Z')
    expect(message.toString()).toContain(`\nNot Before: ${notBefore}`)
    expect(JSON.parse(JSON.stringify(message))).toEqual(parseMessage(message.toString()))
  })

  it.each(visitors)('parses back to every field: %s', (_name, visitor) => {
    const ascii = (from: string) => fc.string({ unit: fc.constantFrom(...from), minLength: 1, maxLength: 40 })
    const time = fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') })
      .map((date) => date.toISOString())
    const data = fc.record(
      {
        accountAddress: fc.constant(visitor.address),
        chainId: fc.constant(visitor.chainId),
        domain: fc.constantFrom('a.example', 'localhost:3000', '[::1]:8080', 'xn--80ak6aa92e.com', 'user@host'),
        scheme: fc.constantFrom('https', 'http'),
        uri: fc.webUrl({ withFragments: true, withQueryParameters: true }).filter(isUri),
        version: fc.constant('1'),
        nonce: fc.string({ unit: fc.constantFrom(...'abcXYZ0189'), minLength: 8, maxLength: 40 }),
        statement: ascii("abcXYZ 0189 .,:/?#[]@!$&'()*+;=-_~"),
        issuedAt: time,
        expirationTime: time,
        notBefore: time,
        requestId: ascii("abc0189-._~:@!$&'()*+,;="),
        resources: fc.array(fc.webUrl().filter(isUri), { minLength: 1, maxLength: 4 }),
      },
      { requiredKeys: ['accountAddress', 'chainId', 'domain', 'uri', 'version', 'nonce', 'issuedAt'] },
    )
    fc.assert(
      fc.property(data, (fields) => {
        expect(parseMessage(formatMessage(fields))).toEqual(fields)
      }),
      { numRuns: 300 },
    )
  })

  it('names the field that it cannot express', () => {
    const refuse = (changes: Partial<SIWXMessageData>) => () => formatMessage({ ...messageOf(evm()), ...changes })
    expect(refuse({ statement: 'Grüezi' })).toThrow('cannot say this: statement')
    expect(refuse({ statement: 'a\nb' })).toThrow('statement')
    expect(refuse({ domain: 'https://app.example' })).toThrow('domain')
    expect(refuse({ nonce: 'short', uri: 'nowhere' })).toThrow('uri, nonce')
    expect(refuse({ accountAddress: evm().address.toLowerCase() })).toThrow('accountAddress')
    expect(refuse({ expirationTime: 'tomorrow' })).toThrow('expirationTime')
    expect(refuse({ resources: ['not a uri'] })).toThrow('resources')
    expect(refuse({ chainId: 'eip155:x' })).toThrow('chainId')
  })
})

describe('the parser', () => {
  it('rejects any other spelling', () => {
    const text = messageOf(evm()).toString()
    expect(parseMessage(text)).toBeDefined()
    const others = [
      text.replaceAll('\n', '\r\n'),
      `${text}\n`,
      `\n${text}`,
      ` ${text}`,
      text.replace('Chain ID: 31337', 'Chain ID: 031337'),
      text.replace('Chain ID: 31337', 'Chain ID: 0x7a69'),
      text.replace('Chain ID: ', 'Chain ID:'),
      text.replace('Chain ID: ', 'Chain ID:  '),
      text.replace('Ethereum', 'ethereum'),
      text.replace('app.example wants', 'аpp.example wants'),
      text.replace('app.example wants', 'app.example%20 wants').replace('%20', '\u200b'),
      text.replace('\nNonce', '\nNonce: nonce12345\nNonce'),
      text.replace('Version: 1', 'Version: 1 '),
      text.replace('2026-01-02T03:04:05.000Z', '2026-01-02 03:04:05.000Z'),
      text.replace('2026-01-02T03:04:05.000Z', '2026-02-30T03:04:05.000Z'),
      text.replace('Resources:', 'Resources: '),
      `${text}\n- `,
      `${text}\n\n`,
      text.replace('- ipfs', '-ipfs'),
    ]
    for (const other of others) expect(parseMessage(other), JSON.stringify(other)).toBeUndefined()
  })

  it('returns nothing for other input, and never throws', () => {
    const text = messageOf(solana()).toString()
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string()), (value) => {
        if (typeof value !== 'string' || !value.includes('wants you')) expect(parseMessage(value)).toBeUndefined()
      }),
    )
    // With one character added, removed or replaced, the text is invalid, or the parsed message contains the change.
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 1 }), fc.nat(1), (at, put, cut) => {
        const changed = text.slice(0, at) + put + text.slice(at + cut)
        const read = parseMessage(changed)
        if (read && changed !== text) expect(differences(messageOf(solana()), read)).not.toEqual([])
        if (read) expect(formatMessage(read)).toBe(changed)
      }),
      { numRuns: 2_000 },
    )
  })

  it('compares messages field by field', () => {
    const asked = messageOf(evm())
    expect(differences(asked, { ...asked })).toEqual([])
    expect(differences(asked, { ...asked, nonce: 'other123', resources: ['ipfs://Qm'] })).toEqual([
      'nonce',
      'resources',
    ])
    expect(differences(asked, { ...asked, resources: ['https://app.example/a\nipfs://Qm'] })).toEqual(['resources'])
  })
})

it('nonces are 22 letters and digits, evenly distributed, and never repeat', () => {
  const nonces = Array.from({ length: 5_000 }, createNonce)
  expect(new Set(nonces).size).toBe(5_000)
  expect(nonces.every((each) => /^[A-Za-z0-9]{22}$/.test(each))).toBe(true)
  expect(22 * Math.log2(62)).toBeGreaterThan(96)
  const counts = new Map<string, number>()
  for (const letter of nonces.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  // Each should come 110,000 / 62 = 1,774 times, with a deviation of 42. Six times that does not happen by chance.
  expect(counts.size).toBe(62)
  for (const count of counts.values()) expect(Math.abs(count - 110_000 / 62)).toBeLessThan(253)
})

it('validates RFC 3339 times, RFC 3986 authorities and URIs', () => {
  expect(parseTime('2024-02-29T23:59:59+01:00')).toBe(Date.UTC(2024, 1, 29, 22, 59, 59))
  for (const wrong of [
    '2023-02-29T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00Z',
    '2024-01-01T00:00:60Z',
    1,
    '2024-00-01T00:00:00Z',
    '2024-01-01T00:00:00',
  ])
    expect(parseTime(wrong), String(wrong)).toBeUndefined()
  for (const right of ['a', 'a.b:1', '[::]', '[1:2:3:4:5:6:7:8]:80', '[::ffff:1.2.3.4]', '[v1.x]', 'a%20b', 'u:p@h'])
    expect(isAuthority(right), right).toBe(true)
  for (const wrong of [
    '',
    ':80',
    'a b',
    'a/b',
    'a:80:80',
    'a:x',
    'a:65536',
    '[::',
    '[:::]',
    '[1::2::3]',
    'ä.de',
    'a%2',
    'a[b]',
    '[::1]x',
    'a@b@c',
  ])
    expect(isAuthority(wrong), wrong).toBe(false)
  for (const right of [
    'a:',
    'urn:x:y',
    'https://a',
    'https://a/b//c?d/e?#f?',
    'mailto:a@b.c',
    'file:///x',
    'did:key:z6',
  ])
    expect(isUri(right), right).toBe(true)
  for (const wrong of [
    '',
    'a',
    '//a',
    '1a:',
    'https://a b',
    'https://a/[',
    'https://a#b#c',
    'a:\n',
    'https://ä',
    'https://[::g]',
  ])
    expect(isUri(wrong), wrong).toBe(false)
})
