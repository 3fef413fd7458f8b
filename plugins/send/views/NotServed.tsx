import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useActive, useText } from 'walletkit/ui'
import { sendMessages } from '../messages.ts'

/** Shown instead of a form when no account is connected, or when the form cannot send on the active network. */
export function NotServed({ kit }: { kit: PluginKit }) {
  const t = useText(sendMessages)
  const { account, network } = useActive(kit)
  if (!account.address)
    return (
      <Panel
        icon="wallet"
        title={t('send.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('send.connect')}
          </Button>
        }
      >
        {t('send.disconnectedText')}
      </Panel>
    )
  return (
    <Panel
      icon="send"
      title={t('send.unsupported')}
      action={
        <Button size="m" onClick={() => kit.push('Networks')}>
          {t('send.chooseNetwork')}
        </Button>
      }
    >
      {t('send.unsupportedText', { network: network?.name ?? '' })}
    </Panel>
  )
}
