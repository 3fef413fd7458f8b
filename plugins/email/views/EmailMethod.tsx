import { useEffect, useId } from 'react'
import type { ViewProps } from 'walletkit/plugin'
import { Field, Icon, Spinner, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import css from './email.css.ts'

/** The submit arrow is enabled once the text has more characters than this, as in AppKit. */
const ENOUGH = 3

/** The email field in Connect, with its submit button. */
export default function EmailMethod({ kit, controller }: ViewProps<EmailController>) {
  useSheet(css)
  const t = useText(emailMessages)
  const online = useOnline()
  const { email, busy, emailNote, codeNote } = useSnapshot(controller.state)
  const noteId = useId()
  useEffect(() => controller.leave, [controller])
  const typed = email.trim().length > ENOUGH
  const ready = typed && online
  // A known browser needs no code, so this form itself has to say that the account did not load.
  const error = emailNote || codeNote
  const note = error || (typed && !online ? t('email.offline') : '')
  // If the config names no login service, say so in place of the field.
  if (!kit.services.includes('secureSite')) return <p className="note muted center">{t('email.noService')}</p>
  return (
    <form
      className="email-method"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void controller.submit()
      }}
    >
      <Field
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        icon="mail"
        label={t('email.label')}
        placeholder={t('email.label')}
        value={email}
        readOnly={busy}
        invalid={emailNote !== ''}
        aria-describedby={noteId}
        data-id="email"
        onFocus={controller.begin}
        onChange={(event) => controller.type(event.target.value)}
        end={
          <button
            type="submit"
            className="email-go"
            data-on={(ready && !busy) || undefined}
            aria-disabled={!ready || busy || undefined}
            aria-label={t('email.submit')}
          >
            {busy ? <Spinner /> : <Icon name="next" />}
          </button>
        }
      />
      <p className="note email-note" id={noteId} data-tone={error ? 'error' : undefined}>
        <span role="alert">{note}</span>
      </p>
    </form>
  )
}
