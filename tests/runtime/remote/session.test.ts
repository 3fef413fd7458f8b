import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNamespaces, parsePeer, parseSession } from '../../../runtime/remote/session.ts'

const A = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const CHECKED = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const B = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const tomorrow = () => Math.floor(Date.now() / 1000) + 86_400
const session = (changes: object = {}) => ({
  topic: 'a'.repeat(64),
  expiry: tomorrow(),
  peer: { metadata: { name: 'Phone', icons: ['https://phone.example/icon.png'], url: 'https://phone.example' } },
  namespaces: {
    eip155: { accounts: [`eip155:1:${A}`, `eip155:137:${A}`, `eip155:1:${B}`], methods: ['personal_sign'] },
  },
  ...changes,
})

it('reads each account once with its checksum, the networks, the methods and the wallet', () => {
  expect(parseSession(session())).toEqual({
    topic: 'a'.repeat(64),
    expiry: expect.any(Number) as number,
    peer: { name: 'Phone', icon: 'https://phone.example/icon.png', url: 'https://phone.example' },
    namespaces: {
      eip155: {
        accounts: [CHECKED, B],
        networks: ['eip155:1', 'eip155:137'],
        accountsOn: { 'eip155:1': [CHECKED, B], 'eip155:137': [CHECKED] },
        methods: ['personal_sign'],
      },
    },
  })
})

it('joins namespaces that a wallet wrote per chain (CAIP-25)', () => {
  const namespaces = {
    'eip155:1': { accounts: [`eip155:1:${A}`], methods: ['personal_sign'] },
    'eip155:10': { accounts: [`eip155:10:${A}`], methods: ['personal_sign', 'eth_sign'] },
  }
  expect(parseNamespaces(namespaces).eip155).toEqual({
    accounts: [CHECKED],
    networks: ['eip155:1', 'eip155:10'],
    accountsOn: { 'eip155:1': [CHECKED], 'eip155:10': [CHECKED] },
    methods: ['personal_sign', 'eth_sign'],
  })
})

describe('reading a session ignores', () => {
  it.each([
    ['a session that is over', session({ expiry: 1 })],
    ['one without a topic', session({ topic: undefined })],
    ['one without accounts', session({ namespaces: { eip155: { accounts: [] } } })],
    [
      'accounts of another namespace',
      session({ namespaces: { eip155: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc'] } } }),
    ],
    ['accounts that are no address', session({ namespaces: { eip155: { accounts: ['eip155:1:0x12'] } } })],
    ['an unknown namespace', session({ namespaces: { cosmos: { accounts: ['cosmos:hub:abc'] } } })],
    ['nothing', undefined],
  ])('%s', (_name, value) => expect(parseSession(value)).toBeUndefined())
})

it("shows only the text of a wallet's name, and only an icon that is an image", () => {
  expect(parsePeer({ name: 'Evil\u202e\nWallet', icons: ['javascript:alert(1)'], url: 'javascript:1' })).toEqual({
    name: 'Evil Wallet',
  })
  expect(parsePeer({ name: ' ' })).toEqual({ name: 'Unknown wallet' })
})

it('never throws, whatever the wallet sends', () => {
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 4 })
  const shaped = fc.record({
    topic: anything,
    expiry: anything,
    peer: anything,
    namespaces: fc.dictionary(fc.constantFrom('eip155', 'solana', 'eip155:1', '__proto__'), anything),
  })
  fc.assert(
    fc.property(fc.oneof(anything, shaped), (value) => {
      const parsed = parseSession(value)
      return parsed === undefined || Object.values(parsed.namespaces).every(({ accounts }) => accounts.length > 0)
    }),
    { numRuns: 5_000 },
  )
})
