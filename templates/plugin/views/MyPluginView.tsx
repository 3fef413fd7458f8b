import { useEffect } from 'react'
import type { ViewProps } from 'walletkit/plugin'
import { Button, Panel, useSnapshot, useText } from 'walletkit/ui'
import type { MyPluginController } from '../controller.ts'
import messages from '../messages.ts'

export default function MyPluginView({ controller }: ViewProps<MyPluginController>) {
  const t = useText(messages)
  const { opened, asking, name } = useSnapshot(controller.state)
  useEffect(() => controller.open(), [controller])
  return (
    <div className="pad">
      <Panel
        icon="puzzle"
        title={t('myPlugin.opened', { count: opened })}
        action={
          <Button kind="primary" size="m" disabled={asking} onClick={() => void controller.ask()}>
            {asking ? t('myPlugin.asking') : t('myPlugin.ask')}
          </Button>
        }
      >
        {name === undefined ? t('myPlugin.text') : t('myPlugin.answer', { name })}
      </Panel>
    </div>
  )
}
