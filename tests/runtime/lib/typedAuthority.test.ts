/** Which forms of typed data let others act for the signer, in both places that describe a request. */
import { describe, expect, it } from 'vitest'
import { describe as inModal } from '../../../runtime/auth/describe/index.ts'
import { mayActFor } from '../../../runtime/lib/typedAuthority.ts'
import { describe as inFrame } from '../../../sandbox/login/page/describe.ts'
import { approvalText } from '../../support/approvalText.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const THIEF = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const CONTRACT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HASH = `0x${'ab'.repeat(32)}`
const NOW = 1_800_000_000_000
const TRANSFER = `0xa9059cbb${THIEF.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`
const APPROVE_ALL = `0xa22cb465${THIEF.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`

/** Typed data with these fields, written `type name`. */
const form = (primaryType: string, fields: Record<string, unknown>, domain: object = {}, more: object = {}) => ({
  domain: { name: 'Some app', chainId: 137, ...domain },
  types: {
    [primaryType]: Object.keys(fields).map((each) => {
      const [type = '', name = ''] = each.split(' ')
      return { name, type }
    }),
    ...more,
  },
  primaryType,
  message: Object.fromEntries(Object.entries(fields).map(([each, value]) => [each.split(' ')[1] ?? '', value])),
})
const at = { verifyingContract: CONTRACT }

const frame = (data: object) =>
  inFrame('eth_signTypedData_v4', [OWN, JSON.stringify(data)], {
    host: 'site.example',
    network: { caip: 'eip155:137', name: 'Polygon', symbol: 'POL' },
    now: NOW,
    t: approvalText,
  })
const modal = (data: object) =>
  inModal(
    { method: 'eth_signTypedData_v4', params: [OWN, data] },
    { host: '', chain: 'eip155:137', now: NOW },
    () => undefined,
  ).parts[0]
/** Whether each of the three says in red that others may act. */
const alarms = (data: ReturnType<typeof form>) => [
  frame(data).warnings.some(({ text, bad }) => bad && /may act for you|may (let somebody )?take tokens/.test(text)),
  modal(data)?.warnings.some(({ key, isBad }) => isBad && /mayAct|unknownPermit/.test(key)),
  mayActFor(data, OWN),
]

const forwarded = { 'address from': OWN, 'address to': CONTRACT, 'uint256 value': '0', 'uint256 nonce': '0' }

describe('typed data that lets others act is red', () => {
  it.each([
    // Tokens on Polygon run `functionSignature` as the signer; anybody may send it.
    [
      'a meta transaction',
      form('MetaTransaction', { 'uint256 nonce': 0, 'address from': OWN, 'bytes functionSignature': TRANSFER }, at),
    ],
    // ERC-2771
    ['a forwarded call', form('ForwardRequest', { ...forwarded, 'bytes data': '0x12345678' }, at)],
    ['a call without a domain’s contract', form('Note', { 'bytes data': '0x12345678' })],
    // Blur: one hash for any number of listings, at any price.
    ['a root of other data', form('Root', { 'bytes32 root': HASH }, at)],
    ['a root without a domain’s contract', form('Root', { 'bytes32 root': HASH, 'uint256 nonce': 0 })],
    ['a hash of 20 bytes', form('Digest', { 'bytes20 of': `0x${'ab'.repeat(20)}` })],
    ['an offer', form('Listing', { 'address token': CONTRACT, 'uint256 price': '1' })],
    [
      'an amount in a list',
      form(
        'Basket',
        { 'Item[] items': [{ token: CONTRACT, price: '1' }] },
        {},
        {
          Item: [
            { name: 'token', type: 'address' },
            { name: 'price', type: 'uint128' },
          ],
        },
      ),
    ],
    // Hyperliquid: texts and a time move money.
    [
      'texts and a time for a contract',
      form('Venue:UsdSend', { 'string destination': THIEF, 'string amount': '5', 'uint64 time': 1 }, at),
    ],
    ['a new key for a contract', form('AddOwner', { 'address owner': THIEF }, at)],
    ['an operator', form('Trust', { 'address operator': THIEF })],
    ['an order by its name', form('Order', { 'string what': 'A boat' })],
  ])('%s', (_name, data) => {
    expect(alarms(data)).toEqual([true, true, true])
  })

  it('also where it cannot be read', () => {
    expect(mayActFor({ types: {}, primaryType: 'Mail', message: {} })).toBe(true)
    expect(mayActFor({ types: 7, primaryType: 'Mail', message: {} })).toBe(true)
  })
})

describe('typed data that a person can read is calm', () => {
  const person = [
    { name: 'name', type: 'string' },
    { name: 'wallet', type: 'address' },
  ]
  it.each([
    ['a text', form('Mail', { 'string contents': 'Hello' })],
    ['a text for a contract', form('Mail', { 'string contents': 'Hello', 'bool isRead': true }, at)],
    [
      'a mail between people',
      form(
        'Mail',
        { 'Person from': { name: 'Mira', wallet: OWN }, 'Person to': { name: 'Noah', wallet: THIEF } },
        {},
        { Person: person },
      ),
    ],
    ['a sign-in', form('SignIn', { 'address wallet': OWN, 'string statement': 'Sign in', 'uint256 nonce': '7' })],
    [
      'a vote',
      form('Vote', {
        'address from': OWN,
        'string space': 'cats',
        'bytes32 proposal': HASH,
        'uint32 choice': 1,
        'uint64 timestamp': 1,
      }),
    ],
    ['a few bytes', form('Mail', { 'bytes color': '0xff0000', 'string contents': 'Red' })],
  ])('%s', (_name, data) => {
    expect(alarms(data)).toEqual([false, false, false])
  })
})

describe('a call in typed data', () => {
  const meta = (data: string) =>
    form('MetaTransaction', { 'uint256 nonce': 0, 'address from': OWN, 'bytes functionSignature': data }, at)

  it('of the contract that checks the signature is described', () => {
    expect(modal(meta(TRANSFER))?.facts.slice(0, 3)).toEqual([
      { kind: 'call', label: 'approve.may', title: 'approve.send' },
      { kind: 'amount', label: 'approve.amount', amount: { value: 7n, token: CONTRACT } },
      { kind: 'address', label: 'approve.to', address: THIEF.toLowerCase() },
    ])
    const { fields } = frame(meta(TRANSFER))
    expect(fields[0]).toEqual({ label: 'Send', value: '', head: true })
    expect(fields[1]?.token).toEqual({ address: CONTRACT, value: 7n })
    expect(fields[2]?.value).toBe(THIEF)
  })

  it('of the contract beside it is described, with its own warnings', () => {
    const call = form('ForwardRequest', { ...forwarded, 'address to': OWN, 'bytes data': APPROVE_ALL }, at)
    expect(modal(call)?.facts).toContainEqual({ kind: 'address', label: 'approve.collection', address: OWN })
    expect(modal(call)?.warnings.map(({ key }) => key)).toEqual(['risk.mayAct', 'approve.allItems'])
    expect(
      frame(call)
        .warnings.map(({ text }) => text)
        .join(),
    ).toContain('Every item of this collection')
  })

  it('that is unknown adds nothing', () => {
    expect(modal(meta('0x12345678'))?.facts.some(({ kind }) => kind === 'call')).toBe(false)
  })
})
