import { reset } from '../../state/navigate.ts'
import { useKit, useText } from '../context.ts'
import { Button } from '../parts/Button.tsx'
import { Panel } from '../parts/Panel.tsx'
import { connectingMessages } from './connectingExternal.messages.ts'

/** Shown if a site opened the screen that connects a wallet (`open({ view })`) without saying which wallet. */
export function UnknownWallet() {
  const kit = useKit()
  const t = useText(connectingMessages)
  return (
    <Panel
      icon="wallet"
      title={t('connecting.unknown')}
      action={
        <Button kind="primary" size="m" onClick={() => reset(kit.state.router, 'Connect')}>
          {t('connecting.choose')}
        </Button>
      }
    >
      {t('connecting.unknownText')}
    </Panel>
  )
}
