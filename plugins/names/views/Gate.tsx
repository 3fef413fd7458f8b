import type { ReactNode } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Button, Panel, useActive, useText } from 'walletkit/ui'
import type { NamesController } from '../controller.ts'
import { nameMessages } from '../messages.ts'

type Props = { kit: PluginKit; controller: NamesController; children: ReactNode }

/** Renders the screen, or the reason why the account cannot have a name, with one next step. */
export function Gate({ kit, controller, children }: Props) {
  const t = useText(nameMessages)
  const { account, network } = useActive(kit)
  const back = (
    <Button size="m" onClick={kit.back}>
      {t('names.back')}
    </Button>
  )
  if (!controller.ready)
    return (
      <Panel icon="tag" title={t('names.notSetUp')} action={back}>
        {t('names.notSetUpText')}
      </Panel>
    )
  if (!account.address)
    return (
      <Panel
        icon="tag"
        title={t('names.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('names.connect')}
          </Button>
        }
      >
        {t('names.disconnectedText')}
      </Panel>
    )
  if (account.namespace !== 'eip155')
    return (
      <Panel
        icon="network"
        title={t('names.unsupported')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.push('Networks')}>
            {t('names.chooseNetwork')}
          </Button>
        }
      >
        {t('names.unsupportedText', { network: network?.name ?? '' })}
      </Panel>
    )
  if (!controller.hasAuth())
    return (
      <Panel icon="tag" title={t('names.noAuth')} action={back}>
        {t('names.noAuthText')}
      </Panel>
    )
  return children
}
