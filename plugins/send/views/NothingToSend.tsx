import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useText } from 'walletkit/ui'
import { sendMessages } from '../messages.ts'

/**
 * Shown when there is nothing to review: for example, because a site opened the review directly, the account or network
 * changed, or the wallet has already been asked.
 */
export function NothingToSend({ kit }: { kit: PluginKit }) {
  const t = useText(sendMessages)
  return (
    <Panel
      icon="info"
      title={t('send.nothing')}
      action={
        <Button size="m" onClick={() => kit.back()}>
          {t('send.back')}
        </Button>
      }
    >
      {t('send.nothingText')}
    </Panel>
  )
}
