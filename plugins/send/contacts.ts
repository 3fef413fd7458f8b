/** The visitor's contacts, as receivers of a send. */
import {
  addressKey,
  cleanText,
  type Contact,
  CONTACT_LIMIT,
  CONTACT_NAME_LIMIT,
  isLikeAddress,
  parseContacts,
} from 'walletkit/plugin'
import type { SendPanel } from './panel.ts'
import { withPrefix } from './receiver.ts'

/** The most contacts that the form suggests. */
const OFFERED = 3

type Contacts = Pick<SendPanel, 'kit' | 'state'>

/** Reads the contacts of the active namespace from storage again: another tab may have changed them. */
export function readContacts({ kit, state }: Contacts): void {
  const { namespace } = kit.account()
  state.contacts = kit.contacts.list().filter((each) => each.namespace === namespace)
}

export const contactAt = (list: readonly Contact[], address: string): Contact | undefined =>
  list.find((each) => addressKey(each.address) === addressKey(address))

/** The contact of this name; letter case makes no difference. */
export const contactNamed = (list: readonly Contact[], name: string): Contact | undefined =>
  list.find((each) => folded(each.name) === folded(name))

/**
 * The first three contacts of which a word of the name, or the address, begins with the text; for a list below the
 * field.
 */
export function offered(list: readonly Contact[], text: string): readonly Contact[] {
  const typed = folded(text)
  const starts = ({ name, address }: Contact) =>
    folded(name)
      .split(' ')
      .some((word, at, all) => all.slice(at).join(' ').startsWith(typed)) || address.toLowerCase().startsWith(typed)
  return list.filter(starts).slice(0, OFFERED)
}

/** The same text for names that differ only in case, spaces, invisible characters, or the way accents are written. */
const folded = (text: string) => cleanText(text).normalize().toLowerCase()

/** Why a contact cannot be saved as typed. */
export type ContactFault = 'name' | 'alike' | 'taken' | 'address' | 'full'

/**
 * Saves a contact of the active namespace. `before`: the address under which it was saved, if it is not new. Returns
 * what is wrong, `undefined` if saved.
 */
export async function saveContact(
  panel: Contacts,
  contact: { name: string; address: string },
  before?: string,
): Promise<ContactFault | undefined> {
  const { kit, state } = panel
  const { namespace } = kit.account()
  const typed = withPrefix(contact.address.trim())
  // As it is stored: what is checked here has to be the name that the list will show.
  const name = cleanText(contact.name, CONTACT_NAME_LIMIT)
  if (!name || namespace === undefined) return 'name'
  if (isLikeAddress(name)) return 'alike'
  if (!kit.isAddress(typed) || !(await kit.chain.isAddress(typed))) return 'address'
  readContacts(panel)
  const isOwn = (each: Contact) => before !== undefined && addressKey(each.address) === addressKey(before)
  const others = state.contacts.filter((each) => !isOwn(each))
  // A name stands for one address only. Otherwise Send could not tell which of the two is meant.
  const same = contactNamed(others, name)
  if (same && addressKey(same.address) !== addressKey(typed)) return 'taken'
  if (kit.contacts.list().length >= CONTACT_LIMIT && !contactAt(state.contacts, before ?? typed)) return 'full'
  if (before !== undefined && addressKey(before) !== addressKey(typed))
    kit.contacts.remove({ address: before, namespace })
  kit.contacts.save({ name, address: typed, namespace })
  readContacts(panel)
  return undefined
}

export function removeContact(panel: Contacts, { address, namespace }: Contact): void {
  panel.kit.contacts.remove({ address, namespace })
  readContacts(panel)
}

/** Every contact, of all namespaces, as the text of a file that {@link importContacts} reads. */
export const exportContacts = ({ kit }: Contacts): string => `${JSON.stringify(kit.contacts.list(), null, 2)}\n`

/**
 * Adds the contacts of a file, as many as fit, except those whose address or name is saved already. Returns how many
 * were added.
 */
export function importContacts(panel: Contacts, text: string): number {
  const known = panel.kit.contacts.list()
  const added: Contact[] = []
  for (const each of parseContacts(text)) {
    const others = [...known, ...added].filter(({ namespace }) => namespace === each.namespace)
    // The file itself may give two addresses one name.
    if (contactAt(others, each.address) || contactNamed(others, each.name)) continue
    if (known.length + added.length < CONTACT_LIMIT) added.push(each)
  }
  for (const each of added) panel.kit.contacts.save(each)
  readContacts(panel)
  return added.length
}
