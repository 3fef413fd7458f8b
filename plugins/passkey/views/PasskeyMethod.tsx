import type { ViewProps } from 'walletkit/plugin'
import { Button, useText } from 'walletkit/ui'
import type { PasskeyController } from '../controller.ts'
import passkeyMessages from '../messages.ts'

/** The passkey button of the Connect screen, or a note if the site configured no endpoint. */
export default function PasskeyMethod({ kit, controller }: ViewProps<PasskeyController>) {
  const t = useText(passkeyMessages)
  if (!controller.isConfigured) return <p className="note muted center">{t('passkey.notSetUp')}</p>
  return (
    <Button wide icon="key" onClick={() => kit.push('ConnectPasskey')}>
      {t('passkey.method')}
    </Button>
  )
}
