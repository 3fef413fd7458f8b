import { useId, useState } from 'react'
import { Button, useText } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import type { ListFault } from '../many/rows.ts'
import { MOST_RECEIVERS } from '../many/state.ts'
import { sendMessages } from '../messages.ts'

/** A field for a list of recipients. Adds the whole list, or none of it if it is empty or too long. */
export function PasteList({ controller, close }: { controller: SendController; close: () => void }) {
  const t = useText(sendMessages)
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<ListFault>()
  const add = () => {
    const wrong = controller.several.addList(text)
    setFault(wrong)
    if (!wrong) close()
  }
  return (
    <div className="send-list-field">
      <textarea
        className="panel"
        aria-label={t('send.list')}
        aria-describedby={id}
        aria-invalid={fault !== undefined || undefined}
        rows={5}
        dir={text ? 'ltr' : undefined}
        placeholder={t('send.listHint')}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="note" id={id} role="status" data-tone={fault ? 'error' : undefined}>
        {fault?.kind === 'empty' && t('send.listEmpty')}
        {fault?.kind === 'long' && t('send.listLong', { most: MOST_RECEIVERS, count: fault.count })}
        {!fault && t('send.listHint')}
      </p>
      <div className="actions">
        <Button onClick={close}>{t('send.cancel')}</Button>
        <Button kind="primary" onClick={add}>
          {t('send.addList')}
        </Button>
      </div>
    </div>
  )
}
