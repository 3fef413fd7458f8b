/** Makes random requests, and checks that the login frame shows every value in them that is signed. */
import fc from 'fast-check'
import { formatUnits, getAddress, numberToHex, type Hex } from 'viem'
import { expect } from 'vitest'
import { approvalText } from './approvalText.ts'
import { typedForms } from './typedForms.ts'
import { encodeBase58 } from '../../runtime/lib/base58.ts'
import { describe, type Described } from '../../sandbox/login/page/describe.ts'
import { describeTransaction } from '../../sandbox/login/page/describeSolana.ts'

const SOLANA = 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const on = (caip: string) => ({
  host: 'site.example',
  network: { caip, name: 'N', symbol: 'ETH' },
  now: 1_800_000_000_000,
  t: approvalText,
  transactionOfSolana: describeTransaction,
})
const screen = ({ title, fields, warnings }: Described) =>
  [title, ...fields.map(({ label, value }) => `${label}: ${value}`), ...warnings.map(({ text }) => text)].join('\n')

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hexOf = (of: Uint8Array): Hex => `0x${Buffer.from(of).toString('hex')}`
const address = bytes(20).map(hexOf)
const word = fc.oneof(
  address.map((each) => each.slice(2).padStart(64, '0')),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((each) => each.toString(16).padStart(64, '0')),
  fc.constantFrom('0'.repeat(64), 'f'.repeat(64)),
)
const SELECTORS = ['a9059cbb', '23b872dd', '42842e0e', '095ea7b3', '39509351', 'a22cb465', '87517c45', 'deadbeef']
const data = fc.oneof(
  fc.tuple(fc.constantFrom(...SELECTORS), fc.array(word, { maxLength: 5 }), bytes(2)).map(([selector, words, rest]) => {
    return `0x${selector}${words.join('')}${Buffer.from(rest.subarray(0, (rest[0] ?? 0) % 3)).toString('hex')}`
  }),
  fc.uint8Array({ maxLength: 100 }).map(hexOf),
)
const quantity = fc.bigInt({ min: 0n, max: 2n ** 96n }).map((each) => numberToHex(each))
const call = fc.record({ to: address, value: quantity, data }, { requiredKeys: ['to'] })

const checkCall = (
  { to, value = '0x0', data: bytesOfCall }: { to: Hex; value?: Hex; data?: string },
  shown: string,
) => {
  expect(shown).toContain(getAddress(to))
  expect(shown).toContain(`${formatUnits(BigInt(value), 18)} ETH`)
  if (bytesOfCall && bytesOfCall !== '0x') expect(shown).toContain(bytesOfCall)
}
const feesWith = (price: 'gasPrice' | 'maxFeePerGas') =>
  fc.record<Record<string, Hex>>({ gas: quantity, [price]: quantity }, { requiredKeys: [] })
const transaction = fc
  .tuple(call, fc.oneof(feesWith('gasPrice'), feesWith('maxFeePerGas')))
  .map(([given, fees]) => () => {
    const described = describe('eth_sendTransaction', [{ from: OWN, ...given, ...fees }], on('eip155:1'))
    checkCall(given, screen(described))
    const price = fees['maxFeePerGas'] ?? fees['gasPrice']
    expect(described.fee).toEqual({ gas: fees['gas'] && BigInt(fees['gas']), price: price && BigInt(price) })
  })
const batch = fc.array(call, { minLength: 1, maxLength: 4 }).map((calls) => () => {
  const shown = screen(describe('wallet_sendCalls', [{ from: OWN, calls }], on('eip155:1')))
  for (const each of calls) checkCall(each, shown)
})

