import type { ViewProps } from 'walletkit/plugin'
import { Button, useText } from 'walletkit/ui'
import type { PasskeyController } from '../controller.ts'
import passkeyMessages from '../messages.ts'
import { isSupported } from '../webauthn.ts'

/** The passkey button of the Connect screen, or why there is none: the site has no endpoint, or the browser no passkeys. */
export default function PasskeyMethod({ kit, controller }: ViewProps<PasskeyController>) {
  const t = useText(passkeyMessages)
  const missing = !controller.isConfigured ? 'passkey.notSetUp' : !isSupported() ? 'passkey.unsupported' : undefined
  if (missing) return <p className="note muted center">{t(missing)}</p>
  return (
    <Button wide icon="key" onClick={() => kit.push('ConnectPasskey')}>
      {t('passkey.method')}
    </Button>
  )
}
