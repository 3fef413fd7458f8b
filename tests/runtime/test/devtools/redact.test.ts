/** Redaction removes every secret and address, in any place. The fuzz test makes real ones of every family. */
import { base58, base58check, base64, base64url, bech32, bech32m, hex } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2'
import { blake2b } from '@noble/hashes/blake2b'
import { describe, expect, it } from 'vitest'
import { getAddress } from 'viem'
import type { Plain } from '../../../../runtime/test/devtools/plain.ts'
import { createRedactor } from '../../../../runtime/test/devtools/redact.ts'
import { isVocabulary } from '../../../../runtime/test/devtools/vocabulary.ts'

const ROUNDS = 4000

/** Random numbers from a seed (mulberry32), so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    bytes: (length: number) => Uint8Array.from({ length }, () => below(256)),
    of: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
  }
}
type Random = ReturnType<typeof randomOf>

const check58 = base58check(sha256)
const WORDS = [
  'abandon',
  'ability',
  'able',
  'about',
  'above',
  'absent',
  'zebra',
  'zone',
  'wrong',
  'window',
  'voyage',
] as const
const versioned = (version: number, payload: Uint8Array) => check58.encode(Uint8Array.of(version, ...payload))
const segwit = (prefix: string, version: number, program: Uint8Array) =>
  (version ? bech32m : bech32).encode(prefix, [version, ...bech32.toWords(program)])
function ss58(prefix: number, key: Uint8Array) {
  const body = Uint8Array.of(prefix, ...key)
  const sum = blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body), { dkLen: 64 })
  return base58.encode(Uint8Array.of(...body, ...sum.slice(0, 2)))
}
const text = (random: Random, letters: string, length: number) =>
  Array.from({ length }, () => letters[random.below(letters.length)]).join('')
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The kinds of data that a recording must not contain. */
const SECRETS: Readonly<Record<string, (random: Random) => string>> = {
  'an EVM address': (random) => `0x${hex.encode(random.bytes(20))}`,
  'a checksummed EVM address': (random) => getAddress(`0x${hex.encode(random.bytes(20))}`),
  'an EVM address in capitals': (random) => `0X${hex.encode(random.bytes(20)).toUpperCase()}`,
  'an EVM address without 0x': (random) => hex.encode(random.bytes(20)),
  'a transaction hash': (random) => `0x${hex.encode(random.bytes(32))}`,
  'a Bitcoin transaction id': (random) => hex.encode(random.bytes(32)),
  'a Solana address': (random) => base58.encode(random.bytes(32)),
  'a Solana signature': (random) => base58.encode(random.bytes(64)),
  'a legacy Bitcoin address': (random) => versioned(random.of([0, 5, 111, 196]), random.bytes(20)),
  'a segwit address': (random) => segwit(random.of(['bc', 'tb', 'bcrt']), 0, random.bytes(20)),
  'a taproot address': (random) => segwit(random.of(['bc', 'tb', 'bcrt']), 1, random.bytes(32)),
  'a Polkadot address': (random) => ss58(random.of([0, 2, 42]), random.bytes(32)),
  'a private key in hex': (random) => hex.encode(random.bytes(32)),
  'a private key of Bitcoin (WIF)': (random) => versioned(random.of([128, 239]), Uint8Array.of(...random.bytes(32), 1)),
  'an extended private key': (random) => check58.encode(random.bytes(78)),
  'a private key of Solana': (random) => base58.encode(random.bytes(64)),
  'a private key as a list': (random) => `[${[...random.bytes(64)].join(', ')}]`,
  'a recovery phrase': (random) => Array.from({ length: 12 }, () => random.of(WORDS)).join(' '),
  'a recovery phrase with hyphens': (random) => Array.from({ length: 12 }, () => random.of(WORDS)).join('-'),
  'an email': (random) => `${text(random, LETTERS, 9)}.${text(random, LETTERS, 4)}@${text(random, LETTERS, 8)}.org`,
  'a JWT': (random) =>
    ['{"alg":"ES256"}', `{"sub":"${text(random, LETTERS, 20)}"}`, text(random, LETTERS, 48)]
      .map((part) => base64url.encode(new TextEncoder().encode(part)).replace(/=/g, ''))
      .join('.'),
  'an API key': (random) => text(random, LETTERS, 20 + random.below(30)),
  'an API key with a prefix': (random) => `sk_live_${text(random, LETTERS, 24)}`,
  'a token in base64': (random) => base64.encode(random.bytes(24 + random.below(24))),
  'a token in base64url': (random) => base64url.encode(random.bytes(24 + random.below(24))),
  'a uuid': (random) => hex.encode(random.bytes(16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  'a pairing link': (random) =>
    `wc:${hex.encode(random.bytes(32))}@2?relay-protocol=irn&symKey=${hex.encode(random.bytes(32))}`,
}

/** The places in which they may be. */
const PLACES: Readonly<Record<string, (secret: string) => Plain>> = {
  alone: (secret) => secret,
  'in a sentence': (secret) => `The account ${secret} has no funds.`,
  'in quotes': (secret) => `Bad value "${secret}", '${secret}' and \`${secret}\``,
  'after a sign': (secret) => `from=${secret};to:${secret},(${secret})[${secret}]`,
  'in a CAIP-10 id': (secret) => `eip155:1:${secret}`,
  'in the path of a link': (secret) => `https://api.service.example/v1/account/${secret}/balance?chainId=1`,
  'in the query of a link': (secret) => `https://api.service.example/v1/x?account=${secret}&key=${secret}#${secret}`,
  'in a link with a user': (secret) => `https://user:${secret}@service.example/`,
  'in the host of a link': (secret) => `https://${secret}.service.example/`,
  'in a path on this computer': (secret) => `http://127.0.0.1:4747/v1/account/${secret}/history?cursor=${secret}`,
  'in JSON text': (secret) => JSON.stringify({ params: [{ from: secret }, secret] }),
  'as a field': (secret) => ({ data: { [secret]: { note: 'x' } } }),
  'deep in a record': (secret) => ({ parameters: [{ method: 'eth_call', params: [{ to: secret, list: [secret] }] }] }),
  'in an error': (secret) => ({ message: `execution reverted: ${secret}`, cause: { message: secret } }),
  'after a letter': (secret) => `x${secret}`,
  'in a cut text': (secret) => `${secret.slice(0, -3)}…`,
}

/** The parts of a secret that are left: eight characters in a row are enough to find an account in an explorer. */
const leftOf = (secret: string, said: string): string[] => {
  const core = secret.replace(/^0x/i, '').toLowerCase()
  const parts = Array.from({ length: Math.max(1, core.length - 7) }, (_, at) => core.slice(at, at + 8))
  return parts.filter((part) => said.toLowerCase().includes(part))
}

describe.each(Object.entries(SECRETS))('%s', (_name, make) => {
  it.each(Object.entries(PLACES))('does not survive %s', (_place, put) => {
    const random = randomOf(_name.length * 7919 + _place.length)
    for (let round = 0; round < ROUNDS / 100; round++) {
      const secret = make(random)
      const said = JSON.stringify(createRedactor().value(put(secret)))
      expect(leftOf(secret, said), `${secret} in ${said}`).toEqual([])
    }
  })
})

it('lets nothing survive of many random secrets in one text', () => {
  const random = randomOf(24)
  const makers = Object.values(SECRETS)
  const gaps = [' ', '\n', ', ', ' | ', '" "', ' -> ', '\t', ') ('] as const
  for (let round = 0; round < ROUNDS; round++) {
    const secrets = Array.from({ length: 3 }, () => makers[random.below(makers.length)]?.(random) ?? '')
    const given = secrets.join(random.of(gaps))
    const said = createRedactor().text(given)
    for (const secret of secrets) expect(leftOf(secret, said), `${given} became ${said}`).toEqual([])
  }
})

it('removes codes, keys as lists, names, and fields that hold secrets', () => {
  const { value } = createRedactor()
  const given = {
    otp: '12',
    body: 'Your code is 482913.',
    number: 482_913,
    key: [...Array(64).keys()],
    profileName: 'alice.eth',
    user: { email: null, username: 'al' },
    authorization: 'Basic YQ==',
    short: 'Sent from 0xf39F…2266 to 7Np4…9xYz',
  }
  expect(value(given)).toEqual({
    otp: '<removed>',
    body: 'Your code is <code 1>.',
    number: '<number>',
    key: '<64 bytes>',
    profileName: '<name 1>',
    user: { email: null, username: '<removed>' },
    authorization: '<removed>',
    short: 'Sent from <address 1> to <address 2>',
  })
})

const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  phone: ['+1 (555) 123-4567', '+49 30 1234567', '+442079460123', '(030) 123 4567', '555-123-4567', '0049 30 123456'],
  card: ['4111 1111 1111 1111', '4111-1111-1111-1111', '3782 822463 10005'],
  account: ['DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819'],
  ip: ['203.0.113.77', '10.1.2.3', '2001:db8::8a2e:370:7334', '2001:0db8:85a3:0000:0000:8a2e:0370:7334', 'fe80::1'],
  token: ['sk_live_9aXk2bQ', 'pk_test_1', 'sk-9aXk2b', 'rk_live_4x', 'ghp_9aXk2b', 'eyJhbGciOi.J9.x', 'npub1xyz9'],
  name: ['ada.base.eth', 'ada.lens', '@ada_l'],
  code: ['123-456', '482913'],
}
describe.each(Object.entries(PERSONAL))('a %s in a text', (_kind, list) => {
  it.each(list)('does not survive: %s', (found) => {
    const said = createRedactor().text(`They wrote ${found} to us, (${found}), "${found}".`)
    expect(said).toMatch(/^They wrote (<[a-z]+ 1>) to us, \(\1\), "\1"\.$/)
  })
})

it('removes the names of people, and keeps those of wallets, networks and errors', () => {
  const { value } = createRedactor()
  const given = {
    profileName: 'Ada Lovelace',
    contacts: [{ name: 'Mira', address: 'x' }],
    person: { name: 'Ada Lovelace', first_name: 'Ada', pin: '47', tel: '12' },
    connectors: [{ name: 'Test wallet' }],
    event: { name: 'Test wallet', method: 'browser' },
    network: { name: 'Sandbox' },
    error: { name: 'TypeError', message: 'x' },
    name: '',
  }
  expect(value(given)).toEqual({
    ...given,
    profileName: '<name 1>',
    contacts: [{ name: '<name 2>', address: 'x' }],
    person: { name: '<name 1>', first_name: '<name 3>', pin: '<removed>', tel: '<removed>' },
  })
})

describe('JSON in a text', () => {
  const PERSON = { first_name: 'Ada', password: 'hunter2', pin: '47', otp: 12, username: 'al"x' }
  const SIGNED = {
    domain: { name: 'Shop', version: '1', chainId: 1 },
    types: { Order: [{ name: 'buyer', type: 'Person' }], Person: [{ name: 'amount', type: 'uint256' }] },
    message: { buyer: { name: 'Ada Lovelace', password: 'hunter2' }, amount: '5' },
  }
  const left = /Ada|hunter2|47|12|al.{0,3}x/

  it('loses secrets and names, as data that a wallet signs', () => {
    const said = createRedactor().value({ params: ['0x1', JSON.stringify(SIGNED)] })
    const [, json = ''] = (said as { params: string[] }).params
    expect(JSON.parse(json)).toEqual({
      ...SIGNED,
      message: { buyer: { name: '<name 1>', password: '<removed>' }, amount: '5' },
    })
  })

  it.each<[string, string]>([
    ['whole', JSON.stringify(PERSON)],
    ['with spaces', JSON.stringify(PERSON, null, 2)],
    ['in a sentence', `Request failed: ${JSON.stringify(PERSON)} (401)`],
    ['cut at its end', `${JSON.stringify({ list: [PERSON] }).slice(0, -3)}…`],
    ['cut in a secret', '{"id":1,"password":"hunter2 Ada…'],
    ['in JSON that was cut', `${JSON.stringify({ body: JSON.stringify(PERSON) }).slice(0, -2)}…`],
  ])('loses secrets and names: %s', (_place, text) => {
    expect(createRedactor().text(text)).not.toMatch(left)
  })

  it('stays JSON, with what a developer needs', () => {
    const text = JSON.stringify({
      method: 'eth_call',
      id: 7,
      error: { code: -32603, message: 'HTTP status code: 503' },
    })
    expect(createRedactor().text(text)).toBe(text)
    expect(createRedactor().text('{"wallets":[{"name":"Test wallet"},{"na')).toBe(
      '{"wallets":[{"name":"Test wallet"},{"na',
    )
  })
})

it('removes a recovery phrase as a list, and one with numbers', () => {
  const words = Array.from({ length: 12 }, (_, at) => WORDS[at % WORDS.length] ?? '')
  const numbered = words.map((word, at) => `${at + 1}. ${word}`).join(' ')
  for (const given of [words, JSON.stringify(words), `Words: ${JSON.stringify(words)}`, numbered, `${numbered}…`])
    expect(leftOf(words.join(''), JSON.stringify(createRedactor().value(given)).replace(/[^a-z]/gi, ''))).toEqual([])
  expect(createRedactor().value(['email', 'google', 'wallet'])).toEqual(['email', 'google', 'wallet'])
})

it('keeps times, versions, amounts, and addresses of this computer', () => {
  const { text: redacted } = createRedactor()
  for (const kept of [
    '2026-11-27 20:39:11.123',
    '20:39:11',
    'walletkit 0.1.0, React 19.2.0',
    'eip155:1:<address 1>',
    'ws://127.0.0.1:4747/',
    '127.0.0.1 and ::1',
    '1,234.56 USDC for 0.5 ETH',
    'HTTP status code: 503',
    '@walletkit/core',
    'Chrome/140.0.0.0',
    'a key-value pair, a pk_hash',
  ])
    expect(redacted(kept)).toBe(kept)
})

it('gives equal texts equal placeholders, whatever the case of the address', () => {
  const { text: redacted } = createRedactor()
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(redacted(`eip155:1:${address} is ${address.toLowerCase()}`)).toBe('eip155:1:<address 1> is <address 1>')
  expect(redacted(redacted(`to ${address}`))).toBe('to <address 1>')
})

it('keeps what a developer needs: methods, events, views, codes, small numbers, networks', () => {
  const { value, text: redacted } = createRedactor({ keep: ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '11155111'] })
  const kept = {
    method: 'eth_signTypedData_v4',
    send: 'wallet_switchEthereumChain',
    read: 'eth_getTransactionReceipt',
    event: 'SELECT_WALLET_FROM_ALL_WALLETS',
    view: 'ConnectingWalletConnect',
    error: 'CONNECTION_NOT_FOUND',
    code: -32603,
    chainId: '0x7a69',
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    sepolia: 'eip155:11155111',
    selector: '0xa9059cbb',
    preferredAccountType: 'smartAccount',
    connectedWalletInfo: { name: 'Test wallet', identifier: 'org.walletkit.test' },
    message: 'HTTP status code: 503',
  }
  expect(value(kept)).toEqual(kept)
  expect(redacted('http://127.0.0.1:4747/rpc/31337 and https://rpc.ankr.com/eth/abc')).toBe(
    'http://127.0.0.1:4747/rpc/31337 and https://ankr.com/<removed>',
  )
})

it('removes the secrets that the caller names', () => {
  expect(createRedactor({ remove: ['my-project'] }).text('projectId my-project')).toBe('projectId <removed>')
})

it('takes one random text of 20 letters in many thousands for words', () => {
  const random = randomOf(7)
  const passed = Array.from({ length: 200_000 }, () => text(random, LETTERS.slice(0, 52), 20)).filter(isVocabulary)
  expect(passed).toEqual([])
})