/** A type of typed data (EIP-712), a value of it, and the texts that the frame has to show. */
type Typed = { types: Record<string, { name: string; type: string }[]>; type: string; value: unknown; shows: string[] }
let made = 0
const plain = fc.oneof(
  address.map((each): Typed => ({ types: {}, type: 'address', value: each, shows: [getAddress(each)] })),
  fc
    .bigInt({ min: 1n, max: 2n ** 255n })
    .map((each): Typed => ({ types: {}, type: 'uint256', value: String(each), shows: [String(each)] })),
  bytes(32).map((each): Typed => ({ types: {}, type: 'bytes32', value: hexOf(each), shows: [hexOf(each)] })),
  fc.string({ minLength: 1 }).map((each): Typed => ({ types: {}, type: 'string', value: each, shows: [each] })),
  fc.boolean().map((each): Typed => ({ types: {}, type: 'bool', value: each, shows: [String(each)] })),
)
const structOf = (fields: Typed[]): Typed => {
  const name = `T${made++}`
  const named = fields.map((field, at) => [`f${at}`, field] as const)
  return {
    types: Object.assign({}, ...fields.map(({ types }) => types), {
      [name]: named.map(([field, { type }]) => ({ name: field, type })),
    }) as Typed['types'],
    type: name,
    value: { ...Object.fromEntries(named.map(([field, { value }]) => [field, value])), unsigned: 'NOT-SIGNED' },
    shows: fields.flatMap(({ shows }) => shows),
  }
}
const listOf = (item: Typed, count: number): Typed => ({
  ...item,
  type: `${item.type}[]`,
  value: Array.from({ length: count }, () => item.value),
  shows: count ? item.shows : ['(an empty list)'],
})
const anyType: fc.Arbitrary<Typed> = fc.letrec<{ any: Typed; struct: Typed }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    plain,
    tie('struct'),
    fc.tuple(tie('any'), fc.nat(2)).map(([item, count]) => listOf(item, count)),
  ),
  struct: fc.array(tie('any'), { minLength: 1, maxLength: 4 }).map(structOf),
})).struct
const typedData = anyType.map(({ types, type, value, shows }) => () => {
  const given = { domain: { name: 'D', other: 'NOT-SIGNED' }, types, primaryType: type, message: value }
  const shown = screen(describe('eth_signTypedData_v4', [OWN, JSON.stringify(given)], on('eip155:1')))
  for (const each of shows) expect(shown).toContain(each)
  expect(shown).not.toContain('NOT-SIGNED')
})

const PROGRAMS = [
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]
const decoded = (text: string) => {
  let value = 0n
  for (const each of text)
    value = value * 58n + BigInt('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(each))
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}
const programs = PROGRAMS.map(decoded)
const instructionData = fc.oneof(
  fc
    .tuple(fc.nat(30), fc.constantFrom(1, 3, 5, 9, 10, 19, 33, 35), fc.uint8Array({ minLength: 40, maxLength: 40 }))
    .map(([kind, length, rest]) => Uint8Array.of(kind, ...rest.subarray(0, length - 1))),
  fc
    .tuple(fc.nat(12), fc.constantFrom(0, 8, 32, 48), fc.uint8Array({ minLength: 48, maxLength: 48 }))
    .map(([kind, length, rest]) => Uint8Array.of(kind, 0, 0, 0, ...rest.subarray(0, length))),
  fc.uint8Array({ maxLength: 40 }),
)
const instruction = fc.record({
  program: fc.nat(programs.length),
  accounts: fc.array(fc.nat(9), { maxLength: 6 }),
  data: instructionData,
})
const solana = fc
  .tuple(
    fc.array(bytes(32), { minLength: 4, maxLength: 4 }),
    fc.array(instruction, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  )
  .map(([own, instructions, isVersioned]) => () => {
    const keys = [...own, ...programs]
    const parts = instructions.map(({ program, accounts, data: content }) => ({
      program: program + 3,
      accounts,
      content,
    }))
    const wire = Buffer.concat([
      Buffer.from([1, ...new Uint8Array(64), ...(isVersioned ? [128] : []), 1, 0, 0, keys.length]),
      ...keys,
      Buffer.alloc(32, 7),
      Buffer.from([parts.length]),
      ...parts.map(({ program, accounts, content }) =>
        Buffer.from([program, accounts.length, ...accounts, content.length, ...content]),
      ),
      Buffer.from(isVersioned ? [0] : []),
    ])
    const shown = screen(describe('solana_signTransaction', { transaction: wire.toString('base64') }, on(SOLANA)))
    expect(shown).toContain(encodeBase58(own[0] ?? new Uint8Array()))
    for (const { program, accounts, content } of parts) {
      // The indexes from 4 are well-known programs, which the frame may leave out of an instruction's accounts.
      for (const at of accounts) if (at < 4) expect(shown).toContain(encodeBase58(keys[at] ?? new Uint8Array()))
      if (program < 4) expect(shown).toContain(encodeBase58(content) || '(none)')
    }
  })
/** Checks `runs` random requests. The seed is fixed, so that a failure comes again on the next run. */
export const checkDescribed = (runs: number) =>
  fc.assert(
    fc.property(fc.oneof(transaction, batch, typedData, typedForms, solana), (check) => check()),
    { numRuns: runs, seed: 11 },
  )
