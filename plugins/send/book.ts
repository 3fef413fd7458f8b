/** What the screens do with contacts. */
import type { Contact } from 'walletkit/plugin'
import { setReceiver } from './choose.ts'
import * as contacts from './contacts.ts'
import { imitated } from './form.ts'
import type { SendPanel } from './panel.ts'

/** `stay` says that the next screen is still part of the visit. */
export const createBook = (panel: SendPanel, stay: () => void) => ({
  open: (): void => {
    stay()
    panel.kit.push('WalletSendContacts')
  },
  /** Opens the form of a new contact, or of the one with this address. */
  edit: (address?: string): void => {
    stay()
    panel.kit.push('WalletSendContact', address === undefined ? {} : { address })
  },
  save: async (contact: { name: string; address: string }, before?: string) => {
    const fault = await contacts.saveContact(panel, contact, before)
    const { receiver } = panel.state
    // The form of the send shows the new name at once.
    if (!fault && receiver.status === 'found') void setReceiver(panel, receiver.address ?? '')
    return fault
  },
  remove: (contact: Contact): void => contacts.removeContact(panel, contact),
  toText: (): string => contacts.exportContacts(panel),
  /** Returns how many contacts of the text were new. */
  fromText: (text: string): number => contacts.importContacts(panel, text),
  /** The known address that this one imitates. */
  imitated: (address: string): string | undefined => imitated(panel, address),
})
