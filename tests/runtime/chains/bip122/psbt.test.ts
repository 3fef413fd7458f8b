import { readFileSync } from 'node:fs'
import * as btc from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPsbt } from '../../../../runtime/chains/bip122/psbt.ts'
import { legacy, ordinals, payment, psbtOf } from './keys.ts'

type Vector = { case: string; psbt: string }
type Vectors = { invalid: Vector[]; valid: Vector[] }
const vectors = JSON.parse(
  readFileSync(new URL('../../../vectors/bip174.json', import.meta.url), 'utf8'),
) as Vectors & { signerMustRefuse: Vector[]; taproot: Vectors }

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))

describe.each([
  ['BIP-174', vectors],
  ['BIP-371', vectors.taproot],
])('the vectors of %s', (_name, { invalid, valid }) => {
  it.each(invalid)('refuses: $case', ({ psbt }) => expect(isPsbt(bytesOf(psbt))).toBe(false))
  it.each(valid)('takes: $case', ({ psbt }) => expect(isPsbt(bytesOf(psbt))).toBe(true))
})

it.each(vectors.signerMustRefuse)('leaves to the signer: $case', ({ psbt }) => expect(isPsbt(bytesOf(psbt))).toBe(true))

/** The fields of a map, as hex keys and hex values. It is a list, so that a key can occur twice. */
type Map = readonly (readonly [key: string, value: string])[]
const sized = (hex: string) => {
  const length = hex.length / 2
  if (length < 0xfd) return length.toString(16).padStart(2, '0') + hex
  const size = Buffer.alloc(2)
  size.writeUInt16LE(length)
  return `fd${size.toString('hex')}${hex}`
}
const write = (maps: readonly Map[]) =>
  Buffer.from(
    `70736274ff${maps.map((map) => `${map.map(([key, value]) => sized(key) + sized(value)).join('')}00`).join('')}`,
    'hex',
  )
const omit = (map: Map, key: string) => map.filter(([each]) => each !== key)
const put = (map: Map, key: string, value: string): Map => [...omit(map, key), [key, value]]

const txid = '0b0ad921419c1c8719735d72dc739f9ea9e0638d1fe4c1eef0f9944084815fc8'
const script = '0014c430f64c4756da310dbd1a085572ef299926272c'
const unsigned = `02000000${'01'}${txid}00000000${'00'}feffffff${'01'}008bbdeb0b00000016${script}`
  .replace('008bbdeb0b000000', '8bbdeb0b00000000')
  .concat('00000000')

const v0: [Map, Map, Map] = [[['00', unsigned]], [], []]
const v2: [Map, Map, Map] = [
  [
    ['02', '02000000'],
    ['04', '01'],
    ['05', '01'],
    ['fb', '02000000'],
  ],
  [
    ['0e', txid],
    ['0f', '00000000'],
  ],
  [
    ['03', '8bbdeb0b00000000'],
    ['04', script],
  ],
]
const at = { global: 0, input: 1, output: 2 } as const
type Place = keyof typeof at
const edit = (maps: readonly Map[], place: Place, change: (map: Map) => Map) =>
  write(maps.map((map, index) => (index === at[place] ? change(map) : map)))
const without = (maps: readonly Map[], place: Place, key: string) => edit(maps, place, (map) => omit(map, key))
const having = (maps: readonly Map[], place: Place, key: string, value: string) =>
  edit(maps, place, (map) => put(map, key, value))

describe('BIP-370, case by case', () => {
  it('takes both versions with their required fields alone', () => {
    expect(isPsbt(write(v0))).toBe(true)
    expect(isPsbt(write(v2))).toBe(true)
  })

  it.each<[Place, string, string]>([
    ['global', '02', '02000000'],
    ['global', '03', '00000000'],
    ['global', '04', '01'],
    ['global', '05', '01'],
    ['global', '06', '00'],
    ['global', 'fb', '02000000'],
    ['input', '0e', txid],
    ['input', '0f', '00000000'],
    ['input', '10', 'ffffffff'],
    ['input', '11', '8c8dc462'],
    ['input', '12', '10270000'],
    ['output', '03', '8bbdeb0b00000000'],
    ['output', '04', script],
  ])('refuses in version 0: %s field %s', (place, key, value) => {
    expect(isPsbt(having(v0, place, key, value))).toBe(false)
  })

  it.each<[Place, string]>([
    ['global', '02'],
    ['global', '04'],
    ['global', '05'],
    ['global', 'fb'],
    ['input', '0e'],
    ['input', '0f'],
    ['output', '03'],
    ['output', '04'],
  ])('refuses version 2 without %s field %s', (place, key) => expect(isPsbt(without(v2, place, key))).toBe(false))

  it.each<[string, Place, string, string]>([
    ['an unsigned transaction', 'global', '00', unsigned],
    ['a version that does not exist', 'global', 'fb', '01000000'],
    ['a version that is to come', 'global', 'fb', '03000000'],
    ['a version of one byte', 'global', 'fb', '02'],
    ['more inputs than there are', 'global', '04', '02'],
    ['fewer outputs than there are', 'global', '05', '00'],
    ['a count that is not in its shortest form', 'global', '04', 'fd0100'],
    ['a time that is a height', 'input', '11', 'ff64cd1d'],
    ['a height that is a time', 'input', '12', '0065cd1d'],
    ['a height of 0', 'input', '12', '00000000'],
    ['a transaction id of 31 bytes', 'input', '0e', txid.slice(2)],
    ['an index of 5 bytes', 'input', '0f', '0000000000'],
    ['an amount of 4 bytes', 'output', '03', '8bbdeb0b'],
  ])('refuses in version 2: %s', (_name, place, key, value) => {
    expect(isPsbt(having(v2, place, key, value))).toBe(false)
  })

  it.each<[Place, string, string]>([
    ['global', '03', '00000000'],
    ['global', '06', '07'],
    ['input', '10', 'feffffff'],
    ['input', '11', '0065cd1d'],
    ['input', '12', 'ff64cd1d'],
  ])('takes in version 2: %s field %s of %s', (place, key, value) => {
    expect(isPsbt(having(v2, place, key, value))).toBe(true)
  })

  it('takes a v2 that has no inputs and outputs yet', () => {
    const [global] = v2
    expect(isPsbt(write([put(put(global, '04', '00'), '05', '00')]))).toBe(true)
  })
})

