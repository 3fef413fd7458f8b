/**
 * The names that a person gave to addresses. They stay in this browser: no service learns of them. One list for every plugin,
 * in the order of the names.
 */
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { CONTACTS } from '../lib/keyTable.ts'
import { addressKey } from '../lib/lookAlike.ts'
import type { Namespace } from '../lib/namespace.ts'
import { cleanText } from '../lib/text.ts'

/** `name` has 1 to 40 visible characters; `address` has the form of its `namespace`. */
export type Contact = { readonly name: string; readonly address: string; readonly namespace: Namespace }

/** How many are kept: with more, local storage would be too small for the rest of the page. */
export const CONTACT_LIMIT = 500
export const CONTACT_NAME_LIMIT = 40
/** The characters of account addresses and of namespaces, by CAIP-10 and CAIP-2. */
const ADDRESS = /^[-.%a-zA-Z0-9]{1,128}$/
const CAIP_NAMESPACE = /^[-a-z0-9]{3,8}$/

/** Reads the storage with each call, because another tab may have changed it. Leaves out what is no contact. */
export const readContacts = (kit: Kit): Contact[] => parseContacts(kit.storage.get(CONTACTS) ?? '[]')

/** Adds a contact. One with the same address is replaced. Throws a TypeError for what is no contact, or one too many. */
export function saveContact(kit: Kit, contact: Contact): void {
  const own = parseContact(contact)
  if (!own) throw new TypeError('A contact has a name, an address and a namespace')
  const others = readContacts(kit).filter((each) => !isSame(each, own))
  if (others.length >= CONTACT_LIMIT) throw new TypeError(`There is room for ${CONTACT_LIMIT} contacts`)
  write(kit, [...others, own])
}

/** Does nothing if no contact has this address. */
export function removeContact(kit: Kit, of: Pick<Contact, 'address' | 'namespace'>): void {
  const kept = readContacts(kit).filter((each) => !isSame(each, of))
  write(kit, kept)
}

/**
 * Parses a list of contacts, as it is stored or exported. Never throws; returns what it can read, by name.
 *
 * @example
 * ```ts
 * import { parseContacts } from 'walletkit/plugin'
 *
 * const file = JSON.stringify([{ name: 'Mira', address: `0x${'1'.repeat(40)}`, namespace: 'eip155' }])
 * const [mira] = parseContacts(file)
 * ```
 */
export function parseContacts(text: string): Contact[] {
  try {
    const list: unknown = JSON.parse(text)
    const found = Array.isArray(list) ? list.flatMap((each) => parseContact(each) ?? []) : []
    const once = found.filter((each, at) => found.findIndex((other) => isSame(each, other)) === at)
    return sorted(once.slice(0, CONTACT_LIMIT))
  } catch {
    return []
  }
}

/** Never throws: `undefined` for anything but a contact. */
export function parseContact(value: unknown): Contact | undefined {
  if (!isRecord(value)) return undefined
  const { name, address, namespace } = value
  if (typeof name !== 'string' || typeof address !== 'string' || typeof namespace !== 'string') return undefined
  const shown = cleanText(name, CONTACT_NAME_LIMIT)
  if (!shown || !ADDRESS.test(address) || !CAIP_NAMESPACE.test(namespace)) return undefined
  return { name: shown, address, namespace: namespace as Namespace }
}

const isSame = (one: Pick<Contact, 'address' | 'namespace'>, other: Pick<Contact, 'address' | 'namespace'>) =>
  one.namespace === other.namespace && addressKey(one.address) === addressKey(other.address)

const sorted = (list: readonly Contact[]) => [...list].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

const write = (kit: Kit, list: readonly Contact[]) => kit.storage.set(CONTACTS, JSON.stringify(sorted(list)))
