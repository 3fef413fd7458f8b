import { reset } from '../../../state/navigate.ts'
import { useKit, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { remoteMessages } from './connectingWalletConnect.messages.ts'

/** Shown if the config names no relay, because a QR code could never load. */
export function NoRelay() {
  const kit = useKit()
  const t = useText(remoteMessages)
  return (
    <Panel
      icon="phone"
      title={t('remote.none')}
      action={
        kit.chains.size > 0 && (
          <Button kind="primary" size="m" onClick={() => reset(kit.state.router, 'Connect')}>
            {t('remote.choose')}
          </Button>
        )
      }
    >
      {t('remote.noneText')}
    </Panel>
  )
}
