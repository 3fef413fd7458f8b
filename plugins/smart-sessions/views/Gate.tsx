import type { ReactNode } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useActive, useText } from 'walletkit/ui'
import type { SessionsController } from '../controller.ts'
import { sessionMessages } from '../messages.ts'

/** Renders the screen, or says that the site has no session service or no account is connected. */
export function Gate({
  kit,
  controller,
  children,
}: {
  kit: PluginKit
  controller: SessionsController
  children: ReactNode
}) {
  const t = useText(sessionMessages)
  const { account } = useActive(kit)
  if (!controller.hasService)
    return (
      <Panel
        icon="key"
        title={t('sessions.noService')}
        action={
          <Button size="m" onClick={() => kit.back()}>
            {t('sessions.back')}
          </Button>
        }
      >
        {t('sessions.noServiceText')}
      </Panel>
    )
  if (account.address === undefined)
    return (
      <Panel
        icon="wallet"
        title={t('sessions.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('sessions.connect')}
          </Button>
        }
      >
        {t('sessions.disconnectedText')}
      </Panel>
    )
  return children
}
