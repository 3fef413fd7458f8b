import { useEffect, useId, useRef } from 'react'
import { type Contact, type PluginKit, shortAddress } from 'walletkit/plugin'
import { Avatar, Button, Icon, Spinner, useActive, useSnapshot, useText } from 'walletkit/ui'
import { offered } from '../contacts.ts'
import type { SendController } from '../controller.ts'
import { sendMessages } from '../messages.ts'

/** Shows a field for an address or a name; once the receiver is known, shows the account in its place. */
export function ReceiverCard({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const { receiver } = useSnapshot(controller.state)
  const moved = useRef(false)
  return receiver.status === 'found' ? (
    <Known controller={controller} takeFocus={moved} />
  ) : (
    <Entry kit={kit} controller={controller} takeFocus={moved} />
  )
}

type Props = { controller: SendController; takeFocus: { current: boolean } }

function Known({ controller, takeFocus }: Props) {
  const t = useText(sendMessages)
  const { address = '', name, contact, avatar } = useSnapshot(controller.state).receiver
  const button = useFocus<HTMLButtonElement>(takeFocus)
  return (
    <div className="panel send-receiver">
      <Avatar address={address} src={avatar} size={40} />
      <span className="grow">
        <span className="label clip row-line" title={address}>
          <bdi>{contact ?? name ?? shortAddress(address)}</bdi>
        </span>
        {(contact ?? name) !== undefined && (
          <span className="note clip row-line">
            <bdi>{shortAddress(address)}</bdi>
          </span>
        )}
        {contact === undefined && (
          <button type="button" className="link note" onClick={() => controller.book.edit(address)}>
            {t('send.saveContact')}
          </button>
        )}
      </span>
      <button
        ref={button}
        type="button"
        className="clear"
        aria-label={t('send.clearReceiver')}
        onClick={() => {
          takeFocus.current = true
          void controller.clearReceiver()
        }}
      >
        <Icon name="clear" />
      </button>
    </div>
  )
}

function Entry({ kit, controller, takeFocus }: Props & { kit: PluginKit }) {
  const takesNames = useActive(kit).account.namespace === 'eip155'
  const t = useText(sendMessages)
  const id = useId()
  const { contacts, receiver } = useSnapshot(controller.state)
  const { text: typed, status, note } = receiver
  const field = useFocus<HTMLInputElement>(takeFocus)
  const write = (text: string) => {
    takeFocus.current = true
    void controller.setReceiver(text)
  }
  const canPaste = typeof navigator !== 'undefined' && typeof navigator.clipboard?.readText === 'function'
  // If the visitor denies clipboard access, they can still paste with the keyboard.
  const paste = () => navigator.clipboard.readText().then(write, () => undefined)
  return (
    <div>
      <div className="panel send-receiver" data-focus="" data-invalid={note ? '' : undefined}>
        <input
          ref={field}
          aria-label={t('send.receiver')}
          aria-invalid={note !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : id}
          placeholder={t(takesNames ? 'send.receiverHint' : 'send.receiverHintAddress')}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          // What is typed can run from left to right or the reverse; the hint has the direction of the page.
          dir={typed ? 'auto' : undefined}
          maxLength={255}
          value={typed}
          onChange={(event) => write(event.target.value)}
        />
        {status === 'searching' && <Spinner label={t('send.resolving')} />}
        {typed === '' && contacts.length > 0 && (
          <button type="button" className="clear" aria-label={t('send.contacts')} onClick={controller.book.open}>
            <Icon name="contacts" />
          </button>
        )}
        {typed === '' && canPaste && (
          <Button kind="raised" size="s" onClick={() => void paste()}>
            {t('send.paste')}
          </Button>
        )}
        {typed !== '' && (
          <button
            type="button"
            className="clear"
            aria-label={t('send.clearReceiver')}
            onClick={() => {
              write('')
              field.current?.focus()
            }}
          >
            <Icon name="clear" />
          </button>
        )}
      </div>
      {note !== undefined && (
        <p className="note send-note" id={id} role="status">
          {note}
        </p>
      )}
      {status !== 'searching' && <Offers list={offered(contacts, typed)} choose={write} />}
    </div>
  )
}

/** The contacts that fit what was typed. */
export function Offers({ list, choose }: { list: readonly Contact[]; choose: (address: string) => void }) {
  const t = useText(sendMessages)
  if (!list.length) return null
  return (
    <ul role="list" className="send-offers" aria-label={t('send.contacts')}>
      {list.map(({ name, address }) => (
        <li key={address}>
          <button type="button" className="send-offer" title={address} onClick={() => choose(address)}>
            <Avatar address={address} size={24} />
            <bdi className="clip">{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Field and card replace each other: moves the focus to the new element after the visitor typed or cleared, unless they
 * have gone on to another field meanwhile.
 */
function useFocus<E extends HTMLElement>(takeFocus: { current: boolean }) {
  const element = useRef<E>(null)
  useEffect(() => {
    const root = element.current?.getRootNode()
    const isFree = root instanceof ShadowRoot && root.activeElement === null
    if (takeFocus.current && isFree) element.current?.focus()
    takeFocus.current = false
  }, [takeFocus])
  return element
}
