/** Typed data whose values are not what a person would read is refused before anybody sees it. */
import { describe, expect, it } from 'vitest'
import { parseTypedData } from '../../../plugins/passkey/provider.ts'
import { describe as summarize } from '../../../runtime/auth/describe/index.ts'
import { typedDataFault } from '../../../runtime/lib/typedDataFault.ts'
import { typedDataOf } from '../../../sandbox/login/rpc/params.ts'

const OWN = `0x${'1'.repeat(40)}`
const where = { host: 'site.example', chain: 'eip155:1', now: 0 }
const of = (type: string, value: unknown, domain: object = {}) => ({
  domain: { chainId: 1, ...domain },
  types: { Login: [{ name: 'code', type }] },
  primaryType: 'Login',
  message: { code: value },
})
const list = { id: [{ name: 'id', type: 'uint256' }], items: [{ name: 'items', type: 'Item[]' }] }
const FORMS: readonly [string, ReturnType<typeof of> | object][] = [
  ['a number in a text', of('string', 0x414c4c)],
  ['a boolean in a text', of('string', true)],
  ['a list in a text', of('string', [65, 76])],
  ['a list in a number', of('uint256', [5])],
  ['a boolean in a number', of('uint256', true)],
  ['a number that its type cannot hold', of('uint8', 256)],
  ['a text in a boolean', of('bool', 'false')],
  ['a number in a boolean', of('bool', 0)],
  ['a list with too many items', of('uint8[1]', [1, 2])],
  ['bytes of another length', of('bytes4', '0x1234')],
  ['a name that is a list', of('string', 'a', { name: ['Newsletter of example.org'] })],
  ['a name that is a number', of('string', 'a', { name: 7 })],
  ['a version that is a boolean', of('string', 'a', { version: true })],
  ['a contract that is a list', of('string', 'a', { verifyingContract: [OWN] })],
  ['a salt that is a text', of('string', 'a', { salt: 'salt' })],
  [
    'a struct with the name of a list',
    {
      domain: { chainId: 1 },
      types: { Order: list.items, Item: list.id, 'Item[]': [{ name: '0', type: 'Item' }] },
      primaryType: 'Order',
      message: { items: [{ id: 1 }] },
    },
  ],
  [
    'a struct with the name of a plain type',
    { domain: {}, types: { A: [{ name: 'b', type: 'string' }], string: [] }, primaryType: 'A', message: { b: {} } },
  ],
  [
    'a list for a struct',
    {
      domain: {},
      types: { A: [{ name: 'b', type: 'B' }], B: [{ name: '0', type: 'string' }] },
      primaryType: 'A',
      message: { b: ['x'] },
    },
  ],
]

describe('typed data that is signed otherwise than it reads', () => {
  it.each(FORMS)('is refused by the login frame, the page and the passkey wallet: %s', (_what, data) => {
    expect(() => typedDataOf([OWN, data])).toThrow()
    expect(() => parseTypedData(data, 1)).toThrow()
    const asked = { method: 'eth_signTypedData_v4', params: [OWN, data] }
    expect(summarize(asked, where, () => undefined).title).toBe('approve.request')
  })

  it('is told by its field and type', () => {
    expect(typedDataFault(of('string', 7))).toBe('The field code is no string')
    expect(typedDataFault(of('string', 'a', { name: 7 }))).toBe('The field domain.name is no string')
    expect(typedDataFault({ ...of('string', 'a'), types: { 'A[]': [] } })).toBe('"A[]" is no name of a type')
  })
})

it.each([
  ['string', ''],
  ['bool', false],
  ['uint256', '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
  ['int8', -128],
  ['int256', '0x05'],
  ['bytes', '0x'],
  ['bytes32', `0x${'ab'.repeat(32)}`],
  ['address', OWN],
  ['uint8[2][]', [[1, 2]]],
  ['string[]', []],
])('typed data with values of their types is shown to the person: %s', (type, value) => {
  const data = of(type, value, { name: 'A', version: '1', verifyingContract: OWN, salt: `0x${'0'.repeat(64)}` })
  expect(typedDataFault(data)).toBeUndefined()
  expect(parseTypedData(data, 1).hash).toBe(parseTypedData(JSON.stringify(data), 1).hash)
})

it('the passkey wallet signs the network that it shows, in whichever form a page gives it', () => {
  const hashes = [1, '1', '0x1'].map((chainId) => parseTypedData(of('string', 'a', { chainId }), 1).hash)
  expect(new Set(hashes).size).toBe(1)
  expect(() => parseTypedData(of('string', 'a', { chainId: [1] }), 1)).toThrow('Another network')
})

it("a type's name with a colon is accepted for the message itself, as well-known exchanges have it", () => {
  const data = { domain: {}, types: { 'A:B': [{ name: 'c', type: 'bool' }] }, primaryType: 'A:B', message: { c: true } }
  expect(typedDataFault(data)).toBeUndefined()
})
