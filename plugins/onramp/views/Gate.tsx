import type { ReactNode } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useActive, useSnapshot, useText } from 'walletkit/ui'
import type { OnRampController } from '../controller.ts'
import { ONRAMP_NAMESPACES } from '../defaults.ts'
import { onrampMessages } from '../messages.ts'

/** Renders the screen, or the reason why the visitor cannot buy, with one next step. */
export function Gate({
  kit,
  controller,
  children,
}: {
  kit: PluginKit
  controller: OnRampController
  children: ReactNode
}) {
  const t = useText(onrampMessages)
  const { account, network } = useActive(kit)
  const { source } = useSnapshot(controller.state)
  if (!controller.ready)
    return (
      <Panel
        icon="card"
        title={t('onramp.notSetUp')}
        action={
          <Button size="m" onClick={kit.back}>
            {t('onramp.back')}
          </Button>
        }
      >
        {t('onramp.notSetUpText')}
      </Panel>
    )
  if (!account.address)
    return (
      <Panel
        icon="wallet"
        title={t('onramp.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('onramp.connect')}
          </Button>
        }
      >
        {t('onramp.disconnectedText')}
      </Panel>
    )
  if (source === 'unsupported' || !ONRAMP_NAMESPACES.some((each) => each === account.namespace))
    return (
      <Panel
        icon="network"
        title={t('onramp.unsupported')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.push('Networks')}>
            {t('onramp.chooseNetwork')}
          </Button>
        }
      >
        {t('onramp.unsupportedText', { network: network?.name ?? '' })}
      </Panel>
    )
  return children
}
