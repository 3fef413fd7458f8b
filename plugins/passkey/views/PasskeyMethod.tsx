import type { ViewProps } from 'walletkit/plugin'
import { Button, useText } from 'walletkit/ui'
import type { PasskeyController } from '../controller.ts'
import passkeyMessages from '../messages.ts'
import { missing } from './missing.ts'

/** The passkey button of the Connect screen, or why there is none. */
export default function PasskeyMethod({ kit, controller }: ViewProps<PasskeyController>) {
  const t = useText(passkeyMessages)
  const reason = missing(controller)
  if (reason) return <p className="note muted center">{t(reason)}</p>
  return (
    <Button wide icon="key" onClick={() => kit.push('ConnectPasskey')}>
      {t('passkey.method')}
    </Button>
  )
}
