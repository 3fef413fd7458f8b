/** A third-party plugin reads and writes nothing of the kit in the browser's storage, whatever it is called. */
import { describe, expect, it } from 'vitest'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { readContacts, saveContact } from '../../../runtime/data/contacts.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { KIT_KEYS } from '../../../schema/kitKeys.ts'
import { makeKit, memoryStorage } from '../../support/kit.ts'

const manifest = (id: string, storage: readonly string[]): AnyPlugin => ({
  id,
  feature: 'tip',
  engine: '^0.1',
  permissions: { storage },
})
const MUM = { name: 'Mum', address: `0x${'a'.repeat(40)}`, namespace: 'eip155' } as const

describe('a third-party plugin reaches no data of the kit through its storage', () => {
  it('whose id is contacts neither reads nor changes the contacts', () => {
    const kit = makeKit({}, { storage: memoryStorage() })
    saveContact(kit, MUM)
    const before = readContacts(kit)
    expect(before).toHaveLength(1)
    const { storage } = createPluginKit(kit, { ...manifest('contacts', ['contacts']), guest: true })
    expect(storage.get('contacts')).toBeUndefined()
    storage.set('contacts', '[]')
    expect(storage.get('contacts')).toBe('[]')
    storage.remove('contacts')
    expect(readContacts(kit)).toEqual(before)
  })

  it.each([...KIT_KEYS, 'eip155:connected_connector_id'])('through the key %s', (key) => {
    const storage = memoryStorage()
    const kit = makeKit({}, { storage })
    storage.set(`@appkit/${key}`, 'of the kit')
    const own = createPluginKit(kit, { ...manifest('tip', [key]), guest: true }).storage
    expect(own.get(key)).toBeUndefined()
    own.set(key, 'of the plugin')
    own.remove(key)
    expect(storage.get(`@appkit/${key}`)).toBe('of the kit')
  })
})

it('keeps what a third-party plugin stores under @appkit/plugin., and what our own stores under @appkit/', () => {
  const storage = memoryStorage()
  const kit = makeKit({}, { storage })
  createPluginKit(kit, { ...manifest('tip', ['tip.last']), guest: true }).storage.set('tip.last', 'guest')
  createPluginKit(kit, manifest('passkey', ['passkey'])).storage.set('passkey', 'own')
  expect(storage.get('@appkit/plugin.tip.last')).toBe('guest')
  expect(storage.get('@appkit/passkey')).toBe('own')
})
