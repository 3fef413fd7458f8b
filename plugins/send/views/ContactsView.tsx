import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type Contact, shortAddress, type ViewProps } from 'walletkit/plugin'
import {
  Avatar,
  Button,
  IconButton,
  Panel,
  Row,
  saveFile,
  SearchField,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { sendMessages } from '../messages.ts'
import css from './send.css.ts'

/** The search field shows from this many contacts on. */
const MANY = 6

/** Lists the contacts of the active namespace: choose one as the receiver, change or add one, export and import all. */
export default function ContactsView({ kit, controller }: ViewProps<SendController>) {
  useSheet(css)
  const t = useText(sendMessages)
  const [search, setSearch] = useState('')
  const { contacts } = useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  useEffect(() => controller.enter(), [controller, count])

  const wanted = search.trim().toLowerCase()
  const found = contacts.filter(({ name, address }) =>
    [name, address].some((text) => text.toLowerCase().includes(wanted)),
  )
  const choose = ({ address }: Contact) => {
    void controller.setReceiver(address)
    kit.back()
  }
  return (
    <div className="pad">
      {contacts.length >= MANY && (
        <SearchField
          label={t('send.findContact')}
          value={search}
          onValue={setSearch}
          clearLabel={t('send.clearSearch')}
        />
      )}
      {found.length === 0 && (
        <Panel icon="contacts" title={t('send.noContacts')}>
          {contacts.length ? t('send.noContactText', { text: search }) : t('send.noContactsText')}
        </Panel>
      )}
      <ul role="list" className="send-list" aria-label={t('send.contacts')}>
        {found.map((contact) => (
          <li key={contact.address} className="send-contact">
            <Row
              name={contact.name}
              note={<bdi>{shortAddress(contact.address)}</bdi>}
              image={<Avatar address={contact.address} size={40} />}
              onClick={() => choose(contact)}
            />
            <IconButton
              icon="more"
              label={t('send.changeContact', { name: contact.name })}
              onClick={() => controller.book.edit(contact.address)}
            />
          </li>
        ))}
      </ul>
      <div className="footer send-files">
        <Button kind="primary" wide onClick={() => controller.book.edit()}>
          {t('send.addContact')}
        </Button>
        <Files controller={controller} hasContacts={contacts.length > 0} />
      </div>
    </div>
  )
}

/** Buttons that save all contacts to a file, and that add the contacts of a file. */
function Files({ controller, hasContacts }: { controller: SendController; hasContacts: boolean }) {
  const t = useText(sendMessages)
  const field = useRef<HTMLInputElement>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const added = controller.book.fromText(await file.text())
    // Clear the field: choosing the same file again would fire no `change` event otherwise.
    target.value = ''
    controller.kit.toast.success(t('send.imported', { count: added }))
  }
  return (
    <div className="line">
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('send.import')}
        onChange={(event) => void read(event)}
      />
      <Button kind="plain" size="m" onClick={() => field.current?.click()}>
        {t('send.import')}
      </Button>
      {hasContacts && (
        <Button
          kind="plain"
          size="m"
          onClick={() => saveFile('contacts.json', 'application/json', controller.book.toText())}
        >
          {t('send.export')}
        </Button>
      )}
    </div>
  )
}
