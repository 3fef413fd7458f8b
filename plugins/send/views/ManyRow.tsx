import { useId } from 'react'
import { shortAddress } from 'walletkit/plugin'
import { Address, AmountInput, Avatar, Button, Icon, Spinner, useSnapshot, useText } from 'walletkit/ui'
import { offered } from '../contacts.ts'
import type { SendController } from '../controller.ts'
import { faultsOf, imitatedBy } from '../many/facts.ts'
import type { ManyRow as Row } from '../many/state.ts'
import { sendMessages } from '../messages.ts'
import { isolated, Twins } from './LookAlike.tsx'
import { Offers } from './ReceiverCard.tsx'
import { Warning } from './SendView.tsx'

type Props = { controller: SendController; row: Row; at: number }

/** One recipient with its amount, and what is wrong with them. `at`: the row's number, from 1. */
export function ManyRow({ controller, id, at }: { controller: SendController; id: number; at: number }) {
  const t = useText(sendMessages)
  useSnapshot(controller.many)
  const { token } = useSnapshot(controller.state)
  const row = controller.many.rows.find((each) => each.id === id)
  if (!row) return null
  const isWrong = faultsOf(controller, row).includes('amount')
  return (
    <li>
      <div className="panel send-row" data-focus="">
        <Who controller={controller} row={row} at={at} />
        <button
          type="button"
          className="clear"
          aria-label={t('send.removeAt', { at })}
          onClick={() => controller.several.remove(id)}
        >
          <Icon name="clear" />
        </button>
        <span className="send-row-amount" data-over={isWrong || undefined}>
          <AmountInput
            aria-label={t('send.amountAt', { at })}
            aria-invalid={isWrong || undefined}
            value={row.amount}
            onValue={(amount) => controller.several.setAmount(id, amount)}
          />
          <bdi className="note clip">{token?.symbol}</bdi>
        </span>
      </div>
      <Faults controller={controller} row={row} at={at} />
    </li>
  )
}

/** The recipient's field; below it the account that was found, or why none was. */
function Who({ controller, row, at }: Props) {
  const t = useText(sendMessages)
  const note = useId()
  const { contacts } = useSnapshot(controller.state)
  const { text, status, address, name, contact } = row.receiver
  const isFound = status === 'found'
  const write = (typed: string) => void controller.several.setReceiver(row.id, typed)
  return (
    <span className="send-row-who">
      {isFound && <Avatar address={address ?? ''} size={24} />}
      <input
        aria-label={t('send.recipientAt', { at })}
        aria-invalid={status === 'unknown' || undefined}
        aria-describedby={note}
        placeholder={t('send.receiverHint')}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        dir={text ? 'auto' : undefined}
        maxLength={255}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      {status === 'searching' && <Spinner label={t('send.resolving')} />}
      <span
        className="note send-row-note"
        id={note}
        role="status"
        data-tone={status === 'unknown' ? 'error' : undefined}
      >
        {isFound && (contact ?? name) !== undefined && (
          <bdi>{[contact ?? name, shortAddress(address ?? '')].join(' · ')}</bdi>
        )}
        {status === 'unknown' && (row.receiver.note ?? t('send.label.invalidAddress'))}
      </span>
      {isFound && address !== undefined && (contact ?? name) === undefined && (
        // The field shows only a part of a long address, so show all of it here. Screen readers read it from the field.
        <span className="send-row-address" aria-hidden="true">
          <Address value={address} />
        </span>
      )}
      {text !== '' && !isFound && status !== 'searching' && <Offers list={offered(contacts, text)} choose={write} />}
    </span>
  )
}

function Faults({ controller, row }: Props) {
  const t = useText(sendMessages)
  const { token } = useSnapshot(controller.state)
  const { several } = controller
  const faults = faultsOf(controller, row)
  const twin = imitatedBy(controller, row)
  const { address } = row.receiver
  return (
    <>
      {faults.includes('amount') && <Warning text={t('send.wrongAmount', { symbol: token?.symbol ?? '' })} />}
      {faults.includes('ownContract') && <Warning text={t('send.ownContract')} />}
      {twin && address !== undefined && (
        <Twins
          address={address}
          known={twin.address}
          which={twin.isListed ? 'send.listedOne' : 'send.usedOne'}
          text={t(twin.isListed ? 'send.looksLikeListed' : 'send.lookAlike', { address: isolated(twin.address) })}
        >
          {faults.includes('lookAlike') && (
            <Button size="s" onClick={() => several.accept(row.id)}>
              {t('send.meant')}
            </Button>
          )}
        </Twins>
      )}
      {faults.includes('repeat') && (
        <div className="banner send-warn" data-tone="warning" role="alert">
          <Icon name="warning" />
          <span className="grow">
            {t('send.repeat')}
            <Button size="s" onClick={() => several.keepRepeats(row.id)}>
              {t('send.keepRepeats')}
            </Button>
          </span>
        </div>
      )}
    </>
  )
}
