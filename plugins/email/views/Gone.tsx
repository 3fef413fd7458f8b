import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useText } from 'walletkit/ui'
import { emailMessages } from '../messages.ts'

/** Replaces a screen that was opened without the code or account that it needs. */
export function Gone({ kit, about }: { kit: PluginKit; about: 'code' | 'account' }) {
  const t = useText(emailMessages)
  const isCode = about === 'code'
  return (
    <Panel
      icon="mail"
      title={t(isCode ? 'email.gone' : 'email.nobody')}
      action={
        <Button size="m" kind="primary" onClick={() => kit.reset('Connect')}>
          {t(isCode ? 'email.back' : 'email.connect')}
        </Button>
      }
    >
      {t(isCode ? 'email.goneText' : 'email.nobodyText')}
    </Panel>
  )
}
