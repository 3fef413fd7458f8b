import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useText } from 'walletkit/ui'
import { sendMessages } from '../messages.ts'

/**
 * Shown instead of a review when the form is empty: a site opened the review itself, or the account or network changed.
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
