/**
 * Stores the names that a person gave to addresses. They stay in this browser: no service learns of them. All plugins
 * share one list, sorted by name.
 */
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { CONTACTS } from '../lib/keyTable.ts'
import { addressKey, isLikeAddress } from '../lib/lookAlike.ts'
import type { Namespace } from '../lib/namespace.ts'
import { cleanText } from '../lib/text.ts'

/**
 * `name` has 1 to 40 characters, without control characters, and does not look like an address (`isLikeAddress`).
 * `address` is not checked against the `namespace`.
 */
export type Contact = { readonly name: string; readonly address: string; readonly namespace: Namespace }

/** The most contacts that are stored. With more, local storage might have too little room for the rest of the page. */
export const CONTACT_LIMIT = 500
export const CONTACT_NAME_LIMIT = 40
/** The forms that CAIP-10 allows for account addresses, and CAIP-2 for namespaces. */
const ADDRESS = /^[-.%a-zA-Z0-9]{1,128}$/
const CAIP_NAMESPACE = /^[-a-z0-9]{3,8}$/

/**
 * The stored contacts, sorted by name, without invalid entries. Reads storage in each call: another tab may have
 * changed it.
 */
export const readContacts = (kit: Kit): Contact[] => parseContacts(kit.storage.get(CONTACTS) ?? '[]')

/**
 * Adds a contact, or replaces the one with the same address. Throws a TypeError if it is invalid or the list is full.
 */
export function saveContact(kit: Kit, contact: Contact): void {
  const own = parseContact(contact)
  if (!own) throw new TypeError('A contact has a name, an address and a namespace')
  const others = readContacts(kit).filter((each) => !isSame(each, own))
  if (others.length >= CONTACT_LIMIT) throw new TypeError(`There is room for ${CONTACT_LIMIT} contacts`)
  write(kit, [...others, own])
}

/** Removes the contact with this address on this namespace, if there is one. */
export function removeContact(kit: Kit, of: Pick<Contact, 'address' | 'namespace'>): void {
  const kept = readContacts(kit).filter((each) => !isSame(each, of))
  write(kit, kept)
}

/**
 * Parses a list of contacts, as it is stored or exported (JSON). Returns the valid contacts, at most 500, each address
 * of a namespace once, sorted by name. Never throws; empty for invalid text.
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

/** Parses one contact; `undefined` for an invalid one. Never throws. */
export function parseContact(value: unknown): Contact | undefined {
  if (!isRecord(value)) return undefined
  const { name, address, namespace } = value
  if (typeof name !== 'string' || typeof address !== 'string' || typeof namespace !== 'string') return undefined
  const shown = cleanText(name, CONTACT_NAME_LIMIT)
  // Refuse a name that looks like an address: in a list, or in the field of a receiver, it would pass for one.
  if (!shown || isLikeAddress(shown) || !ADDRESS.test(address) || !CAIP_NAMESPACE.test(namespace)) return undefined
  return { name: shown, address, namespace: namespace as Namespace }
}

const isSame = (one: Pick<Contact, 'address' | 'namespace'>, other: Pick<Contact, 'address' | 'namespace'>) =>
  one.namespace === other.namespace && addressKey(one.address) === addressKey(other.address)

const sorted = (list: readonly Contact[]) => [...list].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

const write = (kit: Kit, list: readonly Contact[]) => kit.storage.set(CONTACTS, JSON.stringify(sorted(list)))
