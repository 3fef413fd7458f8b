/** The actions on contacts that the screens of the send panel call. */
import type { Contact } from 'walletkit/plugin'
import { setReceiver } from './choose.ts'
import * as contacts from './contacts.ts'
import { imitated } from './form.ts'
import type { SendPanel } from './panel.ts'

/**
 * Creates the actions. They call `stay` before they open another screen of the panel: returning to the form then
 * continues the visit, whereas a new visit would fill in the view's parameters again.
 */
export const createBook = (panel: SendPanel, stay: () => void) => ({
  open: (): void => {
    stay()
    panel.kit.push('WalletSendContacts')
  },
  /**
   * Opens the contact form: for the contact with this address, for a new contact with this address, or empty without an
   * address.
   */
  edit: (address?: string): void => {
    stay()
    panel.kit.push('WalletSendContact', address === undefined ? {} : { address })
  },
  save: async (contact: { name: string; address: string }, before?: string) => {
    const fault = await contacts.saveContact(panel, contact, before)
    const { receiver } = panel.state
    // Look the receiver up again, so that the send form shows the new name at once.
    if (!fault && receiver.status === 'found') void setReceiver(panel, receiver.address ?? '')
    return fault
  },
  remove: (contact: Contact): void => contacts.removeContact(panel, contact),
  toText: (): string => contacts.exportContacts(panel),
  /** Returns how many contacts of the text were added. */
  fromText: (text: string): number => contacts.importContacts(panel, text),
  /** The known address that this one imitates; `undefined` if none. */
  imitated: (address: string): string | undefined => imitated(panel, address),
})
