import { useEffect } from 'react'
import { shortAddress, type ViewProps } from 'walletkit/plugin'
import { Button, Panel, Stack, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { PasskeyController } from '../controller.ts'
import passkeyMessages from '../messages.ts'
import { missing } from './missing.ts'
import { Note } from './Note.tsx'
import css from './passkey.css.ts'

/**
 * Creates a passkey, finds one, or continues with the one that this browser used last; or says why none can be used.
 */
export default function ConnectPasskeyView({ kit, controller }: ViewProps<PasskeyController>) {
  useSheet(css)
  const t = useText(passkeyMessages)
  const { passkey, busy, again } = useSnapshot(controller.state)
  useEffect(() => {
    controller.clear()
    // Leaving the screen declines a second confirmation, for which `find` may be waiting.
    return () => controller.goOn(false)
  }, [controller])
  const reason = missing(controller)
  if (reason)
    return (
      <Panel
        icon="key"
        title={t('passkey.method')}
        action={
          <Button size="m" onClick={() => kit.reset('Connect')}>
            {t('passkey.others')}
          </Button>
        }
      >
        {t(reason)}
      </Panel>
    )
  if (again)
    return (
      <Panel
        icon="key"
        title={t('passkey.again')}
        action={
          <Button kind="primary" size="m" onClick={() => controller.goOn(true)}>
            {t('passkey.again')}
          </Button>
        }
      >
        {t('passkey.againText')}
      </Panel>
    )
  return (
    <div className="pad passkey-connect">
      <Panel icon="key" title={t('passkey.intro')}>
        {t('passkey.introText')}
      </Panel>
      <Note controller={controller} />
      <Stack>
        {passkey && (
          <Button kind="primary" wide disabled={busy} onClick={() => void controller.resume()}>
            {t('passkey.resume', { address: shortAddress(passkey.account) })}
          </Button>
        )}
        <Button kind={passkey ? 'plain' : 'primary'} wide disabled={busy} onClick={() => void controller.create()}>
          {busy ? t('passkey.waiting') : t('passkey.create')}
        </Button>
        <Button wide disabled={busy} onClick={() => void controller.find()}>
          {t('passkey.find')}
        </Button>
      </Stack>
    </div>
  )
}
