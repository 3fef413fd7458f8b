import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { shortAddress, type ViewProps } from 'walletkit/plugin'
import { Banner, Button, Field, useActive, useSheet, useSnapshot, useText } from 'walletkit/ui'
import { contactAt, type ContactFault } from '../contacts.ts'
import type { SendController } from '../controller.ts'
import { sendMessages } from '../messages.ts'
import css from './send.css.ts'

type Params = { address?: string } | undefined

/** The form of one contact: a new one, or one to change or delete. */
export default function ContactView({ kit, controller, params }: ViewProps<SendController, Params>) {
  useSheet(css)
  const t = useText(sendMessages)
  const errorId = useId()
  const { contacts } = useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  useEffect(() => controller.enter(), [controller, count])
  const network = useActive(kit).network?.name ?? ''
  const known = contactAt(contacts, params?.address ?? '')
  const [name, setName] = useState(known?.name ?? '')
  const [address, setAddress] = useState(params?.address ?? '')
  const [fault, setFault] = useState<ContactFault>()
  const imitated = controller.book.imitated(address.trim())

  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => void (isLeft.current = true)
  }, [])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = await controller.book.save({ name, address }, known?.address)
    setFault(found)
    if (found) return
    kit.toast.success(t('send.contactSaved'))
    // The check of the address may end after the visitor went on to another screen.
    if (!isLeft.current) kit.back()
  }
  const remove = () => {
    if (known) controller.book.remove(known)
    kit.toast.success(t('send.contactDeleted'))
    kit.back()
  }
  const isAbout = (field: 'name' | 'address') =>
    field === 'address' ? fault === 'address' : fault === 'name' || fault === 'alike' || fault === 'taken'
  const field = { autoComplete: 'off', spellCheck: false, 'aria-describedby': fault && errorId }
  return (
    <form className="pad send-form" onSubmit={(event) => void save(event)}>
      <Field
        {...field}
        label={t('send.contactName')}
        placeholder={t('send.contactName')}
        maxLength={40}
        value={name}
        invalid={isAbout('name')}
        autoFocus={globalThis.matchMedia?.('(pointer: fine)').matches ?? false}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        {...field}
        label={t('send.contactAddress', { network })}
        placeholder={t('send.contactAddress', { network })}
        autoCapitalize="off"
        // An address is read from left to right; its hint is a sentence of the page's language.
        dir={address ? 'ltr' : undefined}
        maxLength={128}
        value={address}
        invalid={isAbout('address')}
        onChange={({ target }) => setAddress(target.value)}
      />
      <p className="note send-note" id={errorId} role="status">
        {fault && t(`send.contactFault.${fault}`, { network })}
      </p>
      {imitated !== undefined && (
        <Banner icon="warning" tone="error">
          {t('send.contactImitates', { address: `\u2068${shortAddress(imitated)}\u2069` })}
        </Banner>
      )}
      <div className="footer send-files">
        <Button kind="primary" wide type="submit">
          {t('send.keepContact')}
        </Button>
        {known && (
          <Button kind="plain" size="m" onClick={remove}>
            {t('send.deleteContact')}
          </Button>
        )}
      </div>
    </form>
  )
}
