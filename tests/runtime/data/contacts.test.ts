import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CONTACT_LIMIT,
  parseContact,
  parseContacts,
  readContacts,
  removeContact,
  saveContact,
} from '../../../runtime/data/contacts.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { CONTACTS } from '../../../runtime/lib/keyTable.ts'
import { makeKit, memoryStorage } from '../../support/kit.ts'

const MIRA = { name: 'Mira', address: '0xAbcdef0123456789aBcdef0123456789ABCDEF01', namespace: 'eip155' } as const
const NOAH = { name: 'Noah', address: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC', namespace: 'solana' } as const

describe('contacts', () => {
  it('are kept over a reload, by name, each address once however it is written', () => {
    const storage = memoryStorage()
    const kit = makeKit({}, { storage })
    saveContact(kit, NOAH)
    saveContact(kit, MIRA)
    saveContact(kit, { ...MIRA, name: 'Ada', address: MIRA.address.toLowerCase() })
    expect(readContacts(makeKit({}, { storage })).map(({ name }) => name)).toEqual(['Ada', 'Noah'])
    removeContact(kit, MIRA)
    expect(readContacts(kit)).toEqual([NOAH])
  })

  it('of another tab are not lost', () => {
    const storage = memoryStorage()
    const [one, other] = [makeKit({}, { storage }), makeKit({}, { storage })]
    saveContact(one, MIRA)
    saveContact(other, NOAH)
    expect(readContacts(one)).toHaveLength(2)
  })

  it('have no invisible letters in their names, and at most a few hundred entries', () => {
    const kit = makeKit()
    saveContact(kit, { ...MIRA, name: ' Mi\u202era\u200b ' })
    expect(readContacts(kit)[0]?.name).toBe('Mira')
    expect(() => saveContact(kit, { ...MIRA, name: '\u200b' })).toThrow(TypeError)
    const many = Array.from({ length: CONTACT_LIMIT + 9 }, (_, at) => ({
      ...MIRA,
      name: `No ${at}`,
      address: `0x${at.toString(16).padStart(40, '0')}`,
    }))
    kit.storage.set(CONTACTS, JSON.stringify(many))
    expect(readContacts(kit)).toHaveLength(CONTACT_LIMIT)
    expect(() => saveContact(kit, MIRA)).toThrow('There is room for 500 contacts')
  })

  it('are read from anything without throwing, and never half of one', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom(MIRA.address, 'eip155', 'solana'), fc.anything())
    const near = fc.record({ name: part, address: part, namespace: part }, { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof(near, fc.anything()), (value) => {
        const found = parseContact(value)
        if (found) expect(Object.values(found).every((each) => typeof each === 'string' && each.length > 0)).toBe(true)
        expect(parseContacts(String(JSON.stringify([value])))).toEqual(found ? [found] : [])
      }),
      { numRuns: 1_000 },
    )
    expect(parseContacts('[')).toEqual([])
    expect(parseContacts('{"0":1}')).toEqual([])
  })
})

describe('a third-party plugin', () => {
  const base = { id: 'tip', feature: 'tip', engine: '^0.1', guest: true } as const
  it('reads contacts only where it was granted, and changes none', () => {
    const kit = makeKit()
    saveContact(kit, MIRA)
    const plain = createPluginKit(kit, base)
    expect(() => plain.contacts.list()).toThrow('did not declare the identity contacts')
    const granted = createPluginKit(kit, { ...base, permissions: { identity: ['contacts'] } })
    expect(granted.contacts.list()).toEqual([MIRA])
    expect(() => granted.contacts.save({ ...MIRA, name: 'Mum' })).toThrow(
      'may not change the person’s contacts'.replace('’', "'"),
    )
    expect(() => granted.contacts.remove(MIRA)).toThrow('may not change')
    expect(readContacts(kit)).toEqual([MIRA])
  })
})
