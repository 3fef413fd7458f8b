import { useEffect, useState } from 'react'
import { addressKey, type ViewProps } from 'walletkit/plugin'
import { Address, Button, Field, Pairs, Stack, useActive, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { PasskeyController } from '../controller.ts'
import passkeyMessages from '../messages.ts'
import { Note } from './Note.tsx'
import css from './passkey.css.ts'

/**
 * If the passkey account is active: adds a further passkey, and shows and sets the recovery wallet. If another account
 * is active: recovers a passkey account with it.
 */
export default function PasskeysView({ kit, controller }: ViewProps<PasskeyController>) {
  useSheet(css)
  const { account } = useActive(kit)
  const { passkey } = useSnapshot(controller.state)
  useEffect(() => controller.clear(), [controller])
  return (
    <div className="pad passkey-keys">
      <Note controller={controller} />
      {passkey && addressKey(account.address ?? '') === addressKey(passkey.account) ? (
        <Own kit={kit} controller={controller} />
      ) : (
        <Recover controller={controller} />
      )}
    </div>
  )
}

type Props = { controller: PasskeyController }

function Own({ kit, controller }: Props & Pick<ViewProps<PasskeyController>, 'kit'>) {
  const t = useText(passkeyMessages)
  const { network } = useActive(kit)
  const { busy, recovery } = useSnapshot(controller.state)
  const [typed, type] = useState('')
  useEffect(() => void controller.readRecovery(), [controller, network?.id])
  const value = recovery === undefined ? t('passkey.none') : <Address value={recovery} />
  return (
    <>
      <p className="text">{t('passkey.yoursText', { network: network?.name ?? '' })}</p>
      <Stack>
        <Button wide icon="key" disabled={busy} onClick={() => void controller.addPasskey()}>
          {busy ? t('passkey.waiting') : t('passkey.add')}
        </Button>
      </Stack>
      <p className="text">{t('passkey.recoveryText')}</p>
      <Pairs items={[{ label: t('passkey.recovery'), value }]} />
      <Stack>
        <Field
          label={t('passkey.recovery')}
          placeholder="0x…"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <Button wide disabled={busy || typed.trim() === ''} onClick={() => void controller.setRecovery(typed)}>
          {t('passkey.recoverySet')}
        </Button>
      </Stack>
    </>
  )
}

function Recover({ controller }: Props) {
  const t = useText(passkeyMessages)
  const { busy } = useSnapshot(controller.state)
  const [typed, type] = useState('')
  return (
    <>
      <p className="label">{t('passkey.recover')}</p>
      <p className="text">{t('passkey.recoverText')}</p>
      <Stack>
        <Field
          label={t('passkey.recoverAddress')}
          placeholder="0x…"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <Button
          kind="primary"
          wide
          disabled={busy || typed.trim() === ''}
          onClick={() => void controller.recover(typed)}
        >
          {busy ? t('passkey.waiting') : t('passkey.recoverStart')}
        </Button>
      </Stack>
    </>
  )
}
