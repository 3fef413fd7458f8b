import type { ViewProps } from 'walletkit/plugin'
import { Button, Panel, useSheet, useText } from 'walletkit/ui'
import { sessionMessages } from '../messages.ts'
import { momentText } from '../words.ts'
import css from './sessions.css.ts'

/** Confirms that a session was granted. */
export default function CreatedView({ kit, params }: ViewProps<unknown, { expiry: number } | undefined>) {
  useSheet(css)
  const t = useText(sessionMessages)
  return (
    <Panel
      icon="check"
      title={t('sessions.created')}
      action={
        <div className="session-next">
          <Button size="m" onClick={() => kit.replace('SmartSessionList')}>
            {t('sessions.see')}
          </Button>
          <Button kind="primary" size="m" onClick={() => kit.close()}>
            {t('sessions.done')}
          </Button>
        </div>
      }
    >
      {params && t('sessions.createdText', { when: momentText(params.expiry, kit.locale) })}
    </Panel>
  )
}