describe('what holds for both versions', () => {
  it.each([
    ['version 0', v0],
    ['version 2', v2],
  ])('%s: fields that nobody defined, and private ones', (_name, maps) => {
    for (const place of ['global', 'input', 'output'] as const)
      for (const [key, value] of [
        ['7f', 'abcd'],
        ['7f01', ''],
        ['fc0361626300', '00'],
        ['fdfd0001', '01'],
      ] as const)
        expect(isPsbt(having(maps, place, key, value))).toBe(true)
  })

  it.each([
    ['version 0', v0],
    ['version 2', v2],
  ])('%s: no key twice, nothing after the end, nothing missing at the end', (_name, maps) => {
    for (const place of ['global', 'input', 'output'] as const) {
      const twice = (map: Map): Map => [...map, ['7f', '01'], ['7f', '02']]
      expect(isPsbt(edit(maps, place, twice))).toBe(false)
    }
    const whole = write(maps)
    expect(isPsbt(Buffer.concat([whole, Buffer.of(0)]))).toBe(false)
    for (let length = 0; length < whole.length; length++) expect(isPsbt(whole.subarray(0, length))).toBe(false)
  })

  it('reads bytes that lie inside of others', () => {
    const whole = write(v2)
    const wide = Buffer.concat([Buffer.alloc(7, 1), whole, Buffer.alloc(7, 1)])
    expect(isPsbt(wide.subarray(7, 7 + whole.length))).toBe(true)
  })
})

describe('against @scure/btc-signer', () => {
  const real = [psbtOf([payment]), psbtOf([payment, ordinals, legacy]), psbtOf([ordinals])]
  it('takes what it writes, unsigned and signed, in both versions', () => {
    for (const bytes of real) {
      const transaction = btc.Transaction.fromPSBT(bytes)
      expect(isPsbt(transaction.toPSBT(0))).toBe(true)
      expect(isPsbt(transaction.toPSBT(2))).toBe(true)
      for (const { seed } of [payment, ordinals, legacy]) {
        try {
          transaction.sign(seed)
        } catch {
          // This key has no input.
        }
      }
      expect(isPsbt(transaction.toPSBT(0))).toBe(true)
      expect(isPsbt(transaction.toPSBT(2))).toBe(true)
    }
  })
})

describe('fuzzed', () => {
  const samples = [...vectors.valid, ...vectors.taproot.valid].map(({ psbt }) => bytesOf(psbt))
  const damaged = fc
    .record({
      from: fc.constantFrom(...samples),
      at: fc.nat({ max: 3_000 }),
      cut: fc.nat({ max: 40 }),
      put: fc.uint8Array({ maxLength: 40 }),
    })
    .map(({ from, at, cut, put }) => {
      const start = at % from.length
      return Uint8Array.of(...from.subarray(0, start), ...put, ...from.subarray(start + cut))
    })

  it('never throws', () => {
    const anyBytes = fc.oneof(damaged, fc.uint8Array({ maxLength: 200 }))
    fc.assert(
      fc.property(anyBytes, (bytes) => typeof isPsbt(bytes) === 'boolean'),
      { numRuns: 5_000 },
    )
  })

  const bytesInHex = (maxLength: number) =>
    fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('hex'))
  /** Fields with an undefined type. Each key occurs once. */
  const extra = fc
    .uniqueArray(fc.tuple(bytesInHex(4), bytesInHex(350)), { selector: ([key]) => key, maxLength: 4 })
    .map((fields): Map => fields.map(([key, value]) => [`7f${key}`, value]))
  const [global, input, output] = v2
  const sound = fc
    .record({ global: extra, inputs: fc.array(extra, { maxLength: 5 }), outputs: fc.array(extra, { maxLength: 5 }) })
    .map(({ global: more, inputs, outputs }): Map[] => {
      const counted = put(put(global, '04', `0${inputs.length}`), '05', `0${outputs.length}`)
      const own = [...inputs.map((map) => [...input, ...map]), ...outputs.map((map) => [...output, ...map])]
      return [[...counted, ...more], ...own]
    })

  it('takes every sound one, and none that misses a byte or a map, has one more, or says something twice', () => {
    const at = fc.nat({ max: 10_000 })
    fc.assert(
      fc.property(sound, at, at, (maps, place, length) => {
        const whole = write(maps)
        expect(isPsbt(whole)).toBe(true)
        expect(isPsbt(whole.subarray(0, length % whole.length))).toBe(false)
        expect(isPsbt(Buffer.concat([whole, Buffer.of(place % 256)]))).toBe(false)
        const chosen = place % maps.length
        expect(isPsbt(write(maps.filter((_, index) => index !== chosen)))).toBe(false)
        const twice = maps.map((map, index) => (index === chosen ? [...map, ...map.slice(0, 1)] : map))
        expect(isPsbt(write(twice))).toBe(false)
        return true
      }),
      { numRuns: 1_000 },
    )
  })
})
