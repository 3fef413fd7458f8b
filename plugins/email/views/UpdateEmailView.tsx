import { useEffect, useId, useState } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import { Button, Field, Spinner, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import css from './email.css.ts'
import { Gone } from './Gone.tsx'

/** The form that changes the account's email address. */
export default function UpdateEmailView({ kit, controller }: ViewProps<EmailController>) {
  useSheet(css)
  const { account } = useActive(kit)
  if (!account.address) return <Gone kit={kit} about="account" />
  return <Form kit={kit} controller={controller} />
}

function Form({ kit, controller }: { kit: PluginKit; controller: EmailController }) {
  const t = useText(emailMessages)
  const online = useOnline()
  const { busy, emailNote } = useSnapshot(controller.state)
  const noteId = useId()
  const [own, setOwn] = useState('')
  const [typed, setTyped] = useState<string>()
  useEffect(() => {
    controller.login().then(
      (login) => setOwn(login.email() ?? ''),
      () => undefined,
    )
    return controller.leave
  }, [controller])
  const email = typed ?? own
  const changed = email.trim() !== '' && email.trim().toLowerCase() !== own.toLowerCase()
  const ready = changed && !busy && online
  return (
    <form
      className="pad email-change"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void controller.changeEmail(email, own)
      }}
    >
      <Field
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        icon="mail"
        label={t('email.yours')}
        value={email}
        readOnly={busy}
        invalid={emailNote !== ''}
        aria-describedby={noteId}
        data-autofocus
        onChange={(event) => {
          setTyped(event.target.value)
          controller.typeAnew()
        }}
      />
      <p className="note email-slot" id={noteId}>
        <span role="alert">{emailNote}</span>
        <span role="status">{!online && t('email.offline')}</span>
      </p>
      <Button kind="primary" wide type="submit" disabled={!changed || !online} aria-disabled={busy || undefined}>
        {busy && <Spinner />}
        {t(changed ? 'email.change' : 'email.changeMissing')}
      </Button>
      <Button wide onClick={() => kit.push('UpgradeEmailWallet')}>
        {t('email.upgrade')}
      </Button>
    </form>
  )
}
