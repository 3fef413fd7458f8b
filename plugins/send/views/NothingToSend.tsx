import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useText } from 'walletkit/ui'
import { sendMessages } from '../messages.ts'

/** A review that a site opened without a form that is filled in. */
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
