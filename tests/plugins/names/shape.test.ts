/** The rules for names, the coin types of chains, and the answers of the profile service. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import manifest from '../../../plugins/names/index.ts'
import { isLabel, registrationMessage, toCoinType } from '../../../plugins/names/label.ts'
import { readOptions } from '../../../plugins/names/options.ts'
import { parseNames, parseProfile, parseReason, parseSuggestions } from '../../../plugins/names/shape.ts'

describe('a name', () => {
  it('has letters, digits and hyphens only [S5.names.01]', () => {
    for (const good of ['al-ice1', 'ALICE', '0000', '----', 'alice']) expect(isLabel(good)).toBe(true)
    for (const bad of ['al_ice', 'al.ice', 'al ice', 'alicé', 'alice\u200d', 'аlice', '', 'alice\n'])
      expect(isLabel(bad)).toBe(false)
  })
  it('has at least four of them [S5.names.02]', () => {
    expect(['abc', 'abcd'].map(isLabel)).toEqual([false, true])
  })
})

describe('a coin type', () => {
  it('is the chain id with the highest bit set, for every id below 2^31 [S5.names.06]', () => {
    expect([1, 137, 0, 0x7fffffff].map(toCoinType)).toEqual([0x80000001, 0x80000089, 0x80000000, 0xffffffff])
    for (const id of [2147483648, 2 ** 40, -1, 1.5, NaN, Infinity])
      expect(() => toCoinType(id)).toThrow('Invalid chainId')
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (id) => toCoinType(id) === 2 ** 31 + id))
  })
})

it('what is signed is JSON of name, attributes and seconds', () => {
  expect(registrationMessage('alice.walletkit.id', 1_790_000_000)).toBe(
    '{"name":"alice.walletkit.id","attributes":{},"timestamp":1790000000}',
  )
})

it('suffix and zone are options; a dot before the suffix may be left out', () => {
  expect(readOptions(undefined)).toEqual({ suffix: '.reown.id', zone: 'reown.id' })
  expect(readOptions({ suffix: '.test.eth' })).toEqual({ suffix: '.test.eth', zone: 'test.eth' })
  expect(readOptions({ suffix: 'walletkit.id', zone: 'other' })).toEqual({ suffix: '.walletkit.id', zone: 'other' })
  expect(readOptions({ suffix: 'no spaces' }).suffix).toBe('.reown.id')
})

describe('answers', () => {
  it('of a look-up are a name, addresses and attributes', () => {
    const reply = {
      name: 'a.b',
      registered: 'x',
      addresses: { 60: { address: '0x1', created: 'y' }, 61: null },
      attributes: [{ bio: 'B', avatar: 5 }, 7],
    }
    expect(parseProfile(reply)).toEqual({
      name: 'a.b',
      addresses: { 60: { address: '0x1' } },
      attributes: [{ bio: 'B' }],
    })
    expect(() => parseProfile({})).toThrow()
    expect(() => parseProfile({ name: 'a\u202eb' })).toThrow()
  })
  it('of a reverse look-up are names, in either shape', () => {
    expect(parseNames([{ name: 'a.b' }, null, { name: 5 }, 'c.d'])).toEqual(['a.b', 'c.d'])
    expect(parseNames({ names: ['a.b'] })).toEqual(['a.b'])
  })
  it('of suggestions lose the suffix; names of another one are left out', () => {
    const suggestions = [
      { name: 'Alice.walletkit.id', registered: true },
      { name: 'alice-1' },
      { name: 'alice.other.id' },
      { name: '<b>.walletkit.id' },
    ]
    expect(parseSuggestions({ suggestions }, '.walletkit.id')).toEqual([
      { name: 'alice', registered: true },
      { name: 'alice-1', registered: false },
    ])
  })
  it('of a refusal are the first reason', () => {
    expect(parseReason({ reasons: [{ name: 'name', description: 'Name\u200b taken' }, { description: 'No' }] })).toBe(
      'Name taken',
    )
    expect(parseReason({ reasons: [] })).toBeUndefined()
  })
  it('of any shape make a parser do no more than throw', () => {
    fc.assert(
      fc.property(fc.anything(), (reply) => {
        expect(parseNames(reply).every((name) => typeof name === 'string')).toBe(true)
        expect(Array.isArray(parseSuggestions(reply, '.x'))).toBe(true)
        expect(['string', 'undefined']).toContain(typeof parseReason(reply))
        try {
          parseProfile(reply)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
      { numRuns: 500 },
    )
  })
})

it('the way to it is for who signed in without a wallet, on eip155, and has no name', () => {
  expect(manifest.slots?.accountMenu).toMatchObject([{ embedded: true, nameless: true, namespaces: ['eip155'] }])
})
