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

/** From this many on, a search field helps. */
const MANY = 6

/** The person's contacts on the active namespace: choose one as the receiver, change one, add one, export and import. */
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

/** Writes all contacts into a file, and reads those of one. */
function Files({ controller, hasContacts }: { controller: SendController; hasContacts: boolean }) {
  const t = useText(sendMessages)
  const field = useRef<HTMLInputElement>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const added = controller.book.fromText(await file.text())
    // The same file can be chosen again.
    target.value = ''
    controller.kit.toast.success(t('send.imported', { count: added }))
  }
  return (
    <div className="send-line">
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
